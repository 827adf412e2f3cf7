/**
 * Shell: puts a run back in the line after its runner or its site process went away, ahead of runs that were never
 * started. A run that several runners died over is set aside, with a sentence.
 */
import type { RunEvent } from '@cyclelab/runner/schema/job';
import type { Logger } from 'pino';
import { fixed } from './config.ts';
import type { Database, Statements } from './database.ts';
import { errorId } from './errors.ts';
import type { Hub } from './events.ts';
import type { Journal } from './journal.ts';
import type { Queue, Taken } from './queue.ts';
import { readEnding, tellMoved } from './event-store.ts';
import { endRun, endWaitingRun, findAbandoned, putBack, raiseRun } from './store.ts';

export type Return = (taken: Taken, how: Reason) => void;

export type Reason = {
	/** Its runner died over it, as far as one can tell. */
	killed: boolean;
	/** Runners that died over it before. */
	kills: number;
	/** The runner that had it; absent if none was told of it. */
	from?: string;
};

export type ReturnParts = {
	database: Database;
	queue: Queue;
	hub: Hub;
	journal: Journal;
	/** The run waits in this line again, or is over. */
	onReturned: (queue: string) => void;
	/** A run that others may be watching has news in the store. */
	onStored: (run: string, seq: number) => void;
	log: Logger;
};

export function openReturn(parts: ReturnParts): Return {
	const { database, queue, hub, journal, log } = parts;
	return (taken, { killed, kills, from }) => {
		const { run } = taken;
		const setAside = killed && kills + 1 >= fixed.kills;
		if (from !== undefined && !setAside) hub.publish(run, { type: 'moved', from });
		hub.release(run);
		log.warn({ run, killed, setAside }, 'a run is given back');
		const act = async () => {
			await database.transaction(async (sql) => {
				const now = await putBack(sql, run, database.session.instance, killed);
				if (now === undefined) return;
				if (killed) await queue.fail(taken, sql.boss);
				else await resend(queue, taken.queue, run, now, sql);
				if (setAside) await endWaitingRun(sql, run, 'failed', setAsideText());
			});
			// its end was written for it, not said by a runner: those who watch elsewhere have to be told
			if (setAside) parts.onStored(run, 0);
			await hub.catchUp(run);
			parts.onReturned(taken.queue);
		};
		journal.write({ kind: 'then', act });
	};
}

/** Gives back the runs of site processes that are gone. Their end is not the runs' fault. */
export async function returnAbandoned(
	parts: Pick<ReturnParts, 'database' | 'queue' | 'hub' | 'onReturned' | 'onStored' | 'log'>
): Promise<void> {
	const { database, queue, hub, log } = parts;
	for (const { id, queue: name, holder } of await findAbandoned(database)) {
		const returned = await database.transaction(async (sql) => {
			// it died between a run's last word and the note that it is over
			const ending = await readEnding(sql, id);
			if (ending) {
				if (await endRun(sql, id, ending, holder)) await queue.remove(name, id, sql.boss);
				return undefined;
			}
			const kills = await putBack(sql, id, holder, false);
			if (kills === undefined) return undefined;
			await resend(queue, name, id, kills, sql);
			return { moved: await tellMoved(sql, id) };
		});
		if (!returned) continue;
		log.warn({ run: id }, 'a run of a site process that is gone is given back');
		if (returned.moved !== undefined) parts.onStored(id, returned.moved);
		await hub.catchUp(id);
		parts.onReturned(name);
	}
}

/** A new job for the same run, since a job that is given back would count as one that failed. */
async function resend(
	queue: Queue,
	name: string,
	run: string,
	kills: number,
	sql: Statements
): Promise<void> {
	await queue.ensure(name);
	await queue.remove(name, run, sql.boss);
	await queue.send(name, run, sql.boss, { priority: 1, retries: fixed.kills - 1 - kills });
	await raiseRun(sql, run, 1);
}

function setAsideText(): string {
	const event: RunEvent = {
		type: 'failed',
		code: 'SET_ASIDE',
		message:
			`${fixed.kills} times a runner or its Docker Engine stopped working over this run, so it was set aside. ` +
			'Run it again; if that ends the same way, tell whoever runs this site.',
		id: errorId()
	};
	return JSON.stringify(event);
}
