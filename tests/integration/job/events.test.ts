/** Programs whose events are known by construction, traced in real sandboxes and simulated for this host. */
import { beforeAll, expect, test } from 'vitest';
import type { PlaceEvents } from '@cyclelab/contract/schema/events';
import type { MeasuredCaches } from '@cyclelab/contract/schema/gateway';
import type { RunEvent } from '@cyclelab/contract/schema/job';
import { simulatePlaces } from '../../../runner/src/job/simulate-places.ts';
import { inspect } from '../exercises/exercise-gate.ts';
import { jobFor } from './job-bench.ts';
import { benchForAll } from '../hooks.ts';

const bench = benchForAll(['cc'], { calibrates: false });
beforeAll(() => {
	const { runner } = bench.workshop;
	bench.workshop.runner = { ...runner, measuredCaches: statedCosts(runner.host.caches.length) };
});

const lineBytes = 64;

/** What events cost, as if an idle runner had measured it. */
function statedCosts(caches: number): MeasuredCaches {
	const exactly = (median: number) => ({ median, low: median, high: median });
	const level = (cycles: number) => ({ cyclesPerLoad: exactly(cycles) });
	return {
		at: '2026-11-28T00:00:00Z',
		levels: Array.from({ length: caches }, (_, at) => ({
			endsBetween: [2 ** (15 + 4 * at), 2 ** (16 + 4 * at)],
			...level([4, 14, 50][at] ?? 50)
		})),
		beyond: { upTo: 2 ** 28, ...level(300) },
		events: {
			renamed: exactly(1),
			forwarded: exactly(1),
			folded: exactly(7),
			updated: exactly(1),
			blocked: exactly(18),
			misprediction: exactly(16),
			alias: exactly(1),
			storedL1: exactly(0.5),
			indexed: exactly(1),
			splitLoads: exactly(1),
			pageSplitLoads: exactly(3),
			pageSplitStore: exactly(25),
			sameSet: exactly(17)
		}
	};
}

/** What kind of events adds, cycles per iteration; undefined where nothing can be predicted for this host. */
function added({ prediction }: PlaceEvents, kind: 'stores' | 'mispredictions') {
	if (!prediction) throw new Error('there is no prediction, and no reason');
	if ('parts' in prediction) return prediction.parts[kind] ?? 0;
	expect(prediction.refusal).toMatch(/no model of this processor|sizes of this core/);
	return undefined;
}

async function eventsOf(body: string, change = {}): Promise<PlaceEvents> {
	const source = `#include "cyclelab.h"\n#include <stdint.h>\n${body}`;
	const job = jobFor(source, { stages: ['inspect'], ...change });
	const { report, inspections } = await inspect(bench, job);
	expect(report.variants[0]?.failure).toBeUndefined();
	const found: PlaceEvents[] = [];
	const keep = (event: RunEvent) => {
		if (event.type === 'simulated') found.push(event.events);
	};
	const { signal } = new AbortController();
	// Of all models that this would ask, a place needs only the processor's own.
	await simulatePlaces(
		bench.workshop,
		{ ...job, models: 'all' },
		inspections,
		new Map(),
		keep,
		signal
	);
	const [events] = found;
	if (!events) throw new Error('there are no events');
	return events;
}

test('a stride of a line loads one line an iteration, which L1 no longer has, and the prefetcher has fetched', async () => {
	const { all } = await eventsOf(`
static volatile char bytes[1 << 20];
uint64_t kernel(uint64_t n) {
	for (uint64_t i = 0; i < n; i++) bytes[i * ${lineBytes} % sizeof bytes];
	return n;
}`);
	expect(all?.loads).toBeCloseTo(1, 2);
	expect(all?.l1Misses).toBeCloseTo(1, 2);
	expect(all?.prefetched).toBeGreaterThan(0.9);
});

test('four byte stores and a load of all four: each load fails to be forwarded, and the load is named', async () => {
	const events = await eventsOf(`
static volatile unsigned char bytes[4];
uint64_t kernel(uint64_t n) {
	uint64_t sum = 0;
	for (uint64_t i = 0; i < n; i++) {
		for (int k = 0; k < 4; k++) bytes[k] = (unsigned char)i;
		sum += *(volatile uint32_t *)bytes;
	}
	return sum;
}`);
	const { all, instructions = [] } = events;
	expect(all?.stores).toBeCloseTo(4, 2);
	expect(all?.blocked).toBeCloseTo(1, 2);
	expect(all?.forwarded ?? 0).toBeCloseTo(0, 2);
	const blocked = instructions.filter(({ rates }) => (rates.blocked ?? 0) > 0);
	expect(blocked.map(({ rates }) => rates.loads?.toFixed(2))).not.toEqual([]);
	expect(blocked.reduce((sum, { rates }) => sum + (rates.blocked ?? 0), 0)).toBeCloseTo(1, 2);
	// Each load waits for the stores of its pass, which wait for the load before them to retire.
	expect(added(events, 'stores') ?? 18).toBeGreaterThan(12);
});

test('a branch of period four is learnt, and one that goes either way at random is not', async () => {
	// Each call goes on with the numbers: a sequence that a call begins again would be learnt.
	const branching = (condition: string) => `
static uint64_t random = 1;
uint64_t kernel(uint64_t n) {
	uint64_t taken = 0;
	for (uint64_t i = 0; i < n; i++) {
		random = random * 6364136223846793005u + 1442695040888963407u;
		if (${condition}) {
			__asm__ volatile("" : "+r"(taken));
			taken++;
		}
	}
	return taken + random;
}`;
	const [learnt, drawn] = [
		await eventsOf(branching('i % 4 == 0')),
		await eventsOf(branching('random >> 63'))
	];
	expect(learnt.all?.mispredicted ?? 0).toBeLessThan(0.01);
	expect(drawn.all?.mispredicted).toBeGreaterThan(0.4);
	expect(added(learnt, 'mispredictions') ?? 0).toBeLessThan(0.5);
	expect(added(drawn, 'mispredictions') ?? 8).toBeGreaterThan(5);
});

test('code for another architecture has a sentence instead', async () => {
	const target = bench.host.arch === 'arm64' ? 'x86-64' : 'arm64';
	const { refusal, all } = await eventsOf(
		'uint64_t kernel(uint64_t n) { uint64_t s = 0; for (uint64_t i = 0; i < n; i++) { s += i; __asm__ volatile("" : "+r"(s)); } return s; }',
		{ target }
	);
	expect(refusal).toContain('another architecture');
	expect(all).toBeUndefined();
});

test('a program that was counted by steps has the reason why it is not traced', async () => {
	// On the processor, because the emulator lacks it: `inspect/stepped.test.ts`.
	if (!bench.host.extensions?.includes('vpclmulqdq')) return;
	const { refusal, all } = await eventsOf(
		'uint64_t kernel(uint64_t n) { for (uint64_t i = 0; i < n; i++) __asm__ volatile("vpclmulqdq $0, %%ymm0, %%ymm1, %%ymm1" : : : "xmm0", "xmm1"); return n; }'
	);
	expect(refusal).toMatch(/^The emulator, which traces .* lacks instructions of this program/);
	expect(all).toBeUndefined();
});
