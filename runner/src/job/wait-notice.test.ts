import { expect, it } from 'vitest';
import { waitNotice, type StageEvent } from './wait-notice.ts';

const notice =
	'Another run measures with all cores of this runner. This one goes on as soon as that is over, within a minute or so.';

it('the waiting stage is emitted once with a notice, and without it when it continues', () => {
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

it('before the first stage, the first is what waits', () => {
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
