/** Shell: the runners connected to this and to the other site processes on the same database. */
import type { Logger } from 'pino';
import { z } from 'zod';
import type { Bus } from '../store/bus.ts';
import type { Database } from '../store/database.ts';
import type { RunnerCard } from '../runs/connected.ts';
import { RunnerSummary } from '../../shared/schema.ts';
import { leaseClass } from '../store/session.ts';

export type RunnerPresence = {
	/** All runners, by name. */
	all: () => RunnerCard[];
	/** Call after a runner of this process connected, disconnected or changed. */
	changed: () => void;
	/** Reads what other processes wrote. */
	refresh: () => Promise<void>;
	/** Takes this process's runners off the list. */
	close: () => Promise<void>;
};

/** Numbers of queued runs are read from the queue, not from another process's list. */
const Card = RunnerSummary.omit({ waiting: true });
const Row = z.object({ id: z.string(), holder: z.int(), summary: z.unknown() });

/** The list is written at most this often, ms. */
const pauseMs = 300;

export function openPresence(
	database: Database,
	bus: Bus,
	here: () => RunnerCard[],
	log: Logger
): RunnerPresence {
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
				[instance, runners.map(({ id }) => id), runners.map((runner) => JSON.stringify(runner))]
			);
		});
		bus.publish({ kind: 'runners' });
	}

	const changed = () => {
		if (!bus.hasOthers || timer) return;
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
			if (!bus.hasOthers) return;
			const rows = await database.query(
				`select id, holder, summary from cyclelab.runners where holder = $2 or exists (
					select from pg_locks where locktype = 'advisory' and granted and objsubid = 2
					and classid::bigint = $1 and objid::bigint = holder
					and database = (select oid from pg_database where datname = current_database()))
				order by id`,
				[leaseClass, instance]
			);
			const states = z.array(Row).parse(rows);
			elsewhere = states.flatMap(({ holder, summary }) => {
				// a process of another version may have another schema of its runners
				const card = Card.safeParse(summary);
				return holder !== instance && card.success ? [card.data] : [];
			});
			const listedHere = new Set(
				states.filter(({ holder }) => holder === instance).map(({ id }) => id)
			);
			// a runner that moved here may still be in its former process's list
			if (here().some(({ id }) => !listedHere.has(id))) changed();
		},
		close: async () => {
			clearTimeout(timer);
			if (bus.hasOthers) await write([]);
		}
	};
}
