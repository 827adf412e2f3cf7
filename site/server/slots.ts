/** Which connected runner can take a run of a line now, and which of several gets it. Pure. */
import type { Compiler } from '@cyclelab/runner/schema/compiler';
import type { Job } from '@cyclelab/runner/schema/job';
import { hasCompilers, isSlowLine, serves, type Serving } from './classes.ts';
import { cardOf, type Connected } from './connected.ts';

/** Slots a runner has left for runs of this line; 0 if it takes none from there. */
export function freeSlots(runner: Connected, line: string, all: readonly Serving[]): number {
	if (runner.state !== 'ready' || !serves(cardOf(runner), all).includes(line)) return 0;
	const slow = isSlowLine(line);
	const { slots, slowSlots } = runner.description;
	const held = [...runner.held.values()].filter(({ taken }) => isSlowLine(taken.queue) === slow);
	return Math.max(0, (slow ? slowSlots : slots) - held.length);
}

/**
 * The runner that gets a job of a line: of those that have its compilers the one with the most free slots, among equals
 * the one that has waited longest for a run. Undefined if none has a free slot.
 */
export function chooseRunner(
	runners: Iterable<Connected>,
	line: string,
	job: Pick<Job, 'run' | 'compiler' | 'variants' | 'target'>,
	all: readonly Serving[]
): Connected | undefined {
	const used = usedBy(job);
	const able = [...runners]
		.map((runner) => ({
			runner,
			free: freeSlots(runner, line, all),
			lacking: hasCompilers(runner.description, used, job.target) ? 0 : 1
		}))
		// one that has not yet stopped an earlier attempt would take its end for that of the new one
		.filter(({ free, runner }) => free > 0 && !runner.held.has(job.run))
		.sort(
			(a, b) => a.lacking - b.lacking || b.free - a.free || a.runner.lastGiven - b.runner.lastGiven
		);
	return able[0]?.runner;
}

function usedBy({ compiler, variants }: Pick<Job, 'compiler' | 'variants'>): Compiler[] {
	return [...new Set(variants.map((variant) => variant.compiler ?? compiler))];
}
