import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { stagesTold } from './stages-told.ts';
import type { StageEvent } from './wait-notice.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const variant = 'word';

test('the first stage is told at once, a later one only if it lasts', () => {
	const told: StageEvent[] = [];
	const begin = stagesTold((event) => told.push(event));
	begin({ stage: 'compile', variant })();
	const first = { type: 'stage', stage: 'compile', variant };
	expect(told).toEqual([first]);
	begin({ stage: 'disassemble', variant })();
	vi.advanceTimersByTime(1000);
	expect(told).toEqual([first]);
	begin({ stage: 'count', variant });
	vi.advanceTimersByTime(1000);
	expect(told).toEqual([first, { type: 'stage', stage: 'count', variant }]);
});

test('a stage of many commands is told once, and again after another', () => {
	const told: StageEvent[] = [];
	const begin = stagesTold((event) => told.push(event));
	for (const stage of ['compile', 'predict', 'predict', 'count', 'predict'] as const) {
		const end = begin({ stage, variant });
		vi.advanceTimersByTime(500);
		end();
	}
	expect(told).toEqual(
		['compile', 'predict', 'count', 'predict'].map((stage) => ({ type: 'stage', stage, variant }))
	);
});
