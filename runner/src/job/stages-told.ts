/** Which of a job's stages its watchers are told. */
import type { StageEvent } from './wait-notice.ts';

/** A stage that ends sooner is not told: nobody could read its name, and each event costs the site as much as a result. ms. */
const toldAfterMs = 100;

/**
 * Begins a stage, and returns the function that ends it. The first stage is told at once: by it the site knows that the run
 * has reached the runner's tools. A stage that goes on, as one of many commands, is told once.
 */
export function stagesTold(
	emit: (event: StageEvent) => void
): (stage: Omit<StageEvent, 'type'>) => () => void {
	let last: string | undefined;
	return (stage) => {
		const text = JSON.stringify(stage);
		const tell = () => {
			if (text !== last) emit({ type: 'stage', ...stage });
			last = text;
		};
		if (last === undefined) tell();
		const timer = setTimeout(tell, toldAfterMs);
		return () => clearTimeout(timer);
	};
}
