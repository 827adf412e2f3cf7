/** Shell: which runners are connected, here and to the other site processes on the same database. */
import type { Logger } from 'pino';
import { z } from 'zod';
import type { Bus } from './bus.ts';
import type { Database } from './database.ts';
import type { Connected } from './dispatch.ts';
import { RunnerSummary } from './schema.ts';
import { leaseClass } from './session.ts';

export type Presence = {
	/** All runners, those of this process first. */
	all: () => RunnerSummary[];
	/** A runner of this process came, went or changed. */
	changed: () => void;
	/** Reads what other processes wrote. */
	refresh: () => Promise<void>;
	/** Takes this process's runners off the list. */
	close: () => Promise<void>;
};

/** The list is written at most this often, ms. */
const pauseMs = 300;

export function openPresence(
	database: Database,
	bus: Bus,
	here: () => RunnerSummary[],
	/** No other process shares this database, so nobody needs to be told. */
	alone: boolean,
	log: Logger
): Presence {
	const { instance } = database.session;
	let elsewhere: RunnerSummary[] = [];
	let timer: NodeJS.Timeout | undefined;

	async function write(runners: RunnerSummary[]): Promise<void> {
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

	return {
		all: () => {
			const local = here();
			const ids = new Set(local.map(({ id }) => id));
			return [...local, ...elsewhere.filter(({ id }) => !ids.has(id))];
		},
		changed: () => {
			if (alone || timer) return;
			timer = setTimeout(() => {
				timer = undefined;
				write(here()).catch((error: unknown) => log.warn({ err: error }, 'the list of runners'));
			}, pauseMs);
			timer.unref();
		},
		refresh: async () => {
			if (alone) return;
			const rows = await database.query(
				`select summary from cyclelab.runners where holder <> $2 and exists (
					select from pg_locks where locktype = 'advisory' and granted and objsubid = 2
					and classid::bigint = $1 and objid::bigint = holder
					and database = (select oid from pg_database where datname = current_database()))
				order by id`,
				[leaseClass, instance]
			);
			elsewhere = z
				.array(z.object({ summary: RunnerSummary }))
				.parse(rows)
				.map((row) => row.summary);
		},
		close: async () => {
			clearTimeout(timer);
			if (!alone) await write([]);
		}
	};
}

export function summaryOf({ description, state, reason, held }: Connected): RunnerSummary {
	const { id, host, clockGHz, measures, inspects, toolchains, slots, slowSlots, noiseFloor } =
		description;
	return {
		id,
		arch: host.arch,
		microarchitecture: host.microarchitecture,
		processor: host.processor,
		...(clockGHz === undefined ? {} : { clockGHz }),
		measures,
		inspects,
		state,
		...(reason === undefined ? {} : { reason }),
		...(noiseFloor ? { noiseFloor } : {}),
		slots,
		slowSlots,
		busy: held.size,
		host,
		toolchains
	};
}
