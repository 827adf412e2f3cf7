/** Shell: connections to PostgreSQL. One small pool for everything. */
import { createHash } from 'node:crypto';
import pg from 'pg';
import type { Logger } from 'pino';
import { inBatches } from '../base/batches.ts';
import { openSession, type Session } from './session.ts';

export type Row = Record<string, unknown>;

/** Runs statements, alone or within a transaction. */
export type Sql = {
	query: (text: string, values?: unknown[]) => Promise<Row[]>;
};

/** Runs statements within a transaction. */
export type Statements = Sql & {
	/** Runs a text of several statements, without values and without a result. */
	script: (text: string) => Promise<void>;
};

export type Database = Sql & {
	/** `durable: false`: resolves before the commit is on disk; `flush` then waits for the disk. */
	transaction: <T>(
		work: (sql: Statements) => Promise<T>,
		options?: { durable: boolean }
	) => Promise<T>;
	/** Resolves when everything that was committed before is on the disk. */
	flush: () => Promise<void>;
	/** The connection that receives notifications and holds this process's lease on its runs. */
	session: Session;
	close: () => Promise<void>;
};

/** Connections for statements; the embedded server allows 60 in all. */
const poolSize = 8;
/** A connection without a statement is closed after this time, ms: a room that begins finds the connections of the one before. */
const idleMs = 60_000;
/** Callers that one flush answers. */
const mostFlushed = 64;

export async function openDatabase(connection: pg.ClientConfig, log: Logger): Promise<Database> {
	const pool = new pg.Pool({
		...connection,
		max: poolSize,
		connectionTimeoutMillis: 5000,
		idleTimeoutMillis: idleMs
	});
	let closing = false;
	const lost = (error: Error) => {
		// While the site closes its connections, a server may reset one: that needs no log line.
		if (!closing) log.warn({ reason: error.message }, 'a database connection was lost');
	};
	// The pool reports errors of idle clients only. A client between two statements of a transaction reports its own errors.
	pool.on('error', () => {});
	pool.on('connect', (client) => client.on('error', lost));
	const session = await openSession(connection, log);
	// The first requests come together, and would each wait for a new process of PostgreSQL.
	const opened = await Promise.all(Array.from({ length: poolSize }, () => pool.connect()));
	const hasOwnServers = await haveOwnServers(opened);
	for (const client of opened) client.release();
	if (!hasOwnServers) {
		await Promise.all([session.close(), pool.end()]);
		throw new Error(
			'DATABASE_URL leads to a pooler that may give each transaction another connection to PostgreSQL, and the site keeps a lock and listens on its connections. Set pool_mode = session there (PgBouncer), or name PostgreSQL itself.'
		);
	}
	/** Everybody who asks while the disk is at work is answered by the next flush. */
	const flush = inBatches(mostFlushed, async (askers: readonly undefined[]) => {
		// a commit waits for the disk only if its transaction wrote to the log: having a number is not enough
		await pool.query("select pg_logical_emit_message(true, 'cyclelab', '')");
		return askers;
	});
	return {
		...sqlOf(pool),
		session,
		flush: () => flush(undefined),
		transaction: async (work, options = { durable: true }) => {
			const client = await pool.connect();
			try {
				const begin = options.durable ? 'begin' : 'begin; set local synchronous_commit to off';
				await client.query(begin);
				const script = async (text: string) => void (await client.query(text));
				const result = await work({ ...sqlOf(client), script });
				await client.query('commit');
				client.release();
				return result;
			} catch (error) {
				await client.query('rollback').then(
					() => client.release(),
					() => client.release(true)
				);
				throw error;
			}
		},
		close: async () => {
			closing = true;
			await session.close();
			await pool.end();
		}
	};
}

/**
 * Whether each connection keeps a server process of its own. A pooler in transaction mode answers connections that ask one after
 * another with the same one.
 */
async function haveOwnServers(clients: readonly pg.PoolClient[]): Promise<boolean> {
	const servers = new Set<number>();
	for (const client of clients) {
		const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid');
		for (const { pid } of rows) servers.add(pid);
	}
	return servers.size === clients.length;
}

type Queryable = Pick<pg.Pool | pg.PoolClient, 'query'>;

function sqlOf(target: Queryable): Sql {
	return {
		query: async (text, values = []) => {
			const result: pg.QueryResult<Row> = await target.query(prepared(text, values));
			return result.rows;
		}
	};
}

/**
 * Statements are planned once per connection: a claim takes 1.5 ms to plan and 0.3 ms to run. The number of different texts
 * is small, yet capped.
 */
const names = new Map<string, string>();
const mostNames = 500;

function prepared(text: string, values: unknown[]): pg.QueryConfig {
	let name = names.get(text);
	if (name === undefined && names.size < mostNames) {
		name = createHash('sha256').update(text).digest('hex').slice(0, 24);
		names.set(text, name);
	}
	return name === undefined ? { text, values } : { name, text, values };
}
