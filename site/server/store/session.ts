/**
 * Shell: the permanent connection. It receives notifications, and it holds an advisory lock that is this process's lease:
 * when the process or its connection ends, PostgreSQL releases the lock, and other processes may take over its runs.
 */
import { randomInt } from 'node:crypto';
import pg from 'pg';
import type { Logger } from 'pino';

export type Session = {
	/** Number of this site process in the store. */
	instance: number;
	/**
	 * `onNotification` gets each payload; `onReconnect` is called when notifications may have been missed.
	 */
	listen: (
		channel: string,
		onNotification: (payload: string) => void,
		onReconnect: () => void
	) => Promise<void>;
	/**
	 * Rejects if the database does not answer. Resolves at once if it answered within the last two seconds, else soon, even
	 * while every connection for statements is in use.
	 */
	ping: () => Promise<void>;
	/** Takes a further advisory lock for the session's lifetime; false if another session has it. */
	tryLock: (lockClass: number, key: number) => Promise<boolean>;
	close: () => Promise<void>;
};

/** First number of the advisory locks that are leases ("cycl" in ASCII); the second is the instance. */
export const leaseClass = 0x6379636c;

/**
 * PostgreSQL asks a silent machine for a sign of life after 2 s, then every second, and drops the lease after three
 * without an answer, or when what it sent was not received for 5 s. Its defaults are two hours and a quarter of one. A
 * process that dies closes its connection at once.
 */
const watchful = [
	'set tcp_keepalives_idle = 2',
	'set tcp_keepalives_interval = 1',
	'set tcp_keepalives_count = 3',
	'set tcp_user_timeout = 5000'
];

const retryMs = { first: 50, longest: 2000 };
/** Interval of keep-alive queries on a silent connection, ms. */
const beatMs = 5000;
/**
 * An answer is good for this time, ms, if the connection is not lost; when half of it is over, the next question is asked
 * for later callers. A caller would otherwise wait for two turns of the event loop, in each of which a page may be made.
 */
const answerMs = 2000;

type Listener = { channel: string; onMessage: (payload: string) => void; missed: () => void };

export async function openSession(connection: pg.ClientConfig, log: Logger): Promise<Session> {
	const instance = randomInt(1, 2 ** 31 - 1);
	const listeners: Listener[] = [];
	let closed = false;
	let client = await connect();
	let pauseMs = retryMs.first;
	let last: Promise<unknown> = Promise.resolve();
	let answering: Promise<void> | undefined;
	let answeredAt = -Infinity;
	const beat = setInterval(() => {
		const asked = client;
		const late = setTimeout(() => asked.end().catch(() => {}), beatMs);
		ask().then(
			() => clearTimeout(late),
			() => clearTimeout(late)
		);
	}, beatMs);

	/** The next statement, after the others have their results: version 9 of pg refuses a client that has a query. */
	function query<Row extends pg.QueryResultRow>(text: string, values: unknown[] = []) {
		const next = last.then(() => client.query<Row>(text, values));
		last = next.catch(() => {});
		return next;
	}

	/** One query answers everybody who asks meanwhile. */
	function ask(): Promise<void> {
		answering ??= query('select 1')
			.then(() => void (answeredAt = performance.now()))
			.finally(() => (answering = undefined));
		return answering;
	}

	async function ping(): Promise<void> {
		const ageMs = performance.now() - answeredAt;
		if (ageMs > answerMs) await ask();
		else if (ageMs > answerMs / 2) ask().catch(() => {});
	}

	async function connect(): Promise<pg.Client> {
		const next = new pg.Client({ ...connection, keepAlive: true, connectionTimeoutMillis: 5000 });
		next.on('error', (error) => {
			if (!closed) log.warn({ reason: error.message }, 'the listening connection was lost');
		});
		await next.connect();
		for (const setting of watchful)
			await next
				.query(setting)
				.catch((error: Error) => log.debug({ reason: error.message }, 'a database without it'));
		await next.query('select pg_advisory_lock($1, $2)', [leaseClass, instance]);
		for (const channel of new Set(listeners.map((listener) => listener.channel)))
			await next.query(`listen ${pg.escapeIdentifier(channel)}`);
		next.on('notification', ({ channel, payload }) => {
			for (const listener of listeners)
				if (listener.channel === channel) listener.onMessage(payload ?? '');
		});
		next.on('end', () => {
			answeredAt = -Infinity;
			if (!closed && client === next) void reconnect();
		});
		return next;
	}

	async function reconnect(): Promise<void> {
		while (!closed) {
			try {
				client = await connect();
				pauseMs = retryMs.first;
				for (const listener of listeners) listener.missed();
				return;
			} catch {
				await new Promise((resolve) => setTimeout(resolve, pauseMs));
				pauseMs = Math.min(2 * pauseMs, retryMs.longest);
			}
		}
	}

	return {
		instance,
		listen: async (channel, onMessage, missed) => {
			listeners.push({ channel, onMessage, missed });
			await query(`listen ${pg.escapeIdentifier(channel)}`);
		},
		ping,
		tryLock: async (lockClass, key) => {
			const { rows } = await query<{ taken: boolean }>(
				'select pg_try_advisory_lock($1, $2) as taken',
				[lockClass, key]
			);
			return rows[0]?.taken === true;
		},
		close: async () => {
			closed = true;
			clearInterval(beat);
			await client.end().catch(() => {});
		}
	};
}
