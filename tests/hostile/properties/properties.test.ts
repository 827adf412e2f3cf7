/**
 * Programs of interfering acts around an honest kernel, drawn by a seed: each is refused for a reason that is the
 * program's, or reported with the time and the instructions of its honest twin. None ends its job without a report.
 * `npm test` runs 40 of a fixed seed. FUZZ_ROUNDS sets the number of programs, FUZZ_SEED the seed; with FUZZ_ROUNDS
 * alone the seed is random, and the tests' names have it. `FUZZ_ROUNDS=2000 npm run test:hostile -- properties` runs
 * 2,000 programs, 0.2 to 0.7 s of processor time each beside the engine's.
 */
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { VariantReport } from '@cyclelab/contract/schema/report';
import { jobFor, openBench } from '../../integration/job/job-bench.ts';
import { isFuzzing, rounds } from '../drawn.ts';
import { acts, lyingActs } from './acts.ts';
import { nameOf, programsOf, textOf, type ComposedProgram } from './compose.ts';
import { decide, type ProgramDecision } from './decide.ts';

const { howMany, seed } = rounds({ seed: 17, programs: 40 });
/** FUZZ_ACTS=lies draws acts of those alone that do less where nobody seems to compare. */
const all = process.env['FUZZ_ACTS'] === 'lies' ? lyingActs : [...acts, ...lyingActs];
const programs = programsOf(all, seed, howMany);
/** The limit of one test, ms: hang detection. A program that does not end uses its wall clock, once more for each act left out. */
const patienceMs = 600_000;
/** Enough that an act once in a call adds nothing to an iteration's instructions. */
const countedIterations = 32_768;

/** Programs between two lines of counts. */
const printedEvery = 20;

describe('programs of a seed', () => {
	test('are the same each time, and the first ones of more', () => {
		const names = (howManyOf: number) => programsOf(all, 17, howManyOf).map(nameOf);
		expect(names(40)).toEqual(names(60).slice(0, 40));
		expect(new Set(names(40)).size).toBe(40);
	});

	test('have acts with a name each', () => {
		expect(new Set(all.map(({ id }) => id)).size).toBe(all.length);
	});
});

describe(`properties, FUZZ_SEED=${seed} FUZZ_ROUNDS=${howMany}`, () => {
	let bench: Awaited<ReturnType<typeof openBench>>;
	const counts: Record<string, number> = {};
	/** Times of programs that were measured, as multiples of their twins'. */
	const ratios: number[] = [];
	beforeAll(async () => {
		bench = await openBench(`hostile-properties-${randomUUID().slice(0, 8)}`);
	}, patienceMs);
	afterAll(async () => {
		await bench?.close();
		expect(await bench?.leftOver()).toBe(0);
	}, patienceMs);

	/**
	 * The reports of a program and of its honest twin, measured side by side in one job. The twin is the exercise's own
	 * code, so that the runner inspects it once for all programs, and does not observe it.
	 */
	async function reportOf(
		program: ComposedProgram
	): Promise<{ its?: VariantReport; twin?: VariantReport }> {
		const variants = [
			{ id: 'mine', edited: false, source: textOf({ ...program, acts: [] }) },
			{ id: 'hostile', edited: true, source: textOf(program) }
		];
		const { facts, ...job } = jobFor('', { variants });
		const listed = variants.map(({ id }) => ({ id, label: id, claim: 'None.' }));
		const changed = { ...facts, variants: listed, countedIterations };
		const { report } = await bench.run({ ...job, facts: changed });
		const [twin, its] = variants.map(({ id }) =>
			report.variants.find((variant) => variant.id === id)
		);
		return { ...(its && { its }), ...(twin && { twin }) };
	}

	async function decisionOf(program: ComposedProgram): Promise<ProgramDecision> {
		try {
			const { its, twin } = await reportOf(program);
			if (!its || !twin) return { violated: 'the report lacks it or its twin' };
			const doesLess = program.acts.some(({ less, instead }) => less ?? instead);
			return decide(its, twin, doesLess);
		} catch (error) {
			return { violated: `its job has no report: ${String(error)}` };
		}
	}

	/** The same program with as few acts as still violate the property. */
	async function smallest(program: ComposedProgram): Promise<ComposedProgram> {
		for (const act of program.acts) {
			const fewer = { ...program, acts: program.acts.filter((one) => one !== act) };
			if (fewer.acts.length > 0 && 'violated' in (await decisionOf(fewer))) return smallest(fewer);
		}
		return program;
	}

	/** Prints how the programs so far ended; Vitest itself prints nothing before the file ends. */
	function printCounts() {
		const range = `${Math.min(...ratios)} to ${Math.max(...ratios)}`;
		const done = Object.values(counts).reduce((sum, times) => sum + times, 0);
		console.log(
			`FUZZ_SEED=${seed}, ${done} of ${howMany}: ${JSON.stringify(counts)}; measured times are ${range} of the twins'`
		);
	}

	let untilPrinted = printedEvery;
	test.each(programs.map((program) => [nameOf(program), program] as const))(
		'%s',
		async (_, program) => {
			const decision = await decisionOf(program);
			const [what] = Object.entries(decision).map(([kind, detail]) =>
				kind === 'refused' || kind === 'undecided' ? `${kind}: ${String(detail)}` : kind
			);
			counts[what ?? ''] = (counts[what ?? ''] ?? 0) + 1;
			if ('measured' in decision) ratios.push(decision.measured.ratio);
			if (isFuzzing) console.log(`${JSON.stringify(decision)} ${nameOf(program)}`);
			if (--untilPrinted === 0) {
				printCounts();
				untilPrinted = printedEvery;
			}
			if (!('violated' in decision)) return;
			console.log(`${decision.violated}: ${nameOf(program)}`);
			const text = textOf(await smallest(program));
			expect({ ...decision, text }).toEqual({ text });
		},
		patienceMs
	);

	test(
		'an honest program is measured after them, and most of them were decided',
		async () => {
			printCounts();
			const honest = await decisionOf({ kernel: 'multiply', part: 2, acts: [] });
			expect(Object.keys(honest)).toEqual(['measured']);
			const undecided = Object.entries(counts).filter(([what]) => what.startsWith('undecided'));
			const howManyUndecided = undecided.reduce((sum, [, times]) => sum + times, 0);
			expect(howManyUndecided).toBeLessThanOrEqual(howMany / 4);
		},
		patienceMs
	);
});
