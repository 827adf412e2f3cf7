/** Which of a job's stages become events. */
import type { StageEvent } from './wait-notice.ts';

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
