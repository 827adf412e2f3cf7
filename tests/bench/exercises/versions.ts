/**
 * Shell: compares two compilers over the exercises: the exact instructions per iteration of each variant
 * whose count differs and, unless `--inspect` is given, its cycles at the first value of a sweep. `--all` has the
 * variants with equal counts, too. docs/toolchains.md has such tables.
 *
 *   node_modules/.bin/node tests/bench/exercises/versions.ts clang-19 clang-22 [--language cpp] [--only slug,slug] [--inspect] [--all]
 */
import { randomUUID } from 'node:crypto';
import { parseArgs } from 'node:util';
import { Language, factsIn, type Exercise } from '../../../exercises/src/schema.ts';
import { loadExercises } from '../../../exercises/src/load.ts';
import { toolchainOf } from '../../../runner/src/toolchains/toolchains.ts';
import { Compiler } from '@cyclelab/contract/schema/compiler';
import type { VariantReport } from '@cyclelab/contract/schema/report';
import { openBench } from '../../integration/job/job-bench.ts';
import { layOut } from '../table.ts';
import { plusMinus } from './beside-document.ts';
import { jobOf } from './one-run.ts';

const { values: options, positionals } = parseArgs({
	allowPositionals: true,
	options: {
		language: { type: 'string', default: 'c' },
		only: { type: 'string' },
		inspect: { type: 'boolean', default: false },
		all: { type: 'boolean', default: false }
	}
});
const compilers = positionals.map((name) => Compiler.parse(name));
const language = Language.parse(options.language);
const wanted = options.only?.split(',');
const { exercises } = await loadExercises();
const images = new Set([
	'cc' as const,
	...compilers.map((compiler) => toolchainOf(compiler).image)
]);
const bench = await openBench(`versions-${randomUUID()}`, [...images], {
	calibrates: !options.inspect
});
const rows: string[][] = [];

const count = ({ instructionsPerIteration, failure }: VariantReport) =>
	failure?.title ?? instructionsPerIteration?.toFixed(2) ?? 'not counted';
const cycles = ({ points: [first] }: VariantReport) =>
	first?.measured ? plusMinus(first.measured.cyclesPerIteration) : 'not measured';

/** The same variants by each compiler: exact counts and, where `measures`, the cycles at the first value of a sweep. */
async function byEach(exercise: Exercise, variants: string[], measures: boolean) {
	const { slug, facts } = exercise;
	const reports: VariantReport[][] = [];
	for (const compiler of compilers) {
		const wish = {
			language,
			compiler,
			variants,
			models: 'host',
			...(facts.sweep ? { values: facts.sweep.values.slice(0, 1) } : {}),
			...(measures ? {} : { stages: ['inspect'] })
		};
		reports.push((await bench.run(jobOf(exercise, wish, slug))).report.variants);
	}
	return (id: string) => reports.flatMap((report) => report.filter((variant) => variant.id === id));
}

try {
	for (const exercise of exercises) {
		const { slug, facts, sources } = exercise;
		if (!sources[language] || facts.free || (wanted && !wanted.includes(slug))) continue;
		const ids = factsIn(facts, language, 'x86-64').variants.map(({ id }) => id);
		const counted = await byEach(exercise, ids, false);
		const differ = ids.filter((id) => options.all || new Set(counted(id).map(count)).size > 1);
		if (differ.length === 0) continue;
		const timed = options.inspect ? undefined : await byEach(exercise, differ, true);
		for (const id of differ) {
			const row = [`${slug} ${id}`, ...counted(id).map(count), ...(timed?.(id).map(cycles) ?? [])];
			rows.push(row);
			console.log(row.join(' | '));
		}
	}
} finally {
	await bench.close();
}
const headings = (what: string) => compilers.map((one) => `${one}: ${what}`);
console.log(
	layOut({ headings: ['variant', ...headings('instructions'), ...headings('cycles')], rows })
);
