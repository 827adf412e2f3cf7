import { expect, test } from 'vitest';
import type { Sample } from '@cyclelab/contract/schema/measurement';
import {
	exactly,
	factsOf,
	host,
	pointOf,
	reportOf,
	variantReport
} from '../../../fixtures/examples.ts';
import { Attempts, keepable } from './attempts.svelte.ts';
import { pairsOf, placeKey } from '../comparison/pairs.ts';
import { variantToCompare } from './variant-to-compare.ts';
import { KeptRun } from './kept-run.ts';
import type { RunStore } from './run-store.ts';

/** `cycles` an iteration at two ticks a cycle. */
const sample = (process: number, cycles: number): Sample => ({
	process,
	iterations: 1000,
	ticks: [2000 * cycles, 4000 * cycles],
	ticksPerCycle: [2, 2],
	switches: 0,
	accepted: true
});
const raw = [0, 1].flatMap((process) =>
	Array.from({ length: 6 }, () => sample(process, 4.0000001))
);
const point = (cycles: number, more: object = {}) =>
	pointOf(cycles, {}, { cyclesPerIteration: exactly(cycles), raw, ...more });
const ofMul = (run: string, source: string, cycles: number, startedAt: string) =>
	reportOf(
		[
			variantReport('add', { source: 'add', points: [point(2)] }),
			variantReport('mul', {
				source,
				edited: source !== 'mul',
				points: [point(cycles)],
				representations: [{ id: 'ssa', title: 'S', phases: [] }]
			})
		],
		{ run, startedAt }
	);
const facts = factsOf('Cycle', { add: 'Additions', mul: 'Multiplications' });
const early = ofMul('early', 'mul', 8, '2026-11-20T10:00:00Z');
const late = ofMul('late', 'better', 4, '2026-11-20T11:00:00Z');

function storeOf(): RunStore {
	const runs = new Map<string, KeptRun>();
	return {
		list: async () =>
			[...runs.values()].toSorted((a, b) => b.report.startedAt.localeCompare(a.report.startedAt)),
		keep: async (run) => void runs.set(run.id, run),
		remove: async (id) => void runs.delete(id),
		clear: async () => runs.clear()
	};
}

test('a kept run has its samples as cycles, and neither raw ones nor intermediate code', () => {
	const kept = keepable(late, 3);
	expect(kept.samples).toEqual({ add: raw.map(() => 4), mul: raw.map(() => 4) });
	expect([kept.version, kept.id, kept.guess]).toEqual([1, 'late', 3]);
	const [, mul] = kept.report.variants;
	expect(mul?.representations).toBeUndefined();
	expect(mul?.points[0]?.measured?.raw).toEqual([]);
	expect(KeptRun.parse(JSON.parse(JSON.stringify(kept)))).toEqual(kept);
	expect(placeKey('chase', { size: 4096, at: 1 })).toBe('chase/at=1/size=4096');
});

test('runs are kept once, the newest first, and found by the source they ran', async () => {
	const attempts = new Attempts('cycle', storeOf());
	await attempts.keep(early, undefined);
	await attempts.keep(late, 3);
	await attempts.keep(late, 7);
	expect(attempts.list.map(({ id, guess }) => [id, guess])).toEqual([
		['late', 3],
		['early', undefined]
	]);
	expect(attempts.of('mul', 'mul')?.id).toBe('early');
	expect(attempts.of('mul', 'never run')).toBeUndefined();
	await attempts.remove('late');
	expect(attempts.list.map(({ id }) => id)).toEqual(['early']);
});

test('two runs are compared place by place, and a difference within the noise floor is none', () => {
	const [add, mul] = pairsOf(keepable(early, undefined), keepable(late, undefined));
	expect([add?.key, add?.verdict, add?.ratio?.median]).toEqual(['add', 'same', 1]);
	expect([mul?.key, mul?.verdict, mul?.ratio?.median]).toEqual(['mul', 'faster', 0.5]);
	// 2 % where a runner has not compared code with itself yet.
	expect(add?.ratio?.low).toBeCloseTo(1 / 1.02);
	expect(mul?.first.samples).toHaveLength(raw.length);
	expect(variantToCompare(facts, early, late)).toBe('mul');
	expect(variantToCompare(facts, early, early)).toBe('add');
});

test('a ratio whose interval reaches across the noise floor is no verdict', () => {
	const wide = { cyclesPerIteration: { median: 4.1, low: 3.9, high: 4.4 } };
	const noisy = reportOf([variantReport('mul', { source: 'mul', points: [point(4.1, wide)] })]);
	const [, mul] = pairsOf(keepable(late, undefined), keepable(noisy, undefined));
	expect([mul?.key, mul?.verdict]).toEqual(['mul', 'unclear']);
});

test('what an emulator timed is no time', () => {
	const emulated = { ...late, runner: { ...late.runner, host: { ...host, emulated: true } } };
	const [add] = pairsOf(keepable(early, undefined), keepable(emulated, undefined));
	expect([add?.second.measured, add?.second.samples, add?.ratio]).toEqual([
		undefined,
		[],
		undefined
	]);
});
