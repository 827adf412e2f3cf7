/** Shell: takes runs out of a line, together with what is to be done for them, in one transaction. */
import type { Database, Statements } from './database.ts';
import type { Queue, Taken } from './queue.ts';
import { outdatedText } from './outdated.ts';
import { readEvents, type StoredEvent } from './event-store.ts';
import { endWaitingRun, putBack, startRuns, type StartedRun } from './store.ts';

/** `history`: what happened to it before; nothing, unless it was on a runner already. */
export type Started = { taken: Taken; run: StartedRun; history: StoredEvent[] };

/**
 * `ended`: runs that could only be ended, since a site of another version was asked for them. They were told so. `fetched`:
 * how many were taken from the line, those among them that were over already.
 */
export type Taking = { runs: Started[]; ended: string[]; fetched: number };

/**
 * Takes at most `most` runs of a line; they are this process's from then on. `first` happens in the same transaction,
 * and says by false that nothing is to be done.
 */
export async function takeRuns(
	database: Database,
	queue: Queue,
	name: string,
	most: number,
	first: (sql: Statements) => Promise<boolean> = async () => true
): Promise<Taking | undefined> {
	const take = async (sql: Statements) => {
		if (!(await first(sql))) return undefined;
		const taken = await queue.fetch(name, most, sql.boss);
		const ids = taken.map(({ run }) => run);
		const { instance } = database.session;
		const { runs: started, foreign } = await startRuns(sql, ids, instance);
		for (const id of foreign) {
			await putBack(sql, id, instance, false);
			await endWaitingRun(sql, id, 'failed', outdatedText());
		}
		const byRun = new Map(started.map((run) => [run.id, run]));
		// cancelled while it was taken, or ended
		for (const one of taken) if (!byRun.has(one.run)) await queue.complete(one, sql.boss);
		const runs: Started[] = [];
		for (const one of taken) {
			const run = byRun.get(one.run);
			const history = run && run.seq > 0 ? await readEvents(sql, run.id, 0) : [];
			if (run) runs.push({ taken: one, run, history });
		}
		return { runs, ended: foreign, fetched: taken.length };
	};
	// a runner need not wait for the disk: if this machine dies now, nobody has been promised anything yet
	return database.transaction(take, { durable: false });
}
