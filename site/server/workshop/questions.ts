/** What a room is asked about an exercise, and what a run says about it. Pure. */
import { toldIn, type Exercise, type Facts } from '@cyclelab/exercises/schema';
import { placeName } from '@cyclelab/runner/place';
import type { Report } from '@cyclelab/runner/schema/report';
import { answer } from '../../src/lib/guess.ts';
import { questionKey } from '../../src/lib/told.ts';
import { languagesOf } from '../plan.ts';
import type { RunResult, WorkshopExercise } from './schema.ts';

const target = 'x86-64';

/** The exercise's first language: a room is asked one question. */
export const languageOf = (exercise: Exercise) => languagesOf(exercise)[0] ?? 'c';

export function questionOf(exercise: Exercise): WorkshopExercise {
	const facts = toldIn(exercise.facts, languageOf(exercise), target);
	const { title, minutes, question } = facts;
	return {
		slug: exercise.slug,
		title,
		minutes,
		question,
		measure: measureOf(facts),
		of: placeName(facts, question.of),
		to: placeName(facts, question.to),
		hasChallenge: facts.challenge !== undefined
	};
}

/** What the question compares, in words. */
function measureOf({ question: { measure }, meters }: Facts): string {
	if (measure === 'time') return 'Time';
	if (measure === 'instructions') return 'Executed instructions';
	return meters.find(({ id }) => id === measure)?.label ?? measure;
}

/** What a room wants to know of a report. Its facts are those of the exercise as the run was told it. */
export function resultOf(exercise: Exercise, report: Report): RunResult {
	const facts = toldIn(exercise.facts, report.language, report.target);
	const keyIn = (language: Report['language']) => questionKey(exercise.facts, language);
	const asked = keyIn(report.language) === keyIn(languageOf(exercise));
	const found = asked ? answer(facts, report) : undefined;
	const { of, to } = facts.question;
	const edited = report.variants.some(
		(variant) => variant.edited && [of.variant, to.variant].includes(variant.id)
	);
	const { runner, toolchain, challenge } = report;
	return {
		...(found ? { answer: found } : {}),
		edited,
		...(challenge ? { verdict: challenge.verdict } : {}),
		runner: runner.id,
		processor: runner.host.processor,
		microarchitecture: runner.microarchitecture,
		toolchain: [toolchain.compiler, ...toolchain.flags].join(' '),
		at: report.finishedAt ?? report.startedAt
	};
}
