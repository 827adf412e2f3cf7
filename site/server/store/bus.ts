/** Shell: short messages between the site processes that share a database (PostgreSQL's NOTIFY). */
import type { Logger } from 'pino';
import { z } from 'zod';
import { inBatches } from '../base/batches.ts';
import type { Database, Sql } from './database.ts';

const Message = z.discriminatedUnion('kind', [
	/** A run has new events in the store. */
	z.strictObject({ kind: z.literal('events'), run: z.string() }),
	/** The sender has watchers of these runs, which another process may hold: it wants a message when they have new events. */
	z.strictObject({ kind: z.literal('watching'), runs: z.array(z.string()) }),
	/** A run joined or left a queue. */
	z.strictObject({ kind: z.literal('queue'), queue: z.string() }),
	/** The process whose runner has this run must stop it. */
	z.strictObject({ kind: z.literal('cancel'), run: z.string() }),
	/** A runner connected, disconnected or changed. */
	z.strictObject({ kind: z.literal('runners') }),
	/** This runner connected to the sender at this time; its older connections are dead. `own`: with RUNNER_TOKEN. */
	z.strictObject({
		kind: z.literal('joined'),
		runner: z.string(),
		at: z.iso.datetime(),
		own: z.boolean().optional()
	}),
	/** Something changed in a workshop. */
	z.strictObject({ kind: z.literal('workshop'), workshop: z.string() }),
	/** A token was revoked. */
	z.strictObject({ kind: z.literal('tokens') })
]);
export type Message = z.infer<typeof Message>;

type Kind = Message['kind'];
type Subscriber = { kind: Kind; onMessage: (message: Message) => void };

export type Bus = {
	/** False where one site process has the database to itself: nothing is sent to others then. */
	hasOthers: boolean;
	/**
	 * Publishes a message. Subscribers of this process (`here`, `all`) are called at once, other processes (`others`, `all`)
	 * get it by NOTIFY: what is published while a notification is sent is in the next one.
	 */
	publish: (message: Message, to?: 'others' | 'here' | 'all') => void;
	/** Subscribes to the messages of a kind. */
	on: <K extends Kind>(
		kind: K,
		onMessage: (message: Extract<Message, { kind: K }>) => void
	) => void;
	/** Subscribes to losses: messages of other processes may have been missed. */
	onMissed: (onMessage: () => void) => void;
};

const Envelope = z.strictObject({ from: z.int(), messages: z.array(Message) });
/** Messages that are sent together, and bytes of those in one notification: PostgreSQL takes less than 8000, one message has 3000. */
const mostMessages = 100;
const mostBytes = 4500;
const channel = 'cyclelab';

/** Sends messages to all site processes in one transaction. `from`: the sender, which ignores them. */
export async function notifySites(
	sql: Sql,
	from: number,
	messages: readonly Message[]
): Promise<void> {
	await sql.query('select pg_notify($1, $2)', [channel, JSON.stringify({ from, messages })]);
}

export async function openBus(
	{ database, isShared }: { database: Database; isShared: boolean },
	log: Logger
): Promise<Bus> {
	const from = database.session.instance;
	const subscribers: Subscriber[] = [];
	const missed: (() => void)[] = [];
	const deliver = (message: Message) => {
		for (const { kind, onMessage } of subscribers) if (kind === message.kind) onMessage(message);
	};
	await database.session.listen(
		channel,
		(payload) => {
			const envelope = Envelope.safeParse(JSON.parse(payload));
			if (!envelope.success) log.warn('a message of another site process was not understood');
			else if (envelope.data.from !== from) envelope.data.messages.forEach(deliver);
		},
		() => missed.forEach((onMessage) => onMessage())
	);
	const send = inBatches(mostMessages, async (messages: readonly Message[]) => {
		let some: Message[] = [];
		let bytes = 0;
		for (const [text, message] of new Map(
			messages.map((message) => [JSON.stringify(message), message])
		)) {
			some.push(message);
			bytes += Buffer.byteLength(text);
			if (bytes < mostBytes) continue;
			await notifySites(database, from, some);
			[some, bytes] = [[], 0];
		}
		if (some.length > 0) await notifySites(database, from, some);
		return messages;
	});
	return {
		hasOthers: isShared,
		publish: (message, to = 'others') => {
			if (to !== 'others') deliver(message);
			if (to === 'here' || !isShared) return;
			send(message).catch((error: unknown) =>
				log.warn({ err: error }, 'a message was not sent to the other site processes')
			);
		},
		on: (kind, onMessage) => {
			// `deliver` calls it with messages of this kind alone.
			subscribers.push({ kind, onMessage: onMessage as Subscriber['onMessage'] });
		},
		onMissed: (onMessage) => void missed.push(onMessage)
	};
}
