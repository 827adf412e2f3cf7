/** Shell: takes runs from a queue, with their jobs and histories, in one transaction. */
import type { RunEvent } from '@cyclelab/runner/schema/job';
import { errorId } from '../base/errors.ts';
import type { Database, Statements } from '../store/database.ts';
import type { Queue, Taken } from './queue.ts';
import { readEvents, type StoredEvent } from './event-store.ts';
import { endWaitingRun, putBack, startRuns, type StartedRun } from './store.ts';

/** `history`: its earlier events; empty unless it was already on a runner. */
export type Started = { taken: Taken; run: StartedRun; history: StoredEvent[] };

/**
 * `ended`: runs that failed because another version of the site accepted them; each has a last event with the reason.
 * `fetched`: how many were taken from the queue, including runs that were already over.
 */
export type Taking = { runs: Started[]; ended: string[]; fetched: number };

/** Takes at most `most` runs of a queue; this process holds them from then on. */
export async function takeRuns(
	database: Database,
	queue: Queue,
	name: string,
	most: number
): Promise<Taking> {
	const take = async (sql: Statements) => {
		const taken = await queue.fetch(name, most, sql.boss);
		const ids = taken.map(({ run }) => run);
		const { instance } = database.session;
		const { runs: started, foreign } = await startRuns(sql, ids, instance);
		for (const id of foreign) {
			await putBack(sql, id, instance, false);
			await endWaitingRun(sql, id, 'failed', outdatedText());
		}
		const byRun = new Map(started.map((run) => [run.id, run]));
		// cancelled while it was being taken, or over
		for (const one of taken) if (!byRun.has(one.run)) await queue.complete(one, sql.boss);
		const runs: Started[] = [];
		for (const one of taken) {
			const run = byRun.get(one.run);
			const history = run && run.seq > 0 ? await readEvents(sql, run.id, 0) : [];
			if (run) runs.push({ taken: one, run, history });
		}
		return { runs, ended: foreign, fetched: taken.length };
	};
	// not durable, so the runner need not wait for the disk: no client has been promised anything yet
	return database.transaction(take, { durable: false });
}

/** The last event of a run whose job another version of the site wrote, as it is stored. */
export function outdatedText(): string {
	const event: RunEvent = {
		type: 'failed',
		code: 'OUTDATED',
		message:
			'The site was updated while this run waited, and cannot do it the way it was asked for any more. Run it again.',
		id: errorId()
	};
	return JSON.stringify(event);
}
