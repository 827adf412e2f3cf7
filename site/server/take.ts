/** Shell: takes runs out of a line, together with what is to be done for them, in one transaction. */
import type { Database, Statements } from './database.ts';
import type { Queue, Taken } from './queue.ts';
import { readEvents, startRuns, type StartedRun, type StoredEvent } from './store.ts';

/** `history`: what happened to it before; nothing, unless it was on a runner already. */
export type Started = { taken: Taken; run: StartedRun; history: StoredEvent[] };

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
): Promise<Started[] | undefined> {
	const take = async (sql: Statements) => {
		if (!(await first(sql))) return undefined;
		const taken = await queue.fetch(name, most, sql.boss);
		const ids = taken.map(({ run }) => run);
		const started = await startRuns(sql, ids, database.session.instance);
		const byRun = new Map(started.map((run) => [run.id, run]));
		// cancelled while it was taken
		for (const one of taken) if (!byRun.has(one.run)) await queue.complete(one, sql.boss);
		const runs: Started[] = [];
		for (const one of taken) {
			const run = byRun.get(one.run);
			const history = run && run.seq > 0 ? await readEvents(sql, run.id, 0) : [];
			if (run) runs.push({ taken: one, run, history });
		}
		return runs;
	};
	// a runner need not wait for the disk: if this machine dies now, nobody has been promised anything yet
	return database.transaction(take, { durable: false });
}
