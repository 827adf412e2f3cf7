/** The end of a run for a reader who has heard its events: what changed since, in place of everything once more. Pure. */
import { changesBetween, charactersOf, type Change, type Json } from '@cyclelab/runner/changes';
import { apply } from '@cyclelab/runner/progress';
import type { RunEvent } from '@cyclelab/runner/schema/job';
import type { Report } from '@cyclelab/runner/schema/report';
import type { StoredEvent } from './event-store.ts';

/** In place of `finished`. */
export type Ended = {
	type: 'ended';
	/** From the report that the events before make (`progress.ts`) to the last one. */
	changes: Change[];
	/** Characters of that report's JSON: who has another one asks for the whole. */
	from: number;
};

/**
 * @param events all of a run's history up to its end
 * @returns undefined where the whole must be told: the run did not finish, or its beginning is not among the events
 */
export function endedOf(events: readonly StoredEvent[]): Ended | undefined {
	const last = events.at(-1);
	if (events[0]?.seq !== 1 || last?.type !== 'finished') return undefined;
	const known = events
		.slice(0, -1)
		.reduce<Report | undefined>((report, { text }) => apply(report, eventIn(text)), undefined);
	const end = eventIn(last.text);
	if (!known || end.type !== 'finished') return undefined;
	return {
		type: 'ended',
		changes: changesBetween(plain(known), plain(end.report)),
		from: charactersOf(plain(known))
	};
}

// Written by ourselves, and parsed with the schema before that.
const eventIn = (text: string): RunEvent => JSON.parse(text);
const plain = (report: Report): Json => report as unknown as Json;
