/** Limits of the events of runs, which are in memory until a run is over, and in the store from then on. Pure. */
import { fixed } from '../base/config.ts';
import type { StoredEvent } from './event-store.ts';

/** Events of one run, from every runner that had it. */
export type Volume = { events: number; bytes: number };

export const volumeOf = (history: readonly StoredEvent[]): Volume => ({
	events: history.length,
	bytes: history.reduce((sum, { text }) => sum + Buffer.byteLength(text), 0)
});

/** The volume with one more event. */
export const plus = ({ events, bytes }: Volume, more: number): Volume => ({
	events: events + 1,
	bytes: bytes + more
});

const mebibytes = (bytes: number) => `${bytes / 2 ** 20} MiB`;
const most = `${mebibytes(fixed.runBytes)} or ${fixed.runEvents.toLocaleString('en')} events`;

/**
 * A sentence for the learner if the run exceeds a limit.
 * @param together volumes of all runs on its runner, including this run
 */
export function tooMuchSent(volume: Volume, together: readonly Volume[]): string | undefined {
	if (volume.bytes > fixed.runBytes || volume.events > fixed.runEvents)
		return `The results of this run are larger than the site keeps (${most}), so it was ended. Run it again with fewer variants or less code.`;
	const bytes = together.reduce((sum, one) => sum + one.bytes, 0);
	if (bytes > fixed.runnerBytes)
		return `The results of the runs on this runner are together larger than the site holds (${mebibytes(fixed.runnerBytes)}), so this one was ended. Run it again.`;
	return undefined;
}
