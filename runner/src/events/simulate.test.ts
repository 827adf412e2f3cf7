import { readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { simulated, zen3 } from '../../fixtures/events/traces.ts';
import { seeded } from '@cyclelab/contract/measure/seeded';
import { walkingPart } from './geometry.ts';
import { simulate } from './simulate.ts';
import type { Trace } from './trace.ts';

const base = 0x10_0000;

/** Lines in the order of one cycle through all of them (Sattolo's algorithm). */
function cycleOf(lines: number): number[] {
	const random = seeded(7);
	const order = Array.from({ length: lines }, (_, i) => i);
	for (let i = lines - 1; i > 0; i--) {
		const j = Math.floor(random() * i);
		[order[i], order[j]] = [order[j] ?? 0, order[i] ?? 0];
	}
	return order;
}

const chase = (lines: number, passes = 2 * lines) => {
	const order = cycleOf(lines);
	return simulated(passes, (pass) => [{ load: base + 64 * (order[pass % lines] ?? 0) }]);
};

test('a cycle through as many lines as L1 has never misses once it is warm', () => {
	const result = chase(512);
	expect(result).toMatchObject({ passes: 1024 });
	expect(result?.all).toMatchObject({ loads: 1024, l1Misses: 0, firstTouches: 0, tlbMisses: 0 });
});

test('a cycle through more lines than L1 has misses at each load, for want of capacity', () => {
	const result = chase(2048);
	expect(result?.all).toMatchObject({ loads: 4096, l1Misses: 4096, l2Misses: 0, conflicts: 0 });
	expect(result?.all.waitingL2).toBeGreaterThan(4000);
	expect(result?.all.capacity).toBe(4096);
});

test('of a cycle that is longer than L2 a part is still there, and none of it in L1', () => {
	// Twice as many lines as L2 has: a line drawn out of eight is the one that comes next less often than the oldest one.
	const { l1Misses = 0, l2Misses = 0 } = chase(16_384)?.all ?? {};
	expect(l1Misses).toBe(2 * 16_384);
	expect(l2Misses / l1Misses).toBeGreaterThan(0.6);
	expect(l2Misses / l1Misses).toBeLessThan(0.95);
});

test('lines of one set of L1 lie in many sets of L2', () => {
	const rows = 512;
	const column = simulated(2 * rows, (pass) => [{ load: base + 4096 * (pass % rows) }])?.all;
	expect(column).toMatchObject({ l1Misses: 2 * rows, l2Misses: 0 });
});

test('a cycle through more pages than the TLB has misses it at each load, and walks no page that the second level has', () => {
	const pages = 128;
	const order = cycleOf(pages);
	const result = simulated(2 * pages, (pass) => {
		const page = order[pass % pages] ?? 0;
		return [{ load: base + 4096 * page + 64 * (page % 64) }];
	});
	expect(result?.all).toMatchObject({ l1Misses: 0, tlbMisses: 256, pageWalks: 0 });
});

test('of a cycle through more pages than the second-level TLB has, it keeps the part that the cost of a walk is measured by', () => {
	const pages = 4096;
	const order = cycleOf(pages);
	const result = simulated(8 * pages, (pass) => [
		{ load: base + 4096 * (order[pass % pages] ?? 0) }
	]);
	const loads = result?.all.loads ?? NaN;
	expect(result?.all.tlbMisses).toBe(loads);
	const [, entries] = zen3.core?.tlb ?? [0, 0];
	expect(Math.abs((result?.all.pageWalks ?? 0) / loads - walkingPart(pages, entries))).toBeLessThan(
		0.05
	);
});

test('lines of one set are conflicts: nine of eight ways, and none of eight', () => {
	const column = (rows: number) =>
		simulated(900, (pass) => [{ load: base + 4096 * (pass % rows) }])?.all;
	expect(column(8)).toMatchObject({ l1Misses: 0 });
	expect(column(9)).toMatchObject({ l1Misses: 900, conflicts: 900, capacity: 0 });
});

test('a sequence through memory touches each line once, and the prefetcher has fetched all, across pages', () => {
	const result = simulated(8192, (pass) => [{ load: base + 8 * pass }]);
	expect(result?.all).toMatchObject({
		loads: 8192,
		l1Misses: 1024,
		// The first line of each page.
		prefetched: 1024,
		firstTouches: 0
	});
});

test('a stride of several lines is fetched ahead, also where it leaves a page', () => {
	const result = simulated(8192, (pass) => [{ load: base + 256 * pass }]);
	expect(result?.all).toMatchObject({ l1Misses: 8192, prefetched: 8192 });
});

test('where the begin of the trace is lost, a new line is as near as the lines of a call leave it', () => {
	const stream = (lost: number) =>
		simulated(8192, (pass) => [{ load: base + 64 * pass }], zen3, lost)?.all;
	expect(stream(0)).toMatchObject({ l1Misses: 8192, l2Misses: 8192, l3Misses: 8192 });
	// A call has thirty times 8,192 lines, which L3 holds.
	expect(stream(1_000_000)).toMatchObject({ l2Misses: 8192, l3Misses: 0 });
	expect(stream(100_000_000)).toMatchObject({ l3Misses: 8192 });
});

test('where the begin of the trace is lost and a call goes on where the one before stopped, lines come from behind all that it touches', () => {
	// A line in 32 of 64 MiB: a call has 1 MiB of them.
	const lines = 2 ** 20;
	const walk = (call: number) =>
		simulated(16_384, (pass) => [{ load: base + 64 * ((pass * 677_723) % lines) }], zen3, call);
	// All but those before that was seen.
	expect(walk(1)?.all.l3Misses).toBeGreaterThan(16_000);
	// In order its lines are new, too, and how many there are is not seen.
	const ordered = simulated(16_384, (pass) => [{ load: base + 64 * pass }], zen3, 1);
	expect(ordered?.all.l3Misses).toBeGreaterThan(16_000);
	const again = simulated(
		16_384,
		(pass) => [{ load: base + 64 * (((pass % 16_384) * 677_723) % lines) }],
		zen3,
		1
	);
	expect(again?.all.l3Misses).toBe(0);
});

test('a line that was stored past the caches is in none of them', () => {
	const result = simulated(
		100,
		(pass) => [{ store: base + 64 * (pass % 8) }, { load: base + 64 * ((pass + 4) % 8) }],
		zen3,
		0,
		['movnti']
	)?.all;
	expect(result).toMatchObject({ storeMisses: 0, l3Misses: 100 });
});

test('where the begin of the trace is lost, passes are counted also if the half of it lies within a vector', () => {
	// Shorter loads at the begin leave the half of all entries behind the begin of the second call: at its block, and within its first load.
	for (const shorter of [1, 2, 3]) {
		const load = (pass: number) => [{ load: base, bytes: pass < shorter ? 16 : 64 }];
		const passes = simulated(100, load, zen3, 1)?.passes ?? 0;
		expect([shorter, passes]).toEqual([shorter, shorter === 1 ? 100 : 99]);
	}
});

test('a permutation is not prefetched', () => {
	expect(chase(4096, 8192)?.all.prefetched).toBeLessThan(100);
});

test('four byte stores and a load of all four: blocked; of the last: forwarded', () => {
	const bytes = [0, 1, 2, 3].map((byte) => ({ store: base + byte, bytes: 1 }));
	const whole = simulated(100, () => [...bytes, { load: base, bytes: 4 }])?.all;
	expect(whole).toMatchObject({ stores: 400, blocked: 100, forwarded: 0 });
	const last = simulated(100, () => [...bytes, { load: base + 3, bytes: 1 }]);
	expect(last?.all).toMatchObject({ blocked: 0, forwarded: 100 });
	expect(last?.throughMemory).toEqual([{ load: 0x1004, store: 0x1003, passes: 0 }]);
});

test('a load of what the pass before stored is a dependence through memory', () => {
	const result = simulated(100, () => [{ load: base }, { store: base }]);
	expect(result?.throughMemory).toEqual([{ load: 0x1000, store: 0x1001, passes: 1 }]);
	const moving = simulated(100, (pass) => [{ load: base + 8 * pass }, { store: base + 8 * pass }]);
	expect(moving?.throughMemory).toEqual([]);
	expect(moving?.all.forwarded).toBe(0);
});

test('a load 4,096 bytes behind a store has its alias, and 4,160 bytes behind it has not', () => {
	const behind = (bytes: number) =>
		simulated(100, (pass) => [
			{ store: base + 64 * (pass % 16) },
			{ load: base + 64 * (pass % 16) + bytes }
		])?.all.aliases;
	expect(behind(4096)).toBe(100);
	expect(behind(4096 + 8)).toBe(0);
});

test('a load across two lines, or two pages, is a split', () => {
	const at = (address: number, bytes: number) =>
		simulated(10, () => [{ load: address, bytes }])?.all;
	expect(at(base + 48, 32)).toMatchObject({ lineSplits: 10, pageSplits: 0 });
	expect(at(base + 4080, 32)).toMatchObject({ lineSplits: 10, pageSplits: 10 });
	expect(at(base + 32, 32)).toMatchObject({ lineSplits: 0, pageSplits: 0 });
});

test('a branch of period three is learnt by both predictors, of period forty by TAGE alone, a random one by none', () => {
	const branching = (takenAt: (pass: number) => boolean) =>
		simulated(10_000, (pass) => [{ taken: takenAt(pass) }])?.all;
	const three = branching((pass) => pass % 3 === 0);
	expect(three).toMatchObject({ mispredicted: 0, mispredictedTwoLevel: 0 });
	const forty = branching((pass) => pass % 40 === 0);
	expect(forty?.mispredicted).toBeLessThan(20);
	expect(forty?.mispredictedTwoLevel).toBeGreaterThan(200);
	const random = seeded(3);
	const outcomes = Array.from({ length: 20_000 }, () => random() < 0.5);
	const drawn = branching((pass) => outcomes[pass] ?? false);
	expect(drawn?.mispredicted).toBeGreaterThan(4500);
	expect(drawn?.mispredictedTwoLevel).toBeGreaterThan(4500);
});

test('a loop whose lines and branches repeat is settled; one with new lines, or with a random branch, is not', () => {
	expect(chase(2048)?.isSettled).toBe(true);
	expect(simulated(8192, (pass) => [{ load: base + 64 * pass }])?.isSettled).toBe(false);
	const random = seeded(3);
	const outcomes = Array.from({ length: 2000 }, () => random() < 0.5);
	expect(simulated(1000, (pass) => [{ taken: outcomes[pass] ?? false }])?.isSettled).toBe(false);
});

test('passes of a call are counted where the trace has the call as a whole', () => {
	expect(simulated(100, () => [{ load: base }])?.passesOfCall).toBe(100);
});

test('where the begin of the last call is lost, it has as many passes as the rest shows', () => {
	const [kept, lost, calls, start] = [1000, 3000, 2, 0x1000];
	const trace: Trace = {
		entries: kept,
		lost,
		threads: 1,
		sites: [{ kind: 'block', pc: start, size: 1 }],
		site: new Uint32Array(kept),
		address: new Float64Array(kept)
	};
	const back = { text: '', mnemonic: 'jne', prefixes: [], operands: [], flow: 'branch' as const };
	const code = [{ ...back, address: start, target: start }];
	const found = simulate({ trace, calls, geometry: zen3, code, header: start });
	expect(found?.passesOfCall).toBe((kept + lost) / calls);
});

test('code that the listing lacks counts from pass to pass, not where a call ends', () => {
	const calling = (isCalled: (pass: number) => boolean) =>
		simulated(10, (pass) => [{ elsewhere: isCalled(pass % 10) ? 50 : 0 }])?.steps.unlisted;
	expect(calling((pass) => pass < 9)).toBe(9 * 50);
	expect(calling((pass) => pass === 9)).toBe(0);
});

test('passes are timed also if the call executes more behind the last one than is timed', () => {
	const calling = (instructions: number) =>
		simulated(10, (pass) => [{ elsewhere: pass % 10 === 9 ? instructions : 0 }])?.steps.passes;
	expect(calling(50)).toBe(10);
	expect(calling(100_000)).toBe(10);
});

test('a processor of unknown sizes has caches and branches, and neither TLBs nor a store queue', () => {
	const { core: _, ...unknown } = zen3;
	const result = simulated(100, () => [{ store: base }, { load: base }], unknown);
	expect(result?.all).toMatchObject({ loads: 100, forwarded: 0, tlbMisses: 0 });
});

test('loads and misses of L1 are those that cachegrind counts', async () => {
	const recorded = await readFile(
		new URL('../../fixtures/cachegrind/patterns.txt', import.meta.url),
		'utf8'
	);
	const circle = (count: number, step: number, loads: number) =>
		simulated(loads, (pass) => [{ load: base + 64 * step * (pass % count) }]);
	const patterns = {
		fits: circle(512, 1, 2048),
		larger: circle(2048, 1, 8192),
		column_of_8: circle(8, 64, 720),
		column_of_9: circle(9, 64, 720),
		stream: simulated(65_536, (pass) => [{ load: base + 8 * (pass % 65_536) }])
	};
	for (const [name, result] of Object.entries(patterns)) {
		const counts = recorded.split('\n').find((line) => line.includes(`:${name}.`));
		const [loads, misses] = (counts ?? '').match(/(?<![.(\d])[\d,]+(?= )/g) ?? [];
		const numberOf = (text: string | undefined) => Number(text?.replaceAll(',', ''));
		// The function itself loads its return address, from a line that displaces one.
		const near = (value: number | undefined, text: string | undefined) =>
			Math.abs((value ?? NaN) - numberOf(text));
		expect([name, near(result?.all.loads, loads) <= 1]).toEqual([name, true]);
		expect([name, near(result?.all.l1Misses, misses) <= 9]).toEqual([name, true]);
	}
});
