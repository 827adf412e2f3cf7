import { expect, it } from 'vitest';
import type { RunEvent } from '../schema/job.ts';
import { tellHeld } from './held.ts';

const notice =
	'Another run measures with all cores of this runner. This one goes on as soon as that is over, within a minute or so.';

it('the stage that waits is told with a notice, once, and without it when it goes on', () => {
	const told: RunEvent[] = [];
	const { emit, held } = tellHeld((event) => told.push(event));
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
	const { held } = tellHeld((event) => told.push(event));
	held.onHeld?.();
	held.onReleased?.();
	expect(told).toEqual([
		{ type: 'stage', stage: 'compile', notice },
		{ type: 'stage', stage: 'compile' }
	]);
});
