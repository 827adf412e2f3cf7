/** Shell: the runs that runners of this process have in hand: what is said of them, and how each leaves its runner. */
import type { RunEvent } from '@cyclelab/runner/schema/job';
import type { Logger } from 'pino';
import type { Connected, Held } from './connected.ts';
import { errorId } from './errors.ts';
import type { Hub } from './events.ts';
import { isEnding } from './frames.ts';
import type { Reason, Return } from './give-back.ts';
import type { Journal } from './journal.ts';
import type { Line } from './line.ts';
import { plus, saidIn, tooMuchSaid } from './said.ts';
import { RunState } from './schema.ts';
import type { Started } from './take.ts';

export type InHand = {
	give: (runner: Connected, started: Started) => void;
	/** `bytes`: how long the message was. True if the runner has a slot more by it. */
	heard: (runner: Connected, run: string, event: RunEvent, bytes: number) => boolean;
	/** It does not begin this run, or cannot go on with it. */
	declined: (runner: Connected, run: string) => void;
	/** All that a runner has waits for others. `killed`: it went without saying so. */
	giveBackAll: (runner: Connected, killed: boolean) => void;
	/** What a runner has had since before this, by `performance.now()`, waits for others. */
	giveBackOld: (before: number) => void;
	/** Ends a run that a runner has; false if none has it. */
	cancel: (run: string) => boolean;
	/** Its runner stops, and nothing is said of it, unless it was taken after this, by `performance.now()`. */
	lose: (run: string, takenBefore: number) => void;
	runs: () => string[];
};

export type InHandParts = {
	hub: Hub;
	journal: Journal;
	line: Line;
	giveBack: Return;
	onEnd: (state: RunState, ms: number) => void;
	log: Logger;
};

/** @param connected the runners of this process */
export function openInHand(connected: ReadonlySet<Connected>, parts: InHandParts): InHand {
	const { hub, journal, log } = parts;
	let given = 0;

	const end = (held: Held, state: RunState) => {
		const { run } = held.taken;
		const ms = performance.now() - held.since;
		journal.write({ kind: 'end', taken: held.taken, state, done: () => hub.forget(run) });
		if (state === 'finished') parts.line.took(held.taken.queue, ms);
		parts.onEnd(state, ms);
	};

	/** Ends a run whatever its runner does; that has its slot again when it says so. */
	const stop = (
		runner: Connected,
		held: Held,
		event: Extract<RunEvent, { type: 'cancelled' | 'failed' }>
	) => {
		const { run } = held.taken;
		held.cancelled = true;
		runner.send({ type: 'cancel', run });
		hub.publish(run, event);
		end(held, event.type);
	};

	/** What one more event would be too much for, in words. */
	const tooMuch = (runner: Connected, held: Held, bytes: number) => {
		held.said = plus(held.said, bytes);
		const open = [...runner.held.values()].filter(({ cancelled }) => !cancelled);
		return tooMuchSaid(
			held.said,
			open.map(({ said }) => said)
		);
	};

	/** Its run waits for another runner, unless it was cancelled meanwhile. */
	const takeAway = (runner: Connected, run: string, how: Omit<Reason, 'kills'>) => {
		const held = runner.held.get(run);
		if (!held) return;
		runner.held.delete(run);
		if (!held.cancelled) parts.giveBack(held.taken, { ...how, kills: held.kills });
	};

	const holderOf = (run: string) =>
		[...connected].find((one) => one.held.get(run)?.cancelled === false);

	return {
		give: (runner, { taken, run, history }) => {
			given += 1;
			runner.lastGiven = given;
			runner.held.set(run.id, {
				taken,
				kills: run.kills,
				since: performance.now(),
				said: saidIn(history),
				reached: 'nothing',
				cancelled: false
			});
			runner.send({ type: 'job', job: run.job });
		},
		heard: (runner, run, event, bytes) => {
			const held = runner.held.get(run);
			if (!held) {
				log.debug({ run, type: event.type }, 'an event of a run it does not have');
				return false;
			}
			if (event.type === 'queued' || event.type === 'moved') {
				log.warn({ run }, 'only the site says where a run stands');
				return false;
			}
			if (held.reached !== 'stage') held.reached = event.type === 'stage' ? 'stage' : 'beginning';
			const message = held.cancelled ? undefined : tooMuch(runner, held, bytes);
			if (message !== undefined) {
				log.warn({ run, runner: runner.description.id, ...held.said }, 'a runner says too much');
				stop(runner, held, { type: 'failed', code: 'TOO_LARGE', message, id: errorId() });
			}
			if (!held.cancelled) hub.publish(run, event);
			if (!isEnding(event.type)) return false;
			runner.held.delete(run);
			if (!held.cancelled) end(held, RunState.parse(event.type));
			return true;
		},
		declined: (runner, run) => {
			const reached = runner.held.get(run)?.reached;
			takeAway(runner, run, {
				// A job that brings every engine down must not go round for ever; one that waited for a sandbox brought none down.
				killed: reached === 'stage',
				...(reached === 'nothing' ? {} : { from: runner.description.id })
			});
		},
		giveBackAll: (runner, killed) => {
			const from = runner.description.id;
			for (const run of [...runner.held.keys()]) takeAway(runner, run, { killed, from });
		},
		giveBackOld: (before) => {
			for (const runner of connected)
				for (const [run, { since }] of [...runner.held]) {
					if (since > before) continue;
					runner.send({ type: 'cancel', run });
					takeAway(runner, run, { killed: true, from: runner.description.id });
				}
		},
		cancel: (run) => {
			const runner = holderOf(run);
			const held = runner?.held.get(run);
			if (!runner || !held) return false;
			stop(runner, held, { type: 'cancelled' });
			return true;
		},
		lose: (run, takenBefore) => {
			const runner = holderOf(run);
			const held = runner?.held.get(run);
			if (!runner || !held || held.since > takenBefore) return;
			log.warn({ run }, 'another site process has this run by now');
			// its slot is free when the runner says so
			held.cancelled = true;
			runner.send({ type: 'cancel', run });
			hub.lose(run);
		},
		runs: () =>
			[...connected].flatMap(({ held }) =>
				[...held].flatMap(([run, { cancelled }]) => (cancelled ? [] : [run]))
			)
	};
}
