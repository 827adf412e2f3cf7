/** Shell: takes runs out of a line, together with what is to be done for them, in one transaction. */
import type { Database, Statements } from './database.ts';
import type { Queue, Taken } from './queue.ts';
import { startRuns, type StartedRun } from './store.ts';

export type Started = { taken: Taken; run: StartedRun };

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
		return taken.flatMap((one) => {
			const run = byRun.get(one.run);
			return run ? [{ taken: one, run }] : [];
		});
	};
	// a runner need not wait for the disk: if this machine dies now, nobody has been promised anything yet
	return database.transaction(take, { durable: false });
}
