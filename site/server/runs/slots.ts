/**
 * The free slots of runners: how many runs of a queue this process takes now, and which runner gets a run. If another process has a
 * runner with more free slots, that process goes first: without this, the process that receives the requests would give all runs to
 * its own runners while others are idle. Pure.
 */
import type { Compiler } from '@cyclelab/contract/schema/compiler';
import type { Target } from '@cyclelab/exercises/schema';
import { type RunnerCard, cardOf, type Connected } from './connected.ts';
import { hasCompilers, isSlowQueue, serves, type Serving } from './plan.ts';

/** Free slots of a runner for runs of this queue; 0 if it does not serve the queue. */
export function freeSlots(runner: Connected, queue: string, all: readonly Serving[]): number {
	if (runner.state !== 'ready' || !serves(cardOf(runner), all).includes(queue)) return 0;
	const slow = isSlowQueue(queue);
	const { slots, slowSlots } = runner.description;
	const held = [...runner.held.values()].filter((heldRun) => isSlowQueue(heldRun.queue) === slow);
	return Math.max(0, (slow ? slowSlots : slots) - held.length);
}

/**
 * The runner that gets a job of a queue: the runner with the most free slots among the runners with its compilers, and
 * among equals the runner that has waited longest for a run. Undefined if no runner has a free slot.
 */
export function chooseRunner(
	runners: Iterable<Connected>,
	queue: string,
	job: { run: string; target: Target; compilers: readonly Compiler[] },
	all: readonly Serving[]
): Connected | undefined {
	const able = [...runners]
		.map((runner) => ({
			runner,
			free: freeSlots(runner, queue, all),
			lacking: hasCompilers(runner.description, job.compilers, job.target) ? 0 : 1
		}))
		// a runner that has not yet stopped an earlier attempt would confuse the ends of the two attempts
		.filter(({ free, runner }) => free > 0 && !runner.held.has(job.run))
		.sort(
			(a, b) => a.lacking - b.lacking || b.free - a.free || a.runner.lastGiven - b.runner.lastGiven
		);
	return able[0]?.runner;
}

type FairQueueing = {
	/**
	 * How many runs of a queue to take now. `isDeferred`: a runner of another process has more free slots, so that process goes
	 * first, and none is taken now.
	 * @param insist the other processes had time to take the run
	 */
	share: (queue: string, insist?: boolean) => { runs: number; isDeferred: boolean };
	/**
	 * Free slots here for runs that go elsewhere only by way of the store: they stay unless a runner of another process has more than
	 * twice as many free slots.
	 */
	near: (queue: string) => number;
	/** The state of the runners of other processes was received again. */
	refresh: () => void;
};

export function createFairQueueing(
	connected: ReadonlySet<Connected>,
	everybody: () => readonly RunnerCard[]
): FairQueueing {
	/** Runs left to other processes since the last `refresh`, by queue. */
	const left = new Map<string, number>();
	const freeHere = (queue: string, all: readonly RunnerCard[]) => {
		const free = [...connected].map((runner) => freeSlots(runner, queue, all));
		return { most: Math.max(0, ...free), sum: free.reduce((sum, slots) => sum + slots, 0) };
	};
	return {
		near: (queue) => {
			const all = everybody();
			const { most, sum } = freeHere(queue, all);
			return mostElsewhere(connected, all, queue) > 2 * most ? 0 : sum;
		},
		share: (queue, insist = false) => {
			const all = everybody();
			const { most, sum } = freeHere(queue, all);
			const now = (runs: number) => ({ runs, isDeferred: false });
			if (most === 0) return now(0);
			const before = left.get(queue) ?? 0;
			const elsewhere = mostElsewhere(connected, all, queue) - before;
			if (elsewhere <= 0) return now(sum);
			if (elsewhere <= most || insist) return now(1);
			left.set(queue, before + 1);
			return { runs: 0, isDeferred: true };
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
		.filter(
			(runner) =>
				!here.has(runner.id) && runner.state === 'ready' && serves(runner, all).includes(queue)
		)
		.map(({ slots, slowSlots, busy }) => (isSlowQueue(queue) ? slowSlots : slots) - busy);
	return Math.max(0, ...room);
}
