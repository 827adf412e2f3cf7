import { expect, test } from 'vitest';
import { stepOf } from './window.ts';

const core = { entries: 352, width: 4, latency: 400 };

/** The same machine, instruction by instruction: when the second load begins. */
function simulated(work: number, { entries, width, latency }: typeof core): number {
	const retired: number[] = [];
	let renamed = 0;
	for (let i = 0; i <= work + 1; i += 1) {
		const freed = i >= entries ? (retired[i - entries] ?? 0) : 0;
		renamed = Math.max((i > 0 ? renamed : 0) + (i > 0 ? 1 / width : 0), freed);
		if (i === work + 1) return Math.max(renamed, latency);
		const done = i === 0 ? latency : renamed;
		retired.push(Math.max(done, (retired.at(-1) ?? 0) + (i > 1 ? 1 / width : 0)));
	}
	return renamed;
}

test('work that fits is hidden: the next load begins when its address is there', () => {
	expect(stepOf(64, core)).toMatchObject({ next: 400, workCycles: 16, hiddenCycles: 16 });
	expect(stepOf(351, core)).toMatchObject({ next: 400, hiddenCycles: 351 / 4 });
});

test('work that does not fit delays the next load', () => {
	const step = stepOf(951, core);
	expect(step).toMatchObject({ fullAt: 88, next: 550, workCycles: 951 / 4 });
	expect(step.workCycles - step.hiddenCycles).toBe(150);
	expect(step.occupied).toEqual([
		{ cycle: 0, entries: 0 },
		{ cycle: 88, entries: 352 },
		{ cycle: 400, entries: 352 },
		{ cycle: 550, entries: 352 }
	]);
});

test('a load that ends before the buffer is full hides what was renamed by then', () => {
	expect(stepOf(100, { ...core, latency: 12 })).toMatchObject({
		fullAt: undefined,
		next: 12 + 53 / 4
	});
});

test('an instruction-by-instruction simulation agrees to a cycle', () => {
	for (const work of [0, 1, 64, 351, 352, 353, 700, 2000])
		for (const latency of [4, 40, 400])
			expect(
				Math.abs(stepOf(work, { ...core, latency }).next - simulated(work, { ...core, latency }))
			).toBeLessThanOrEqual(1);
});
