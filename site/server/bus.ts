/** Shell: short messages between the site processes that share a database (PostgreSQL's NOTIFY). */
import type { Logger } from 'pino';
import { z } from 'zod';
import type { Database, Sql } from './database.ts';

const Message = z.discriminatedUnion('kind', [
	/** A run has events up to `seq` in the store. */
	z.strictObject({ kind: z.literal('events'), run: z.string(), seq: z.int() }),
	/** Somebody joined or left a line. */
	z.strictObject({ kind: z.literal('line'), queue: z.string() }),
	/** Whoever's runner has this run: stop it. */
	z.strictObject({ kind: z.literal('cancel'), run: z.string() }),
	/** A runner came, went or changed. */
	z.strictObject({ kind: z.literal('runners') }),
	/** This runner connected to the process that says so; older connections of it are dead. */
	z.strictObject({ kind: z.literal('joined'), runner: z.string() }),
	/** Something changed in a workshop. */
	z.strictObject({ kind: z.literal('workshop'), workshop: z.string() }),
	/** A token was revoked. */
	z.strictObject({ kind: z.literal('tokens') })
]);
export type Message = z.infer<typeof Message>;

export type Bus = {
	say: (message: Message) => void;
	/** Replaces the one who hears what other processes say; `missed`: something may have been overheard. */
	hear: (heard: (message: Message) => void, missed: () => void) => void;
};

const Envelope = z.strictObject({ from: z.int(), message: Message });
const channel = 'cyclelab';

/** Says something to all site processes. `from`: who says so, and need not hear it. */
export async function tellSites(sql: Sql, from: number, message: Message): Promise<void> {
	await sql.query('select pg_notify($1, $2)', [channel, JSON.stringify({ from, message })]);
}

export async function openBus(database: Database, log: Logger): Promise<Bus> {
	const from = database.session.instance;
	let heard: (message: Message) => void = () => {};
	let missed: () => void = () => {};
	await database.session.listen(
		channel,
		(payload) => {
			const envelope = Envelope.safeParse(JSON.parse(payload));
			if (!envelope.success) log.warn('a message of another site process was not understood');
			else if (envelope.data.from !== from) heard(envelope.data.message);
		},
		() => missed()
	);
	return {
		say: (message) => {
			tellSites(database, from, message).catch((error: unknown) =>
				log.warn({ err: error }, 'other site processes were not told')
			);
		},
		hear: (onMessage, onMissed) => {
			heard = onMessage;
			missed = onMissed;
		}
	};
}
