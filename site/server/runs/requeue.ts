/**
 * Shell: requeues a run after its runner or its site process disconnected, ahead of runs that were never started. A run
 * during which several runners died fails with SET_ASIDE, with a sentence.
 */
import type { RunEvent } from '@cyclelab/runner/schema/job';
import type { Logger } from 'pino';
import { fixed } from '../base/config.ts';
import type { Bus } from '../store/bus.ts';
import type { Database, Statements } from '../store/database.ts';
import { errorId } from '../base/errors.ts';
import type { Hub } from './events.ts';
import type { EventLog } from './event-log.ts';
import type { Queue, Taken } from './queue.ts';
import { readEnding, insertMoved } from './event-store.ts';
import { endRuns, endWaitingRun, putBack, raiseRun } from './store.ts';
import { leaseClass } from '../store/session.ts';
import { z } from 'zod';

export type Requeue = (taken: Taken, how: Reason) => void;

export type Reason = {
	/** The runner died during this run, as far as the site can detect. */
	killed: boolean;
	/** Number of runners that died during it before. */
	kills: number;
	/** The runner that had it; absent if it was sent to no runner. */
	from?: string;
};

export type RequeueParts = {
	database: Database;
	queue: Queue;
	hub: Hub;
	eventLog: EventLog;
	bus: Bus;
	log: Logger;
};

export function openRequeue(parts: RequeueParts): Requeue {
	const { database, queue, hub, eventLog, log } = parts;
	return (taken, { killed, kills, from }) => {
		const { run } = taken;
		const setAside = killed && kills + 1 >= fixed.kills;
		if (from !== undefined && !setAside) hub.publish(run, { type: 'moved', from });
		hub.release(run);
		log.warn({ run, killed, setAside }, 'requeued a run');
		const act = async () => {
			await queue.ensure(taken.queue);
			await database.transaction(async (sql) => {
				const now = await putBack(sql, run, database.session.instance, killed);
				if (now === undefined) return;
				if (killed && taken.retryCount !== undefined) await queue.fail(taken, sql.boss);
				else await resend(queue, taken.queue, run, now, sql);
				if (setAside) await endWaitingRun(sql, run, 'failed', setAsideText());
			});
			// the site wrote its end, not a runner: watchers at other processes must be notified
			if (setAside) parts.bus.publish({ kind: 'events', run, seq: 0 });
			await hub.catchUp(run);
			parts.bus.publish({ kind: 'queue', queue: taken.queue }, 'all');
		};
		eventLog.write({ kind: 'then', act });
	};
}

/** Requeues the runs of site processes that are gone. Their end does not count as a runner's death. */
export async function requeueAbandoned(
	parts: Pick<RequeueParts, 'database' | 'queue' | 'hub' | 'bus' | 'log'>
): Promise<void> {
	const { database, queue, hub, bus, log } = parts;
	for (const { id, queue: name, holder } of await findAbandoned(database)) {
		await queue.ensure(name);
		const returned = await database.transaction(async (sql) => {
			// the process died between the run's last event and the update of its state
			const ending = await readEnding(sql, id);
			if (ending) {
				const ended = await endRuns(sql, [{ id, state: ending }], holder);
				if (ended.has(id)) await queue.remove(name, id, sql.boss);
				return undefined;
			}
			const kills = await putBack(sql, id, holder, false);
			if (kills === undefined) return undefined;
			await resend(queue, name, id, kills, sql);
			return { moved: await insertMoved(sql, id) };
		});
		if (!returned) continue;
		log.warn({ run: id }, 'requeued a run of a site process that is gone');
		if (returned.moved !== undefined) bus.publish({ kind: 'events', run: id, seq: returned.moved });
		await hub.catchUp(id);
		bus.publish({ kind: 'queue', queue: name }, 'all');
	}
}

/** A new job for the same run, because pg-boss would count a returned job as failed, and has none of a run that never waited. */
async function resend(
	queue: Queue,
	name: string,
	run: string,
	kills: number,
	sql: Statements
): Promise<void> {
	await queue.remove(name, run, sql.boss);
	const again = { run, priority: 1, retries: fixed.kills - 1 - kills };
	await queue.send(name, [again], sql.boss);
	await raiseRun(sql, run, 1);
}

function setAsideText(): string {
	const event: RunEvent = {
		type: 'failed',
		code: 'SET_ASIDE',
		message:
			`${fixed.kills} times a runner or its Docker Engine stopped working over this run, so it was set aside. ` +
			'Run it again; if that ends the same way, report it to the operator of this site.',
		id: errorId()
	};
	return JSON.stringify(event);
}

/** Runs whose site process is gone: its lease is free. This process does not count as gone, even while it reconnects. */
async function findAbandoned(database: Database) {
	const rows = await database.query(
		`select id, queue, holder from cyclelab.runs where state = 'running'
		and holder <> $2 and not exists (
			select from pg_locks where locktype = 'advisory' and granted and objsubid = 2
			and classid::bigint = $1 and objid::bigint = holder
			and database = (select oid from pg_database where datname = current_database()))`,
		[leaseClass, database.session.instance]
	);
	return z.array(z.object({ id: z.string(), queue: z.string(), holder: z.int() })).parse(rows);
}
