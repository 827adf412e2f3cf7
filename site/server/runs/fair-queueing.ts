/**
 * Fair queueing between site processes: how many waiting runs this process takes for its runners. If another process has
 * a runner with more free slots, that process goes first. Without this, the process that receives the requests would give
 * all runs to its own runners while others are idle. Pure.
 */
import { isSlowQueue, serves } from './classes.ts';
import type { Connected, RunnerCard } from './connected.ts';
import { freeSlots } from './slots.ts';

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
