import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { announceStages, type StageEvent, waitNotice } from './announce-stages.ts';

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

const notice =
	'Another run measures with all cores of this runner. This one goes on as soon as that is over, within a minute or so.';

test('the waiting stage is emitted once with a notice, and without it when it continues', () => {
	const told: StageEvent[] = [];
	const stage: StageEvent = { type: 'stage', stage: 'predict', variant: 'mine' };
	const held = waitNotice(
		() => stage,
		(event) => told.push(event)
	);
	held.onHeld?.();
	held.onHeld?.();
	held.onReleased?.();
	held.onReleased?.();
	expect(told).toEqual([{ ...stage, notice }, stage]);
});

test('before the first stage, the first is what waits', () => {
	const told: StageEvent[] = [];
	const held = waitNotice(
		() => undefined,
		(event) => told.push(event)
	);
	held.onHeld?.();
	held.onReleased?.();
	expect(told).toEqual([
		{ type: 'stage', stage: 'compile', notice },
		{ type: 'stage', stage: 'compile' }
	]);
});
