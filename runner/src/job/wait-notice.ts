/** The notice for a learner while another run measures with all cores and this run's tools wait. */
import type { WaitCallbacks } from '../sandbox/tool-gate.ts';
import type { RunEvent } from '../schema/job.ts';

const notice =
	'Another run measures with all cores of this runner. This one goes on as soon as that is over, within a minute or so.';

export type StageEvent = Extract<RunEvent, { type: 'stage' }>;

/**
 * @param stage the current stage; before the first, the first is what waits
 * @param send gets the current stage again with a notice while tools wait, and without it afterwards
 */
export function waitNotice(
	stage: () => StageEvent | undefined,
	send: (event: StageEvent) => void
): WaitCallbacks {
	let waiting = 0;
	const current = (): StageEvent => stage() ?? { type: 'stage', stage: 'compile' };
	return {
		onHeld: () => {
			if (waiting === 0) send({ ...current(), notice });
			waiting += 1;
		},
		onReleased: () => {
			waiting -= 1;
			if (waiting === 0) send(current());
		}
	};
}
