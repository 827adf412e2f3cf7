/** The end of a run for a reader who has received its events: the changes since then in place of the whole report. Pure. */
import { changesBetween, charactersOf, type Json } from '@cyclelab/runner/changes';
import { apply } from '@cyclelab/runner/progress';
import type { RunEvent } from '@cyclelab/runner/schema/job';
import type { Report } from '@cyclelab/runner/schema/report';
import type { Ended } from '../../shared/schema.ts';
import type { StoredEvent } from './event-store.ts';

/**
 * @param events all of a run's history up to its end
 * @returns undefined if the whole report must be sent: the run did not finish, or its beginning is not among the events
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

// The site wrote this text after parsing it with the schema.
const eventIn = (text: string): RunEvent => JSON.parse(text);
const plain = (report: Report): Json => report as unknown as Json;
