/** Shell: which runners are connected, here and to the other site processes on the same database. */
import type { Logger } from 'pino';
import { z } from 'zod';
import type { Bus } from './bus.ts';
import type { Database } from './database.ts';
import type { RunnerCard } from './connected.ts';
import { RunnerSummary } from './schema.ts';
import { leaseClass } from './session.ts';

export type Presence = {
	/** All runners, by name. */
	all: () => RunnerCard[];
	/** A runner of this process came, went or changed. */
	changed: () => void;
	/** Reads what other processes wrote. */
	refresh: () => Promise<void>;
	/** Takes this process's runners off the list. */
	close: () => Promise<void>;
};

/** Who waits is known by asking, not by what another process wrote. */
const Card = RunnerSummary.omit({ waiting: true });
const Row = z.object({ id: z.string(), holder: z.int(), summary: z.unknown() });

/** The list is written at most this often, ms. */
const pauseMs = 300;

export function openPresence(
	database: Database,
	bus: Bus,
	here: () => RunnerCard[],
	/** No other process shares this database, so nobody needs to be told. */
	alone: boolean,
	log: Logger
): Presence {
	const { instance } = database.session;
	let elsewhere: RunnerCard[] = [];
	let timer: NodeJS.Timeout | undefined;

	async function write(runners: RunnerCard[]): Promise<void> {
		await database.transaction(async (sql) => {
			await sql.query('delete from cyclelab.runners where holder = $1', [instance]);
			await sql.query(
				`insert into cyclelab.runners (id, holder, summary)
				select s.id, $1, s.summary::json from unnest($2::text[], $3::text[]) as s (id, summary)
				on conflict (id) do update set holder = excluded.holder, summary = excluded.summary`,
				[instance, runners.map(({ id }) => id), runners.map((one) => JSON.stringify(one))]
			);
		});
		bus.say({ kind: 'runners' });
	}

	const changed = () => {
		if (alone || timer) return;
		timer = setTimeout(() => {
			timer = undefined;
			write(here()).catch((error: unknown) => log.warn({ err: error }, 'the list of runners'));
		}, pauseMs);
		timer.unref();
	};

	return {
		all: () => {
			const local = here();
			const ids = new Set(local.map(({ id }) => id));
			return [...local, ...elsewhere.filter(({ id }) => !ids.has(id))].sort((a, b) =>
				a.id < b.id ? -1 : 1
			);
		},
		changed,
		refresh: async () => {
			if (alone) return;
			const rows = await database.query(
				`select id, holder, summary from cyclelab.runners where holder = $2 or exists (
					select from pg_locks where locktype = 'advisory' and granted and objsubid = 2
					and classid::bigint = $1 and objid::bigint = holder
					and database = (select oid from pg_database where datname = current_database()))
				order by id`,
				[leaseClass, instance]
			);
			const known = z.array(Row).parse(rows);
			elsewhere = known.flatMap(({ holder, summary }) => {
				// a process of another version may describe its runners in other words
				const card = Card.safeParse(summary);
				return holder !== instance && card.success ? [card.data] : [];
			});
			const own = new Set(known.filter(({ holder }) => holder === instance).map(({ id }) => id));
			// one of ours moved here while its former process still wrote it on its list
			if (here().some(({ id }) => !own.has(id))) changed();
		},
		close: async () => {
			clearTimeout(timer);
			if (!alone) await write([]);
		}
	};
}
