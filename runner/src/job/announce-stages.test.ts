import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { announceStages } from './announce-stages.ts';
import type { StageEvent } from './wait-notice.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const variant = 'word';

test('the first stage is announced at once, a later one only if it lasts', () => {
	const announced: StageEvent[] = [];
	const begin = announceStages((event) => announced.push(event));
	begin({ stage: 'compile', variant })();
	const first = { type: 'stage', stage: 'compile', variant };
	expect(announced).toEqual([first]);
	begin({ stage: 'disassemble', variant })();
	vi.advanceTimersByTime(1000);
	expect(announced).toEqual([first]);
	begin({ stage: 'count', variant });
	vi.advanceTimersByTime(1000);
	expect(announced).toEqual([first, { type: 'stage', stage: 'count', variant }]);
});

test('a stage of many commands is announced once, and again after another', () => {
	const announced: StageEvent[] = [];
	const begin = announceStages((event) => announced.push(event));
	for (const stage of ['compile', 'predict', 'predict', 'count', 'predict'] as const) {
		const end = begin({ stage, variant });
		vi.advanceTimersByTime(500);
		end();
	}
	expect(announced).toEqual(
		['compile', 'predict', 'count', 'predict'].map((stage) => ({ type: 'stage', stage, variant }))
	);
});
