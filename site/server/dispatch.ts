/**
 * Shell: brings waiting runs and connected runners together. It takes a run from the line only when a runner has a
 * free slot, passes on what the runner says, and puts the run back when the runner is gone.
 */
import type { RunEvent } from '@cyclelab/runner/schema/job';
import type { RunnerDescription, ToRunner } from '@cyclelab/runner/schema/gateway';
import type { Logger } from 'pino';
import { fixed } from './config.ts';
import type { Database, Statements } from './database.ts';
import type { Hub } from './events.ts';
import { isEnding } from './frames.ts';
import type { Return } from './give-back.ts';
import type { Journal } from './journal.ts';
import type { Line } from './line.ts';
import { isSlowLine, serves } from './plan.ts';
import type { Queue, Taken } from './queue.ts';
import { RunState, type RunnerSummary } from './schema.ts';
import { takeRuns, type Started } from './take.ts';
import { summaryOf } from './presence.ts';

/** A connected runner. */
export type Connected = {
	description: RunnerDescription;
	state: 'ready' | 'degraded';
	reason: string | undefined;
	send: (message: ToRunner) => void;
	/** What it works on, by run. */
	held: Map<string, Held>;
};
type Held = { taken: Taken; kills: number; since: number; cancelled: boolean };

export type Dispatch = {
	join: (runner: Connected) => void;
	/** It said something new about itself. */
	changed: (runner: Connected) => void;
	/** `killed`: it went without saying so, and what it worked on may be why. */
	leave: (runner: Connected, killed: boolean) => void;
	heard: (runner: Connected, run: string, event: RunEvent) => void;
	/**
	 * Puts a new run in a line, in one transaction with `insert`; false if `insert` says so. A free runner gets it
	 * at once.
	 */
	send: (
		queue: string,
		run: string,
		insert: (sql: Statements) => Promise<boolean>
	) => Promise<boolean>;
	/** Something is waiting in this line. */
	wake: (queue: string) => void;
	/** Ends a run that a runner of this process has; false if none has it. */
	cancel: (run: string) => boolean;
	/** Gives runs back that a runner has had for too long, and looks at every line again. */
	sweep: () => void;
	runners: () => RunnerSummary[];
};

export type DispatchParts = {
	database: Database;
	queue: Queue;
	hub: Hub;
	journal: Journal;
	line: Line;
	giveBack: Return;
	/** What the runners of this process are, or do, changed. */
	onChange: () => void;
	/** Runs left this line. */
	onTaken: (queue: string) => void;
	onEnd: (state: RunState, ms: number) => void;
	log: Logger;
};

/** Pause before the line is looked at again after the store failed, ms. */
const retryMs = 250;

export function openDispatch(parts: DispatchParts): Dispatch {
	const { database, queue, hub, journal, log } = parts;
	const connected = new Set<Connected>();
	const dirty = new Set<string>();
	let pumping = false;

	const free = (runner: Connected, name: string) => {
		if (runner.state !== 'ready') return 0;
		const slow = isSlowLine(name);
		const { slots, slowSlots } = runner.description;
		const held = [...runner.held.values()].filter(({ taken }) => isSlowLine(taken.queue) === slow);
		return (slow ? slowSlots : slots) - held.length;
	};
	const serving = (name: string) =>
		[...connected].filter(
			(runner) => serves(partsOf(runner)).includes(name) && free(runner, name) > 0
		);

	const slotsFor = (name: string) =>
		serving(name).reduce((sum, runner) => sum + free(runner, name), 0);

	function startAll(name: string, runs: Started[]): void {
		runs.forEach(start);
		if (runs.length > 0) parts.onTaken(name);
		if (runs.length > 0) parts.onChange();
	}

	/** The common case in one transaction: a run joins the line while a runner is free, and leaves it at once. */
	async function send(name: string, insert: (sql: Statements) => Promise<boolean>, run: string) {
		const join = async (sql: Statements) => {
			if (!(await insert(sql))) return false;
			await queue.send(name, run, sql.boss);
			return true;
		};
		const slots = pumping ? 0 : slotsFor(name);
		if (slots === 0) {
			const joined = await database.transaction(join);
			if (joined) wake(name);
			if (joined) parts.line.moved();
			return joined;
		}
		pumping = true;
		try {
			const runs = await takeRuns(database, queue, name, slots, join);
			if (!runs) return false;
			startAll(name, runs);
		} finally {
			pumping = false;
			void pump();
		}
		// whoever sent it is answered when the disk has it
		await database.flush();
		return true;
	}

	function start({ taken, run }: Started): void {
		hub.hold(run.id, run.seq);
		const [runner] = serving(taken.queue).sort(
			(a, b) => free(b, taken.queue) - free(a, taken.queue)
		);
		if (!runner) return parts.giveBack(taken, { killed: false, kills: run.kills });
		runner.held.set(run.id, {
			taken,
			kills: run.kills,
			since: performance.now(),
			cancelled: false
		});
		runner.send({ type: 'job', job: run.job });
	}

	async function pump(): Promise<void> {
		if (pumping) return;
		pumping = true;
		for (let [name] = dirty; name !== undefined; [name] = dirty) {
			dirty.delete(name);
			const most = slotsFor(name);
			if (most === 0) continue;
			try {
				const runs = await takeRuns(database, queue, name, most);
				if (!runs?.length) continue;
				startAll(name, runs);
				parts.line.moved();
			} catch (error) {
				log.error({ err: error, queue: name }, 'the line cannot be read; trying again');
				dirty.add(name);
				await new Promise((resolve) => setTimeout(resolve, retryMs));
			}
		}
		pumping = false;
	}

	const wake = (name: string) => {
		dirty.add(name);
		void pump();
	};
	const wakeFor = (runner: Connected) => serves(partsOf(runner)).forEach(wake);

	const end = (held: Held, state: RunState) => {
		const { run } = held.taken;
		const ms = performance.now() - held.since;
		journal.write({ kind: 'end', taken: held.taken, state, done: () => hub.forget(run) });
		if (state === 'finished') parts.line.took(held.taken.queue, ms);
		parts.onEnd(state, ms);
	};

	return {
		join: (runner) => {
			connected.add(runner);
			void Promise.all(serves(partsOf(runner)).map(queue.ensure)).then(
				() => wakeFor(runner),
				(error: unknown) => log.error({ err: error }, 'a line could not be made')
			);
			parts.onChange();
			parts.line.moved();
		},
		changed: (runner) => {
			if (!connected.has(runner)) return;
			wakeFor(runner);
			parts.onChange();
			parts.line.moved();
		},
		leave: (runner, killed) => {
			if (!connected.delete(runner)) return;
			for (const { taken, kills, cancelled } of runner.held.values())
				if (!cancelled) parts.giveBack(taken, { killed, kills });
			runner.held.clear();
			parts.onChange();
			parts.line.moved();
		},
		heard: (runner, run, event) => {
			const held = runner.held.get(run);
			if (!held) return log.debug({ run, type: event.type }, 'an event of a run it does not have');
			if (event.type === 'queued')
				return log.warn({ run }, 'only the site says where a run stands');
			if (!held.cancelled) hub.publish(run, event);
			if (!isEnding(event.type)) return;
			runner.held.delete(run);
			if (!held.cancelled) end(held, RunState.parse(event.type));
			wakeFor(runner);
			parts.onChange();
		},
		send: (name, run, insert) => send(name, insert, run),
		wake,
		cancel: (run) => {
			const runner = [...connected].find((one) => one.held.get(run)?.cancelled === false);
			const held = runner?.held.get(run);
			if (!runner || !held) return false;
			held.cancelled = true;
			runner.send({ type: 'cancel', run });
			hub.publish(run, { type: 'cancelled' });
			end(held, 'cancelled');
			return true;
		},
		sweep: () => {
			for (const runner of connected) wakeFor(runner);
			const oldest = performance.now() - fixed.runSeconds * 1000;
			for (const runner of connected)
				for (const [run, { taken, kills, since, cancelled }] of runner.held) {
					if (since > oldest) continue;
					runner.send({ type: 'cancel', run });
					runner.held.delete(run);
					if (!cancelled) parts.giveBack(taken, { killed: true, kills });
				}
		},
		runners: () => [...connected].map(summaryOf)
	};
}

const partsOf = ({ description }: Connected) => ({
	id: description.id,
	arch: description.host.arch,
	measures: description.measures
});
