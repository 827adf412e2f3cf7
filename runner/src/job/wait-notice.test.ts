import { expect, it } from 'vitest';
import type { RunEvent } from '../schema/job.ts';
import { waitNotice } from './wait-notice.ts';

const notice =
	'Another run measures with all cores of this runner. This one goes on as soon as that is over, within a minute or so.';

it('the waiting stage is emitted once with a notice, and without it when it continues', () => {
	const told: RunEvent[] = [];
	const { emit, held } = waitNotice((event) => told.push(event));
	emit({ type: 'stage', stage: 'predict', variant: 'mine' });
	held.onHeld?.();
	held.onHeld?.();
	held.onReleased?.();
	held.onReleased?.();
	emit({ type: 'stage', stage: 'measure' });
	expect(told).toEqual([
		{ type: 'stage', stage: 'predict', variant: 'mine' },
		{ type: 'stage', stage: 'predict', variant: 'mine', notice },
		{ type: 'stage', stage: 'predict', variant: 'mine' },
		{ type: 'stage', stage: 'measure' }
	]);
});

it('before the first stage, the first is what waits', () => {
	const told: RunEvent[] = [];
	const { held } = waitNotice((event) => told.push(event));
	held.onHeld?.();
	held.onReleased?.();
	expect(told).toEqual([
		{ type: 'stage', stage: 'compile', notice },
		{ type: 'stage', stage: 'compile' }
	]);
});
