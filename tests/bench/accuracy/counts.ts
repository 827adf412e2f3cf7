/** Compares the runner's counted executions with totals computed by hand; they must be equal. */
import { randomUUID } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import { languageNames } from '@cyclelab/exercises/names';
import { runSteps, type RunCommand } from '../../../runner/src/job/run-steps.ts';
import type { ReadResult } from '../../../runner/src/inspect/read.ts';
import { explain } from '@cyclelab/contract/measure/explain';
import type { PooledSandbox } from '../../../runner/src/sandbox/pooled-sandbox.ts';
import { platformOf } from '../../../images/recipes.ts';
import { toolchainsOn } from '../../../runner/src/toolchains/toolchains.ts';
import { toolchainOf } from '../../../runner/src/toolchains/toolchains.ts';
import { openBench } from '../../integration/job/job-bench.ts';
import type { Context, SectionResult, Section } from '../section.ts';
import type { CountingCase, Tally } from './counting/case.ts';
import { casesOfC } from './counting/c-cases.ts';
import { fixtureCases } from './counting/fixture-cases.ts';

export const counts: Section = {
	name: 'counts',
	about:
		'executions of instructions against totals computed by hand from the source: exactly equal',
	run
};

type CountingOutcome = Pick<
	CountingCase,
	'name' | 'language' | 'compiler' | 'target' | 'expected'
> & {
	counted?: Tally;
	failure?: string;
	exact: boolean;
};

async function run(context: Context): Promise<SectionResult> {
	const all = [...(await casesOfC('c')), ...(await casesOfC('cpp')), ...(await fixtureCases())];
	const toolchains = toolchainsOn(platformOf(process.arch));
	const cases = all.filter(({ compiler, target }) =>
		toolchains.some(
			(toolchain) => toolchain.compiler === compiler && toolchain.targets.includes(target)
		)
	);
	const missing = all.filter((one) => !cases.includes(one));
	const images = [...new Set(cases.map(({ compiler }) => toolchainOf(compiler).image))];
	const bench = await openBench(`accuracy-${randomUUID()}`, [
		...new Set(['cc' as const, ...images])
	]);
	context.onEnd(bench.close);
	const outcomes: CountingOutcome[] = [];
	const waiting = [...cases];
	// Counting measures no time, so two count runs may run at once.
	await Promise.all(
		[1, 2].map(async () => {
			for (let one = waiting.shift(); one; one = waiting.shift()) {
				context.at(cases.length - waiting.length, cases.length, 'case');
				outcomes.push(
					await outcomeOf(one, await bench.takeSandbox('tools', toolchainOf(one.compiler).image))
				);
			}
		})
	);
	await bench.close();
	return { tables: [table(outcomes)], notes: notes(outcomes, missing), data: outcomes };
}

async function outcomeOf(one: CountingCase, sandbox: PooledSandbox): Promise<CountingOutcome> {
	const { name, language, compiler, target, expected } = one;
	const known = { name, language, compiler, target, expected };
	try {
		const tally = await count(one, sandbox);
		return tally.ok
			? { ...known, counted: tally.value, exact: isDeepStrictEqual(tally.value, expected) }
			: { ...known, failure: explain(tally.failure).title, exact: false };
	} finally {
		await sandbox.dispose().catch(() => undefined);
	}
}

async function count(one: CountingCase, sandbox: PooledSandbox): Promise<ReadResult<Tally>> {
	const { name, language, compiler, target, flags, source, iterations } = one;
	const toolchain = toolchainOf(compiler);
	const run: RunCommand = (_, command) => sandbox.run(command);
	const build = { variant: name, language, compiler, target, flags, source };
	const made = await runSteps(toolchain.build(build), sandbox, run);
	if (!made.ok) return made;
	const seen = await runSteps(toolchain.disassemble(build, made.value), sandbox, run);
	if (!seen.ok) return seen;
	const asked = { iterations, seed: 1, parameters: {} };
	const counting = toolchain.count(build, made.value, seen.value, asked);
	const counted = await runSteps(counting, sandbox, run);
	if (!counted.ok) return counted;
	return { ok: true, value: one.counted(seen.value.functions, counted.value) };
}

function table(outcomes: readonly CountingOutcome[]) {
	const groups = Map.groupBy(
		outcomes,
		({ language, compiler, target }) => `${languageNames[language]}, ${compiler}, ${target}`
	);
	return {
		headings: ['counted', 'kernels', 'numbers', 'exact kernels'],
		rows: [...groups].map(([label, some]) => [
			label,
			`${some.length}`,
			`${some.reduce((sum, { expected }) => sum + Object.keys(expected).length, 0)}`,
			`${some.filter(({ exact }) => exact).length}`
		])
	};
}

function notes(outcomes: readonly CountingOutcome[], missing: readonly CountingCase[]): string[] {
	const wrong = outcomes.filter(({ exact }) => !exact);
	return [
		`Target: ten kernels in each language, all exact. ${outcomes.length - wrong.length} of ${outcomes.length} are.`,
		...wrong.map(
			({ name, compiler, target, expected, counted, failure }) =>
				`  ${name}, ${compiler}, ${target}: ${failure ?? `counted ${JSON.stringify(counted)}, by hand ${JSON.stringify(expected)}`}`
		),
		...(missing.length > 0
			? [`Not there yet: ${[...new Set(missing.map(({ compiler }) => compiler))].join(', ')}.`]
			: [])
	];
}
