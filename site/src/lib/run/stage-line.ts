/** Where a run is, as a sentence and as a row of steps. Pure. */
import type { Stage } from '@cyclelab/contract/schema/failure';
import type { Facts } from '@cyclelab/exercises/schema';
import { wait } from '../ui/format.ts';
import type { Run } from './run.svelte.ts';
import { stages } from '../ui/names.ts';

/** The steps shown; linking belongs to compiling. */
export const steps: Stage[] = ['compile', 'disassemble', 'count', 'predict', 'measure'];

type ShownStage = { stage: Stage; is: 'done' | 'now' | 'to come' };

export function stepsOf(stage: Stage | undefined, finished: boolean): ShownStage[] {
	const at = stage === 'link' ? 0 : stage ? steps.indexOf(stage) : -1;
	return steps.map((step, i) => ({
		stage: step,
		is: finished || i < at ? 'done' : i === at ? 'now' : 'to come'
	}));
}

/** Points measured so far, and how many there will be. */
export function pointsOf(run: Pick<Run, 'report'>, facts: Facts): { done: number; all: number } {
	const done = (run.report?.variants ?? []).reduce(
		(sum, variant) => sum + variant.points.filter(({ ongoing }) => !ongoing).length,
		0
	);
	const taking = facts.free ? (run.report?.variants ?? []) : facts.variants;
	return { done, all: taking.length * (facts.sweep?.values.length ?? 1) };
}

/** That a run changes its runner, while it goes on. */
export function movedOf(
	run: Pick<Run, 'state' | 'busy' | 'movedFrom' | 'report'>
): string | undefined {
	const { movedFrom: from, report } = run;
	if (from === undefined || !run.busy) return undefined;
	if (run.state !== 'running' || !report)
		return `The runner ${from} stopped. The run is back in the queue and will start again.`;
	const to = report.runner.id;
	return to === from
		? `The runner ${from} is back and starts the run again.`
		: `Moved from ${from} to another runner: ${to} starts the run again.`;
}

export function sentenceOf(
	run: Pick<
		Run,
		| 'state'
		| 'position'
		| 'waitMs'
		| 'coreWait'
		| 'stage'
		| 'variant'
		| 'connected'
		| 'report'
		| 'notice'
		| 'movedFrom'
	>,
	facts: Facts
): string {
	if (!run.connected) return 'The connection is lost. The run goes on; looking for the site again.';
	if (run.state === 'sending') return 'Sending the sources.';
	if (run.state === 'queued') {
		if (run.notice) return run.notice;
		if (run.position === undefined) return run.movedFrom ? '' : 'Sending the sources.';
		const place =
			run.position <= 1 ? 'In the queue: next.' : `In the queue: number ${run.position}.`;
		return run.waitMs === undefined ? place : place + ` The wait is ${wait(run.waitMs)}.`;
	}
	if (run.state === 'running') {
		if (run.coreWait !== undefined)
			return run.coreWait <= 1
				? 'Waiting for the measuring core: next.'
				: `Waiting for the measuring core: number ${run.coreWait} in the queue.`;
		if (!run.stage) return 'A runner took the run.';
		// Measuring goes back and forth between the variants; naming each would never stop talking.
		if (run.stage === 'measure') return 'Measuring.';
		const label = facts.variants.find(({ id }) => id === run.variant)?.label;
		const doing = `${stages[run.stage].doing} ${label ? `“${label}”` : 'the sources'}.`;
		return run.notice ? `${doing} ${run.notice}` : doing;
	}
	if (run.state === 'finished')
		return run.report?.failure ? 'Finished: the program failed.' : 'Finished.';
	if (run.state === 'cancelled') return 'Cancelled. Nothing was kept.';
	return '';
}
