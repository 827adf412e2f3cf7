/** Shell: changes a workshop that has not ended. */
import { notFound, SiteError } from '../base/errors.ts';
import type { Database, Statements } from '../store/database.ts';
import type { WorkshopRow } from './room.ts';
import { lockWorkshop } from './store.ts';

export const over = () =>
	new SiteError(409, 'WORKSHOP_OVER', 'This workshop is over. Its page shows what it came to.');

/**
 * Runs `work` in a transaction that has locked the workshop's row. Rejects if the workshop does not exist or is over.
 */
export async function within<T>(
	database: Database,
	id: string,
	work: (sql: Statements, row: WorkshopRow) => Promise<T>
): Promise<T> {
	return database.transaction(async (sql) => {
		const row = await lockWorkshop(sql, id);
		if (!row) throw notFound('workshop');
		if (row.ended_at) throw over();
		return work(sql, row);
	});
}
