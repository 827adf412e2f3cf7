/**
 * The inspections of people who type: each belongs to a stream of this process and is in memory alone. One that finds no free
 * slot has a row while it waits and runs, because the rows are the queue, but no events in the store. Pure.
 */
import type { NewRun } from './queue.ts';

/** `since`: when it was requested, ms of `performance.now()`. */
export type UnstoredRun = { run: NewRun; hasRow: boolean; since: number };

export type UnstoredRuns = {
	/** A run without a row begins on a runner of this process. */
	begin: (run: NewRun) => void;
	/** A run gets a row in its queue. */
	wait: (run: NewRun) => void;
	/** This process claimed a run without events: if it waits here, it goes on as an unstored one. */
	claimed: (id: string) => void;
	/** A run that a runner of this process has, whose events are not stored. */
	active: (id: string) => UnstoredRun | undefined;
	/** An active run is over. */
	ended: (id: string) => UnstoredRun | undefined;
	/** An active run goes back to its queue, and is stored like any other from now on. */
	returned: (id: string) => UnstoredRun | undefined;
	/** Nobody follows this run any more. Returns whether it may have a row that is not of an active run here. */
	left: (id: string) => boolean;
	/** Active runs of an owner. */
	countOf: (owner: Buffer) => number;
};

export function createUnstoredRuns(): UnstoredRuns {
	const active = new Map<string, UnstoredRun>();
	/** Runs that wait, or that another process has. */
	const away = new Map<string, UnstoredRun>();
	const move = (id: string, from: typeof active, to?: typeof active) => {
		const found = from.get(id);
		from.delete(id);
		if (found) to?.set(id, { ...found, hasRow: true });
		return found;
	};
	return {
		begin: (run) => void active.set(run.id, { run, hasRow: false, since: performance.now() }),
		wait: (run) => void away.set(run.id, { run, hasRow: true, since: performance.now() }),
		claimed: (id) => void move(id, away, active),
		active: (id) => active.get(id),
		ended: (id) => move(id, active),
		returned: (id) => move(id, active, away),
		left: (id) => away.delete(id),
		countOf: (owner) => {
			let open = 0;
			for (const { run } of active.values()) if (run.owner.equals(owner)) open += 1;
			return open;
		}
	};
}
