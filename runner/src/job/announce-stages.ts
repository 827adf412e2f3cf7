/** Which of a job's stages become events, and the notice for a learner while another run measures with all cores and this run's tools wait. */
import type { RunEvent } from '@cyclelab/contract/schema/job';
import type { WaitCallbacks } from '../sandbox/tool-gate.ts';

/** A stage that ends sooner has no event: nobody could read its name, and an event costs the site as much as a result. ms. */
const announcedAfterMs = 100;

/**
 * Begins a stage, and returns the function that ends it. The first stage has its event at once: by it the site knows that the
 * run has reached the runner's tools. A stage of many commands in a row has one event.
 */
export function announceStages(
	emit: (event: StageEvent) => void
): (stage: Omit<StageEvent, 'type'>) => () => void {
	let last: string | undefined;
	return (stage) => {
		const text = JSON.stringify(stage);
		const announce = () => {
			if (text !== last) emit({ type: 'stage', ...stage });
			last = text;
		};
		if (last === undefined) announce();
		const timer = setTimeout(announce, announcedAfterMs);
		return () => clearTimeout(timer);
	};
}

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
