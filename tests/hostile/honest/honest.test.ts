/**
 * Honest programs of many shapes, drawn by a seed: none is accused. Each has a result, or a reason that is true of it or of the
 * machine. `npm test` runs eight of a fixed seed; FUZZ_ROUNDS sets the number of programs and FUZZ_SEED the seed, as for
 * `properties`.
 */
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Failure } from '@cyclelab/contract/schema/failure';
import { jobFor, openBench, type Bench } from '../../integration/job/job-bench.ts';
import { isFuzzing, rounds } from '../drawn.ts';
import { nameOf, programsOf, textOf, type HonestProgram } from './shapes.ts';

const { howMany, seed } = rounds({ seed: 5, programs: 8 });
const programs = programsOf(seed, howMany);
/** The limit of one test, ms: hang detection. */
const patienceMs = 300_000;

/** Of the machine. Their sentences say so. */
const ofMachine: readonly Failure['kind'][] = ['too-noisy', 'no-time-left', 'timeout'];

/** What the program is refused for, if that is not true of it. */
function untrueOf({ shapes }: HonestProgram, failure: Failure): string | undefined {
	if (ofMachine.includes(failure.kind)) return undefined;
	const reason = failure.kind === 'implausible' ? failure.bound : failure.kind;
	const isTrue = shapes.some(({ mayBe = [] }) => mayBe.some((one) => one === reason));
	return isTrue ? undefined : `${reason}: ${failure.title}`;
}

describe(`honest programs, FUZZ_SEED=${seed} FUZZ_ROUNDS=${howMany}`, () => {
	let bench: Bench;
	const counts: Record<string, number> = {};
	beforeAll(async () => {
		bench = await openBench(`hostile-honest-${randomUUID().slice(0, 8)}`);
	}, patienceMs);
	afterAll(async () => {
		console.log(`FUZZ_SEED=${seed}: ${JSON.stringify(counts)}`);
		await bench?.close();
	}, patienceMs);

	async function outcomeOf(program: HonestProgram) {
		const variants = [{ id: 'mine', edited: true, source: textOf(program) }];
		const { report } = await bench.run(jobFor('', { variants }));
		const [variant] = report.variants;
		const [point] = variant?.points ?? [];
		const failure = variant?.failure ?? point?.failure;
		const what = failure?.kind ?? (point?.measured ? 'measured' : 'nothing');
		const untrue = failure ? untrueOf(program, failure) : point?.measured ? undefined : what;
		return { what, title: failure?.title, untrue };
	}

	test.each(programs.map((program) => [nameOf(program), program] as const))(
		'%s',
		async (_, program) => {
			const { what, title, untrue } = await outcomeOf(program);
			counts[what] = (counts[what] ?? 0) + 1;
			if (isFuzzing) console.log(`${what}: ${title ?? ''} ${nameOf(program)}`);
			expect(untrue).toBeUndefined();
		},
		patienceMs
	);

	test('most of them have a number', () => {
		expect(counts['measured'] ?? 0).toBeGreaterThanOrEqual(howMany / 2);
	});
});
