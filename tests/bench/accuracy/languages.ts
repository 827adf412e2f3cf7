/** The same loop in several languages: where the instructions are the same, the cycles must be. */
import { randomUUID } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { languageNames } from '@cyclelab/exercises/names';
import { extensionOf, type Language } from '@cyclelab/exercises/schema';
import { median } from '@cyclelab/contract/measure/statistics';
import type { Compiler } from '@cyclelab/contract/schema/compiler';
import { platformOf } from '../../../images/recipes.ts';
import { toolchainsOn } from '../../../runner/src/toolchains/toolchains.ts';
import { openBench } from '../../integration/job/job-bench.ts';
import { fixed } from '../numbers.ts';
import type { Context, SectionResult, Section } from '../section.ts';
import { jobOf } from './job-of.ts';
import { canonical } from './same-loop.ts';

export const languages: Section = {
	name: 'languages',
	about: 'the same loop in every language: cycles where the hot loops are the same instructions',
	run
};

const toolchains = toolchainsOn(platformOf(process.arch));
const loops = ['congruence', 'scramble', 'addition', 'divide'];
/** Largest allowed difference of loops with the same instructions. */
const apartAtMost = 0.03;

type Build = { language: Language; compiler: Compiler; flags: string[] };
const rolled = ['-fno-unroll-loops'];
/** With this flag gcc counts by `inc`, as CoreCLR does. */
const byInc = ['-mtune=znver4'];
/** Unrolled by default and not unrolled: Go and C# never unroll, clang does not with this flag. */
const builds: readonly Build[] = [
	{ language: 'c', compiler: 'clang-22', flags: [] },
	{ language: 'c', compiler: 'clang-22', flags: rolled },
	{ language: 'c', compiler: 'gcc-14', flags: [] },
	{ language: 'c', compiler: 'gcc-14', flags: byInc },
	{ language: 'cpp', compiler: 'clang-22', flags: [] },
	{ language: 'cpp', compiler: 'clang-22', flags: rolled },
	{ language: 'cpp', compiler: 'gcc-14', flags: [] },
	{ language: 'cpp', compiler: 'gcc-14', flags: byInc },
	{ language: 'rs', compiler: 'rust-1.85', flags: [] },
	{ language: 'rs', compiler: 'rust-1.85', flags: ['-Copt-level=s'] },
	{ language: 'go', compiler: 'go-1.27', flags: [] },
	{ language: 'go', compiler: 'go-1.24', flags: [] },
	{ language: 'cr', compiler: 'crystal-1.14', flags: [] },
	{ language: 'cr', compiler: 'crystal-1.14', flags: ['-Os'] },
	{ language: 'cs', compiler: 'coreclr-8.0', flags: [] },
	{ language: 'cs', compiler: 'mono-6.12', flags: [] }
];

type LanguageResult = Build & {
	loop: string;
	/** Medians of the successful runs, cycles per iteration. */
	cycles: number[];
	/** Iterations of the source per pass. */
	unrolled?: number;
	instructions: string[];
	/** Equal for equal instructions; undefined without a hot loop. */
	form?: string;
	failure?: string;
};

async function run(context: Context): Promise<SectionResult> {
	const rounds = context.quick ? 1 : 2;
	const offered = builds.filter((build) => toolchainOf(build) !== undefined);
	const images = [...new Set(offered.flatMap((build) => toolchainOf(build)?.image ?? []))];
	const bench = await openBench(`accuracy-${randomUUID()}`, images);
	context.onEnd(bench.close);
	const found: LanguageResult[] = [];
	for (const loop of loops) {
		context.print(`Measuring ${loop}.`);
		for (const build of offered) {
			const file = new URL(`./loops/${loop}.${extensionOf[build.language]}`, import.meta.url);
			const variant = { name: loop, label: loop, source: await readFile(file, 'utf8') };
			const one: LanguageResult = { ...build, loop, cycles: [], instructions: [] };
			context.at(found.length + 1, loops.length * offered.length, 'loop and compiler');
			for (let round = 1; round <= rounds; round++) {
				const { report } = await bench.run(jobOf(`${loop} ${round}`, [variant], build));
				const [result] = report.variants;
				const point = result?.points[0];
				// A disturbance of the core is no difference of the languages.
				if (point?.measured?.slowed) one.failure = 'shared core';
				else if (point?.measured) one.cycles.push(point.measured.cyclesPerIteration.median);
				const failure = result?.failure ?? point?.failure;
				if (failure) one.failure = failure.title;
				if (!result?.hotLoop) continue;
				const { instructions, sourceIterations } = result.hotLoop;
				one.unrolled = sourceIterations;
				one.instructions = instructions.map(({ text }) => text);
				one.form = canonical(instructions);
			}
			found.push(one);
		}
	}
	await bench.close();
	const groups = loops.flatMap((loop) => groupsOf(found.filter((one) => one.loop === loop)));
	return { tables: [table(groups)], notes: notes(groups, found), data: found };
}

const toolchainOf = ({ compiler, language }: Build) =>
	toolchains.find(
		(toolchain) => toolchain.compiler === compiler && toolchain.languages.includes(language)
	);

/** Builds of one loop with the same instructions. `apart`: (highest - lowest) / lowest of their cycles. */
type Group = { loop: string; letter: string; members: LanguageResult[]; apart?: number };

function groupsOf(found: readonly LanguageResult[]): Group[] {
	const byForm = Map.groupBy(found, ({ form = 'none', unrolled }) => `${form} ${unrolled}`);
	return [...byForm.values()].map((members, index) => {
		const cycles = members.flatMap((member) =>
			member.cycles.length > 0 ? median(member.cycles) : []
		);
		const apart = Math.max(...cycles) / Math.min(...cycles) - 1;
		return {
			loop: members[0]?.loop ?? '',
			letter: String.fromCharCode(65 + index),
			members,
			...(cycles.length > 1 ? { apart } : {})
		};
	});
}

const who = ({ language, compiler, flags }: Build) =>
	`${languageNames[language]}, ${compiler}${flags.length ? ` ${flags.join(' ')}` : ''}`;

function table(groups: readonly Group[]) {
	return {
		headings: ['loop', 'instructions', 'built', 'iterations a pass', 'cycles', 'group apart %'],
		rows: groups.flatMap(({ loop, letter, members, apart }) =>
			members.map((one, index) => [
				loop,
				letter,
				who(one),
				one.unrolled === undefined ? '-' : fixed(one.unrolled, 2),
				one.cycles.length > 0 ? fixed(median(one.cycles), 3) : (one.failure ?? 'not measured'),
				index === 0 && apart !== undefined ? fixed(100 * apart, 2) : ''
			])
		)
	};
}

function notes(groups: readonly Group[], found: readonly LanguageResult[]): string[] {
	const shared = groups.filter(
		({ members, apart }) =>
			apart !== undefined && new Set(members.map(({ language }) => language)).size > 1
	);
	const near = shared.filter(({ apart = 0 }) => apart <= apartAtMost);
	const present = new Set(found.map(({ compiler }) => compiler));
	const missing = builds.filter(({ compiler }) => !present.has(compiler));
	return [
		`Loops that are the same instructions in more than one language: ${shared.length}; within ${100 * apartAtMost} % of each other: ${near.length}. Loops of different letters differ in their instructions:`,
		...groups.map(
			({ loop, letter, members }) =>
				`  ${loop} ${letter}: ${members[0]?.instructions.join('; ') || 'no hot loop'}`
		),
		...(missing.length > 0
			? [`Not there yet: ${[...new Set(missing.map(({ compiler }) => compiler))].join(', ')}.`]
			: [])
	];
}
