/**
 * Shell: brings waiting runs and connected runners together. It takes a run from the line only when a runner has a
 * free slot, passes on what the runner says, and puts the run back when the runner is gone.
 */
import type { RunEvent } from '@cyclelab/runner/schema/job';
import { serves } from './classes.ts';
import { fixed } from './config.ts';
import { cardOf, type Connected, type RunnerCard } from './connected.ts';
import { createCourtesy } from './courtesy.ts';
import type { Database, Statements } from './database.ts';
import { openInHand, type InHandParts } from './in-hand.ts';
import type { Queue } from './queue.ts';
import { chooseRunner } from './slots.ts';
import { linesWaiting } from './store.ts';
import { takeRuns, type Started, type Taking } from './take.ts';

export type Dispatch = {
	join: (runner: Connected) => void;
	/** It said something new about itself. */
	changed: (runner: Connected) => void;
	/** It said something that no run waits for. */
	told: () => void;
	/** `killed`: it went without saying so, and what it worked on may be why. */
	leave: (runner: Connected, killed: boolean) => void;
	/** It does not begin this run, or cannot go on with it: another one shall. */
	declined: (runner: Connected, run: string) => void;
	/** `bytes`: how long the message was. */
	heard: (runner: Connected, run: string, event: RunEvent, bytes: number) => void;
	/**
	 * Puts a new run in a line, in one transaction with `insert`, which tells its priority there; false if it tells
	 * none. A free runner gets it at once.
	 */
	send: (
		queue: string,
		run: string,
		insert: (sql: Statements) => Promise<number | undefined>
	) => Promise<boolean>;
	/** Something is waiting in this line. */
	wake: (queue: string) => void;
	/** Somebody elsewhere came or went, so runners here may take what they did not before. */
	look: () => void;
	/** Ends a run that a runner of this process has; false if none has it. */
	cancel: (run: string) => boolean;
	/** Gives runs back that a runner has had for too long, and looks at every line again. */
	sweep: () => void;
	/** Runs that runners of this process have. */
	held: () => string[];
	/**
	 * This process does not speak for the run any more: its runner stops, and nothing is said of it. `takenBefore`: by
	 * `performance.now()`; a run that was taken again since is ours.
	 */
	lose: (run: string, takenBefore: number) => void;
	runners: () => RunnerCard[];
};

export type DispatchParts = InHandParts & {
	database: Database;
	queue: Queue;
	/** All runners, of other site processes too. */
	everybody: () => RunnerCard[];
	/** What the runners of this process are, or do, changed. */
	onChange: () => void;
	/** Runs left this line. */
	onTaken: (queue: string) => void;
	/** A run's end is in the store, and no runner said it. */
	onEnded: (run: string) => void;
};

/** Pause before the line is looked at again after the store failed, ms. */
const retryMs = 250;
/** Others have this long to take a run for which they have more room, ms; they are told of it within some ten. */
const courtesyMs = 100;

export function openDispatch(parts: DispatchParts): Dispatch {
	const { database, queue, hub, log } = parts;
	const connected = new Set<Connected>();
	const dirty = new Set<string>();
	let pumping = false;
	const inHand = openInHand(connected, parts);

	const courtesy = createCourtesy(connected, parts.everybody);
	/** Lines left to others for a moment, and those that were. */
	const resting = new Set<string>();
	const rested = new Set<string>();

	function rest(name: string): void {
		if (resting.has(name)) return;
		resting.add(name);
		setTimeout(() => {
			resting.delete(name);
			rested.add(name);
			wake(name);
		}, courtesyMs).unref();
	}

	function startAll(name: string, { runs, ended }: Taking): void {
		runs.forEach(start);
		for (const run of ended) {
			log.warn({ run, queue: name }, 'a run asked of another version of the site cannot be done');
			parts.onEnded(run);
		}
		if (runs.length + ended.length > 0) parts.onTaken(name);
		if (runs.length > 0) parts.onChange();
	}

	/** The common case in one transaction: a run joins the line while a runner is free, and leaves it at once. */
	async function send(...[name, run, insert]: Parameters<Dispatch['send']>) {
		const join = async (sql: Statements) => {
			const priority = await insert(sql);
			if (priority === undefined) return false;
			await queue.send(name, run, sql.boss, { priority });
			return true;
		};
		const slots = pumping ? 0 : courtesy.share(name);
		if (slots === 0 || slots === 'later') {
			const joined = await database.transaction(join);
			if (joined) (slots === 'later' ? rest : wake)(name);
			if (joined) parts.line.moved();
			return joined;
		}
		pumping = true;
		try {
			const taking = await takeRuns(database, queue, name, slots, join);
			if (!taking) return false;
			startAll(name, taking);
			// One that was over already may have stood first.
			if (taking.fetched === slots) dirty.add(name);
		} finally {
			pumping = false;
			void pump();
		}
		// whoever sent it is answered when the disk has it
		await database.flush();
		return true;
	}

	function start(started: Started): void {
		const { taken, run, history } = started;
		hub.hold(run.id, history);
		const runner = chooseRunner(connected, taken.queue, run.job, parts.everybody());
		if (!runner) return parts.giveBack(taken, { killed: false, kills: run.kills });
		inHand.give(runner, started);
	}

	async function pump(): Promise<void> {
		if (pumping) return;
		pumping = true;
		while (dirty.size > 0) {
			const names = [...dirty];
			dirty.clear();
			const failed = new Set<string>();
			const fails = (error: unknown, queues: string[]) => {
				log.error({ err: error, queues }, 'lines cannot be read; trying again');
				queues.forEach((name) => failed.add(name));
			};
			try {
				// Most lines are empty, and to find that out by taking from each costs as much as the rest of a short run.
				const waiting = await linesWaiting(database, names.filter(courtesy.hasRoom));
				for (const name of names) {
					const insist = rested.delete(name);
					if (waiting.has(name))
						await takeFrom(name, insist).catch((error) => fails(error, [name]));
				}
			} catch (error) {
				fails(error, names);
			}
			if (failed.size === 0) continue;
			for (const name of failed) dirty.add(name);
			await new Promise((resolve) => setTimeout(resolve, retryMs));
		}
		pumping = false;
	}

	async function takeFrom(name: string, insist: boolean): Promise<void> {
		// word of a run that was left to others comes back here as well
		if (resting.has(name)) return;
		const most = courtesy.share(name, insist);
		if (most === 'later') rest(name);
		if (most === 0 || most === 'later') return;
		const taking = await takeRuns(database, queue, name, most);
		if (!taking || taking.fetched === 0) return;
		startAll(name, taking);
		if (taking.fetched === most) dirty.add(name);
		parts.line.moved();
	}

	const wake = (name: string) => {
		dirty.add(name);
		void pump();
	};
	const wakeFor = (runner: Connected) => serves(cardOf(runner), parts.everybody()).forEach(wake);
	const look = () => connected.forEach(wakeFor);

	/** Makes the lines a runner takes from, also those it serves only when others are away, and looks into all. */
	const openLines = (runner: Connected) => {
		void Promise.all(serves(cardOf(runner), []).map(queue.ensure)).then(look, (error: unknown) =>
			log.error({ err: error }, 'a line could not be made')
		);
	};

	return {
		join: (runner) => {
			connected.add(runner);
			openLines(runner);
			parts.onChange();
			parts.line.moved();
		},
		changed: (runner) => {
			if (!connected.has(runner)) return;
			openLines(runner);
			parts.onChange();
			parts.line.moved();
		},
		told: parts.onChange,
		leave: (runner, killed) => {
			if (!connected.delete(runner)) return;
			inHand.giveBackAll(runner, killed);
			look();
			parts.onChange();
			parts.line.moved();
		},
		heard: (runner, run, event, bytes) => {
			if (!inHand.heard(runner, run, event, bytes)) return;
			wakeFor(runner);
			parts.onChange();
		},
		declined: (runner, run) => {
			inHand.declined(runner, run);
			parts.onChange();
		},
		send,
		wake,
		look: () => {
			courtesy.heard();
			look();
		},
		cancel: inHand.cancel,
		sweep: () => {
			look();
			inHand.giveBackOld(performance.now() - fixed.runSeconds * 1000);
		},
		held: inHand.runs,
		lose: inHand.lose,
		runners: () => [...connected].map(cardOf)
	};
}
