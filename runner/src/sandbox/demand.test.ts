import { expect, test } from 'vitest';
import {
	jobsIn,
	poolMemory,
	largestBurst,
	mostSpent,
	mostWarm,
	withTake,
	peakOf,
	rememberedMs,
	shareEvenly,
	type Demand
} from './demand.ts';

const minute = 60_000;

test('the most that were asked for without a pause are remembered for ten minutes', () => {
	let demand: Demand = new Map();
	expect(peakOf(demand, 0)).toBe(0);
	for (const [at, asked] of [
		[0, 2],
		[1000, 5],
		[2000, 1],
		[3 * minute, 3]
	] as const)
		demand = withTake(demand, at, asked);
	expect(peakOf(demand, 3 * minute)).toBe(5);
	expect(peakOf(demand, rememberedMs + 2 * minute)).toBe(3);
	expect(peakOf(demand, rememberedMs + 5 * minute)).toBe(0);
});

test('nobody keeps more warm than a room needs', () => {
	expect(peakOf(withTake(new Map(), 0, 1000), 0)).toBe(largestBurst);
});

test('what is long past is forgotten', () => {
	let demand: Demand = new Map();
	for (let at = 0; at < 100; at++) demand = withTake(demand, at * minute, at);
	expect(demand.size).toBeLessThan(13);
});

test('what each wants is given as far as it reaches, turn by turn', () => {
	expect(shareEvenly([3, 1, 0, 2], 100)).toEqual([3, 1, 0, 2]);
	expect(shareEvenly([3, 1, 0, 2], 4)).toEqual([2, 1, 0, 1]);
	expect(shareEvenly([3, 1, 0, 2], 1)).toEqual([1, 0, 0, 0]);
	expect(shareEvenly([], 4)).toEqual([]);
});

test('jobs and what waits beside them fit into the memory, and there is always one of each', () => {
	for (const memoryMiB of [512, 2048, 4096, 8192, 65_536]) {
		const jobs = Math.min(4, jobsIn(memoryMiB));
		const memory = poolMemory(jobs, memoryMiB);
		const warm = mostWarm(memory);
		expect(jobs).toBeGreaterThanOrEqual(1);
		expect(warm).toBeGreaterThanOrEqual(1);
		if (memoryMiB < 4096) continue;
		for (const waiting of [0, 1, warm]) {
			const kept = mostSpent(memory, waiting);
			const taken = jobs * 512 + waiting * memory.warmMiB + kept * (memory.warmMiB + 160);
			expect(taken + 768 + 1536).toBeLessThanOrEqual(memoryMiB);
		}
	}
	expect(jobsIn(4096)).toBe(3);
});

test('a small machine keeps a few ready, a large one as many as it may', () => {
	expect(mostWarm(poolMemory(3, 4096))).toBe(32);
	const large = poolMemory(4, 262_144);
	expect([mostWarm(large), mostSpent(large, 0)]).toEqual([160, 160]);
	const memory = poolMemory(4, 8192);
	expect([0, 64, 1000].map((warm) => mostSpent(memory, warm))).toEqual([22, 19, 0]);
});
