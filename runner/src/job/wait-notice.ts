/** The notice for a learner while another run measures with all cores and this run's tools wait. */
import type { WaitCallbacks } from '../sandbox/tool-gate.ts';
import type { RunEvent } from '../schema/job.ts';

const notice =
	'Another run measures with all cores of this runner. This one goes on as soon as that is over, within a minute or so.';

/** @param send gets the events of `emit`, the current stage again with a notice while tools wait, and without it afterwards */
export function waitNotice(send: (event: RunEvent) => void): {
	emit: (event: RunEvent) => void;
	held: WaitCallbacks;
} {
	let stage: Extract<RunEvent, { type: 'stage' }> | undefined;
	let waiting = 0;
	return {
		emit: (event) => {
			if (event.type === 'stage') stage = event;
			send(event);
		},
		held: {
			onHeld: () => {
				if (waiting === 0) send({ ...(stage ?? { type: 'stage', stage: 'compile' }), notice });
				waiting += 1;
			},
			onReleased: () => {
				waiting -= 1;
				if (waiting === 0) send(stage ?? { type: 'stage', stage: 'compile' });
			}
		}
	};
}
