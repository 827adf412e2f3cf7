/** What a learner hears while another run measures with every core, and the tools of this one wait. */
import type { Held } from '../sandbox/tool-gate.ts';
import type { RunEvent } from '../schema/job.ts';

const notice =
	'Another run measures with all cores of this runner. This one goes on as soon as that is over, within a minute or so.';

/** @param tell what `emit` passes on to: it is told the current stage again with a notice, and without it afterwards */
export function tellHeld(tell: (event: RunEvent) => void): {
	emit: (event: RunEvent) => void;
	held: Held;
} {
	let stage: Extract<RunEvent, { type: 'stage' }> | undefined;
	let waiting = 0;
	return {
		emit: (event) => {
			if (event.type === 'stage') stage = event;
			tell(event);
		},
		held: {
			onHeld: () => {
				if (waiting === 0) tell({ ...(stage ?? { type: 'stage', stage: 'compile' }), notice });
				waiting += 1;
			},
			onReleased: () => {
				waiting -= 1;
				if (waiting === 0) tell(stage ?? { type: 'stage', stage: 'compile' });
			}
		}
	};
}
