/** Where a run is, as a sentence and as a row of steps. Pure. */
import type { Stage } from '@cyclelab/runner/schema/failure';
import type { Facts } from '@cyclelab/exercises/schema';
import { wait } from '../ui/format.ts';
import type { Run } from './run.svelte.ts';
import { stages } from '../ui/names.ts';
import { runWords } from './run-words.ts';

/** The steps shown; linking belongs to compiling. */
export const steps: Stage[] = ['compile', 'disassemble', 'count', 'predict', 'measure'];

export type ShownStage = { stage: Stage; is: 'done' | 'now' | 'to come' };

export function stepsOf(stage: Stage | undefined, finished: boolean): ShownStage[] {
	const at = stage === 'link' ? 0 : stage ? steps.indexOf(stage) : -1;
	return steps.map((one, i) => ({
		stage: one,
		is: finished || i < at ? 'done' : i === at ? 'now' : 'to come'
	}));
}

/** Points measured so far, and how many there will be. */
export function pointsOf(run: Pick<Run, 'report'>, facts: Facts): { done: number; all: number } {
	const done = (run.report?.variants ?? []).reduce(
		(sum, one) => sum + one.points.filter(({ ongoing }) => !ongoing).length,
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
	if (run.state !== 'running' || !report) return runWords.moving(from);
	const to = report.runner.id;
	return to === from ? runWords.backOn(from) : runWords.movedTo(from, to);
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
	if (!run.connected) return runWords.connectionLost;
	if (run.state === 'sending') return runWords.sending;
	if (run.state === 'queued') {
		if (run.notice) return run.notice;
		if (run.position === undefined) return run.movedFrom ? '' : runWords.sending;
		const place = run.position <= 1 ? runWords.queuedNext : runWords.queuedAt(run.position);
		return run.waitMs === undefined ? place : place + runWords.queuedWait(wait(run.waitMs));
	}
	if (run.state === 'running') {
		if (run.coreWait !== undefined) return runWords.coreWait(run.coreWait);
		if (!run.stage) return runWords.running;
		// Measuring goes back and forth between the variants; naming each would never stop talking.
		if (run.stage === 'measure') return runWords.measuring;
		const label = facts.variants.find(({ id }) => id === run.variant)?.label;
		const doing = runWords.doing(stages[run.stage].doing, label ? `“${label}”` : runWords.doingAll);
		return run.notice ? `${doing} ${run.notice}` : doing;
	}
	if (run.state === 'finished')
		return run.report?.failure ? runWords.finishedFailure : runWords.finished;
	if (run.state === 'cancelled') return runWords.cancelled;
	return '';
}
