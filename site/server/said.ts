/** How much runners may say of runs: it is in memory until a run is over, and in the store from then on. Pure. */
import { fixed } from './config.ts';
import type { StoredEvent } from './event-store.ts';

/** What was said of one run, by every runner that had it. */
export type Said = { events: number; bytes: number };

export const saidIn = (history: readonly StoredEvent[]): Said => ({
	events: history.length,
	bytes: history.reduce((sum, { text }) => sum + Buffer.byteLength(text), 0)
});

/** With one event more. */
export const plus = ({ events, bytes }: Said, more: number): Said => ({
	events: events + 1,
	bytes: bytes + more
});

const mebibytes = (bytes: number) => `${bytes / 2 ** 20} MiB`;
const most = `${mebibytes(fixed.runBytes)} or ${fixed.runEvents.toLocaleString('en')} events`;

/**
 * A sentence for the learner if no more is kept of a run.
 * @param together of all runs its runner has, this one among them
 */
export function tooMuchSaid(said: Said, together: readonly Said[]): string | undefined {
	if (said.bytes > fixed.runBytes || said.events > fixed.runEvents)
		return `The results of this run are larger than the site keeps (${most}), so it was ended. Run it again with fewer variants or less code.`;
	const bytes = together.reduce((sum, one) => sum + one.bytes, 0);
	if (bytes > fixed.runnerBytes)
		return `The results of the runs on this runner are together larger than the site holds (${mebibytes(fixed.runnerBytes)}), so this one was ended. Run it again.`;
	return undefined;
}
