/**
 * Shell: deletes queues that hold no run. A queue is made for the first run that waits in it, and a runner that describes
 * another processor at each connection serves another queue each time.
 */
import { hasOtherSites } from '../store/other-sites.ts';
import type { Sql } from '../store/database.ts';
import { queueSchema } from '../store/migrations.ts';

/**
 * Call it before this process uses a queue, while no other process can begin to: a process expects the queues that it made.
 * Does nothing while another site process has the store.
 * @param kept a queue that stays; pg-boss's own stay too
 */
export async function deleteUnusedQueues(sql: Sql, self: number, kept: string): Promise<void> {
	if (await hasOtherSites(sql, self)) return;
	await sql.query(
		`delete from ${queueSchema}.queue where name <> $1 and name not like '\\_\\_pgboss%'
		and not exists (select from ${queueSchema}.job where job.name = queue.name)`,
		[kept]
	);
}
