/**
 * Which waiting runs this process takes now, and which of its runners gets each. If another process has a runner with more
 * free slots, that process goes first. Without this, the process that receives the requests would give all runs to its own
 * runners while others are idle. Pure.
 */
import type { Compiler } from '@cyclelab/runner/schema/compiler';
import type { Job } from '@cyclelab/runner/schema/job';
import { hasCompilers, isSlowQueue, serves, type Serving } from './classes.ts';
import { cardOf, type Connected, type RunnerCard } from './connected.ts';

/** Free slots of a runner for runs of this queue; 0 if it does not serve the queue. */
export function freeSlots(runner: Connected, queue: string, all: readonly Serving[]): number {
	if (runner.state !== 'ready' || !serves(cardOf(runner), all).includes(queue)) return 0;
	const slow = isSlowQueue(queue);
	const { slots, slowSlots } = runner.description;
	const held = [...runner.held.values()].filter(({ taken }) => isSlowQueue(taken.queue) === slow);
	return Math.max(0, (slow ? slowSlots : slots) - held.length);
}

/**
 * The runner that gets a job of a queue: the runner with the most free slots among the runners with its compilers, and
 * among equals the runner that has waited longest for a run. Undefined if no runner has a free slot.
 */
export function chooseRunner(
	runners: Iterable<Connected>,
	queue: string,
	job: Pick<Job, 'run' | 'compiler' | 'variants' | 'target'>,
	all: readonly Serving[]
): Connected | undefined {
	const used = usedBy(job);
	const able = [...runners]
		.map((runner) => ({
			runner,
			free: freeSlots(runner, queue, all),
			lacking: hasCompilers(runner.description, used, job.target) ? 0 : 1
		}))
		// a runner that has not yet stopped an earlier attempt would confuse the ends of the two attempts
		.filter(({ free, runner }) => free > 0 && !runner.held.has(job.run))
		.sort(
			(a, b) => a.lacking - b.lacking || b.free - a.free || a.runner.lastGiven - b.runner.lastGiven
		);
	return able[0]?.runner;
}

function usedBy({ compiler, variants }: Pick<Job, 'compiler' | 'variants'>): Compiler[] {
	return [...new Set(variants.map((variant) => variant.compiler ?? compiler))];
}

export type FairQueueing = {
	/**
	 * How many runs of a queue to take now: 0 if no runner here has a free slot, `later` if a runner of another process has
	 * more. `insist`: the other processes had time to take the run.
	 */
	share: (queue: string, insist?: boolean) => number | 'later';
	/** Whether a runner of this process could take a run of this queue. */
	hasRoom: (queue: string) => boolean;
	/** The state of the runners of other processes was received again. */
	refresh: () => void;
};

export function createFairQueueing(
	connected: ReadonlySet<Connected>,
	everybody: () => readonly RunnerCard[]
): FairQueueing {
	/** Runs left to other processes since the last `refresh`, by queue. */
	const left = new Map<string, number>();
	const freeFor = (queue: string, all: readonly RunnerCard[]) =>
		[...connected].map((runner) => freeSlots(runner, queue, all));
	return {
		hasRoom: (queue) => freeFor(queue, everybody()).some((free) => free > 0),
		share: (queue, insist = false) => {
			const all = everybody();
			const free = freeFor(queue, all);
			const most = Math.max(0, ...free);
			if (most === 0) return 0;
			const before = left.get(queue) ?? 0;
			const elsewhere = mostElsewhere(connected, all, queue) - before;
			if (elsewhere <= 0) return free.reduce((sum, one) => sum + one, 0);
			if (elsewhere <= most || insist) return 1;
			left.set(queue, before + 1);
			return 'later';
		},
		refresh: () => left.clear()
	};
}

/** Most free slots for a queue on one runner of another process, by its last known state. */
function mostElsewhere(
	connected: ReadonlySet<Connected>,
	all: readonly RunnerCard[],
	queue: string
): number {
	const here = new Set([...connected].map(({ description }) => description.id));
	const room = all
		.filter((one) => !here.has(one.id) && one.state === 'ready' && serves(one, all).includes(queue))
		.map(({ slots, slowSlots, busy }) => (isSlowQueue(queue) ? slowSlots : slots) - busy);
	return Math.max(0, ...room);
}
