/** Shell: whether other site processes have this store. */
import type { Sql } from './database.ts';
import { leaseClass } from './session.ts';

/** @param self number of the caller's session, whose lease does not count */
export async function hasOtherSites(sql: Sql, self: number): Promise<boolean> {
	const rows = await sql.query(
		`select objid from pg_locks where locktype = 'advisory' and granted and objsubid = 2
		and classid::bigint = $1 and objid::bigint <> $2
		and database = (select oid from pg_database where datname = current_database())`,
		[leaseClass, self]
	);
	return rows.length > 0;
}
