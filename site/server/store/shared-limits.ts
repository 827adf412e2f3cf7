/** Shell: counts in the store, for the limits that hold across all site processes (docs/decisions/0014-limits-across-processes.md). */
import { createHmac } from 'node:crypto';
import { RateLimiterPostgres, RateLimiterRes } from 'rate-limiter-flexible';
import type { SharedLimits } from '../limits/limits.ts';
import { schema } from './migrations.ts';
import type { Storage } from './storage.ts';

/** @param storage its secret hides the owners, which are addresses */
export function openSharedLimits({
	database,
	secret,
	isShared
}: Pick<Storage, 'database' | 'secret' | 'isShared'>): SharedLimits {
	if (!isShared) return () => undefined;
	const storeClient = {
		query: async ({ text, values }: { text: string; values: unknown[] }) => {
			const rows = await database.query(text, values);
			return { rows, rowCount: rows.length };
		}
	};
	return (name, most) => {
		const limiter = new RateLimiterPostgres({
			storeClient,
			storeType: 'client',
			schemaName: schema,
			tableName: 'limits',
			tableCreated: true,
			keyPrefix: name,
			points: most,
			duration: 60,
			// What is refused until the minute ends costs the store nothing.
			inMemoryBlockOnConsumed: most
		});
		return async (whose) => {
			try {
				await limiter.consume(createHmac('sha256', secret).update(whose).digest('base64url'));
				return 0;
			} catch (refused) {
				if (refused instanceof RateLimiterRes) return Math.max(1, refused.msBeforeNext);
				throw refused;
			}
		};
	};
}
