/** An inspection as a page asks for it while somebody types. */
import type { Sql } from '@cyclelab/site/server/store/database.ts';
import { messagesOf } from '../../../site/src/lib/run/api.ts';
import type { Frame, SiteAddress } from './site.ts';

/** The numbers of stored runs and events. */
export async function storedRows(database: Sql) {
	const [counts] = await database.query(
		`select (select count(*)::int from cyclelab.runs) as runs, (select count(*)::int from cyclelab.run_events) as events`
	);
	return counts;
}

/** The request to inspect this source. */
export const typed = (source: string) => ({
	exercise: 'two-stores',
	stages: ['inspect'],
	sources: { narrow: source }
});

export type Typed = {
	/** The type of the first event that has come, once there is one. */
	next: () => Promise<string | undefined>;
	/** All its events. */
	frames: Promise<Frame[]>;
	/** Closes the connection. */
	leave: () => void;
};

/** Asks for an inspection and reads its events. */
export function followInspection(site: SiteAddress, request: object): Typed {
	const leaving = new AbortController();
	const first = Promise.withResolvers<string | undefined>();
	async function follow(): Promise<Frame[]> {
		const response = await fetch(`${site.url}/api/inspections`, {
			method: 'POST',
			headers: { 'content-type': 'application/json' },
			body: JSON.stringify(request),
			signal: leaving.signal
		});
		if (response.status !== 200) throw new Error(`the inspection answered ${response.status}`);
		const frames: Frame[] = [];
		for await (const { id, event, data } of messagesOf(response)) {
			if (event === undefined) continue;
			if (event !== 'queued') first.resolve(event);
			frames.push({ id, event, data: JSON.parse(data) });
		}
		return frames;
	}
	const frames = follow();
	frames.catch(() => first.resolve(undefined));
	return { next: () => first.promise, frames, leave: () => leaving.abort() };
}
