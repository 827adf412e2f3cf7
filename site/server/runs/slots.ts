/** Which connected runner can take a run of a queue now, and which of several gets it. Pure. */
import type { Compiler } from '@cyclelab/runner/schema/compiler';
import type { Job } from '@cyclelab/runner/schema/job';
import { hasCompilers, isSlowQueue, serves, type Serving } from './classes.ts';
import { cardOf, type Connected } from './connected.ts';

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
