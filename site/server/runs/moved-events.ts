/**
 * Shell: the events of finished measurements in object storage, where a site has one. They are nine tenths of a large store. An
 * hour after the end of a run its events are written as one object, and only then deleted from the database, in a transaction that
 * holds the run. Whatever fails before leaves them where they were. Runs of a workshop stay: all of them are read at once.
 */
import { promisify } from 'node:util';
import { gunzip, gzip } from 'node:zlib';
import type { Logger } from 'pino';
import { z } from 'zod';
import { fixed } from '../base/config.ts';
import { SiteError } from '../base/errors.ts';
import type { Database } from '../store/database.ts';
import type { ObjectStore } from '../store/objects.ts';
import {
	inPieces,
	readEventsInPieces,
	type EventInPieces,
	type EventsElsewhere
} from './event-store.ts';

type MovedEvents = EventsElsewhere & {
	/** Moves what is old enough, then deletes the objects of runs that are no longer there. Rejects at the first failure. */
	sweep: () => Promise<void>;
	close: () => Promise<void>;
};

const Ids = z.array(z.object({ id: z.string() }));
const Bytes = z.object({ bytes: z.int() });
const nameOf = (run: string) => `events/${run}.gz`;

export function openMovedEvents(
	database: Database,
	objects: ObjectStore | undefined,
	log: Logger,
	{ afterMinutes, atOnce, everyMs }: Record<keyof typeof fixed.moved, number> = fixed.moved
): MovedEvents {
	let closing = false;

	async function bytes(run: string): Promise<number | undefined> {
		const [row] = await database.query(
			'select bytes from cyclelab.run_objects where run = $1 and bytes > 0',
			[run]
		);
		return row && Bytes.parse(row).bytes;
	}

	async function read(run: string): Promise<EventInPieces[] | undefined> {
		if ((await bytes(run)) === undefined) return undefined;
		if (!objects)
			throw away(
				'The result of this run is in object storage, of which this site knows nothing. Its operator must set OBJECT_STORE again.'
			);
		let packed: Buffer | undefined;
		try {
			packed = await objects.get(nameOf(run));
		} catch (cause) {
			log.error({ err: cause, run }, 'the object storage does not give the events of a run');
			throw away(
				'The object storage, which has the result of this run, does not answer. Nothing is lost: try again later.',
				cause
			);
		}
		if (packed === undefined)
			throw away(
				'The object storage has no longer the result of this run. Its operator may restore the object.'
			);
		return unpacked(packed);
	}

	/** Whether the run's events are moved now. Another process may have the run, or have deleted it. */
	async function move(store: ObjectStore, run: string): Promise<boolean> {
		// Before the object: no object is ever without a row that leads to its deletion.
		await database.query(
			'insert into cyclelab.run_objects (run) values ($1) on conflict do nothing',
			[run]
		);
		return database.transaction(async (sql) => {
			const [own] = await sql.query(
				`select id from cyclelab.runs where id = $1 and not events_moved for update skip locked`,
				[run]
			);
			if (!own) return false;
			const events = await readEventsInPieces(sql, run);
			if (events.length > 0) {
				const { body, bytes: size } = await pack(events);
				await store.put(nameOf(run), body);
				await sql.query('update cyclelab.run_objects set bytes = $2 where run = $1', [run, size]);
				await sql.query('delete from cyclelab.run_events where run = $1', [run]);
			}
			await sql.query('update cyclelab.runs set events_moved = true where id = $1', [run]);
			return true;
		});
	}

	async function moveOld(store: ObjectStore): Promise<void> {
		for (let count = atOnce; count === atOnce && !closing;) {
			const rows = await database.query(
				`select id from cyclelab.runs r where not events_moved and needs_core and state = 'finished'
				and finished_at < now() - make_interval(mins => $1)
				and not exists (select from cyclelab.workshop_runs w where w.run = r.id)
				order by finished_at limit $2`,
				[afterMinutes, atOnce]
			);
			count = 0;
			for (const { id } of Ids.parse(rows)) if (!closing && (await move(store, id))) count += 1;
		}
	}

	async function removeLeft(store: ObjectStore): Promise<void> {
		for (let count = atOnce; count === atOnce && !closing;) {
			const rows = await database.query(
				`select run as id from cyclelab.run_objects
				where not exists (select from cyclelab.runs where id = run) limit $1`,
				[atOnce]
			);
			const left = Ids.parse(rows);
			for (const { id } of left) {
				await store.remove(nameOf(id));
				await database.query('delete from cyclelab.run_objects where run = $1', [id]);
			}
			count = left.length;
		}
	}

	async function sweep(): Promise<void> {
		if (!objects) return;
		await moveOld(objects);
		await removeLeft(objects);
	}

	let going: Promise<void> | undefined;
	const look = () => {
		going ??= sweep()
			.catch((error: unknown) =>
				log.error({ err: error }, 'object storage is not up to date; trying again later')
			)
			.finally(() => (going = undefined));
	};
	const timer = objects && setInterval(look, everyMs);
	timer?.unref();
	return {
		read,
		bytes,
		sweep,
		close: async () => {
			closing = true;
			clearInterval(timer);
			await going;
		}
	};
}

const away = (sentence: string, cause?: unknown) =>
	new SiteError(503, 'OBJECTS_AWAY', sentence, { cause, retryAfterSeconds: 60 });

/** A line for each event: its number and its JSON, which has no line breaks; compressed. */
async function pack(events: EventInPieces[]) {
	const lines = events
		.toSorted((a, b) => a.seq - b.seq)
		.flatMap(({ seq, pieces }) => [Buffer.from(`${seq} `), ...pieces, Buffer.from('\n')]);
	const all = Buffer.concat(lines);
	return { body: Buffer.from(await promisify(gzip)(all)), bytes: all.length };
}

async function unpacked(packed: Buffer): Promise<EventInPieces[]> {
	const all = await promisify(gunzip)(packed);
	const events: EventInPieces[] = [];
	for (let from = 0; from < all.length;) {
		const space = all.indexOf(' ', from);
		const end = all.indexOf('\n', space);
		events.push(inPieces(Number(all.toString('utf8', from, space)), all.subarray(space + 1, end)));
		from = end + 1;
	}
	return events;
}
