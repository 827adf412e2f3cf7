/** The question of a workshop about an exercise, and a run's result for it. Pure. */
import { sourceOf, Target, factsIn, type Exercise, type Facts } from '@cyclelab/exercises/schema';
import { placeName } from '@cyclelab/contract/measure/place';
import type { Job } from '@cyclelab/contract/schema/job';
import type { Report } from '@cyclelab/contract/schema/report';
import { failuresOf } from '../../shared/failures.ts';
import { answer, questionKey } from '../../shared/question.ts';
import { languagesOf } from '../runs/plan.ts';
import type { ShownCode } from '../../shared/workshop-people.ts';
import type { RoomSource } from '../../shared/workshop-host.ts';
import type { RunResult } from '../../shared/workshop-results.ts';
import type { WorkshopExercise } from '../../shared/workshop-schema.ts';

const target = 'x86-64';

/** The exercise's first language, because a workshop has one question. */
export const languageOf = (exercise: Exercise) => languagesOf(exercise)[0] ?? 'c';

export function questionOf(exercise: Exercise): WorkshopExercise {
	const facts = factsIn(exercise.facts, languageOf(exercise), target);
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

/** The comparison of the question, in words. */
function measureOf({ question: { measure }, meters }: Facts): string {
	if (measure === 'time') return 'Time';
	if (measure === 'instructions') return 'Executed instructions';
	return meters.find(({ id }) => id === measure)?.label ?? measure;
}

/** A report's result for the workshop's question, with the exercise's facts for the run's language and target. */
export function resultOf(exercise: Exercise, report: Report): RunResult {
	const facts = factsIn(exercise.facts, report.language, report.target);
	const keyIn = (language: Report['language']) => questionKey(exercise.facts, language);
	const asked = keyIn(report.language) === keyIn(languageOf(exercise));
	const found = asked ? answer(facts, report) : undefined;
	const { of, to } = facts.question;
	const edited = report.variants.some(
		(variant) => variant.edited && [of.variant, to.variant].includes(variant.id)
	);
	const { runner, challenge } = report;
	const [failed] = found ? [] : failuresOf(facts, report);
	return {
		...(found ? { answer: found } : {}),
		...(failed ? { failure: { title: failed.failure.title, hint: failed.failure.hint } } : {}),
		edited,
		...(challenge ? { verdict: challenge.verdict } : {}),
		runner: runner.id,
		processor: runner.host.processor,
		microarchitecture: runner.microarchitecture,
		toolchain: builtBy(report),
		at: report.finishedAt ?? report.startedAt
	};
}

/** Compiler and flags, and which of these the exercise does not have: as a changed source, they make another program. */
function builtBy({ toolchain, variants }: Report): string {
	const added = [...new Set(variants.flatMap(({ addedFlags = [] }) => addedFlags))];
	const build = [toolchain.compiler, ...toolchain.flags].join(' ');
	return added.length === 0 ? build : `${build} (not the exercise's: ${added.join(' ')})`;
}

/** A source that a participant changed, with the exercise's own source. */
export type ChangedSource = RoomSource['variants'][number];

/** The changed sources of an exercise in one language; sources of variants that it does not have are left out. */
export function changedSources(
	exercise: Exercise,
	{ language, sources }: Pick<ShownCode, 'language' | 'sources'>
): ChangedSource[] {
	const variants = Target.options.flatMap(
		(option) => factsIn(exercise.facts, language, option).variants
	);
	return Object.entries(sources).flatMap(([id, source]) => {
		const variant = variants.find((variant) => variant.id === id);
		const given = variant && exercise.sources[language]?.[sourceOf(variant)];
		return given === undefined ? [] : [{ id, label: variant?.label ?? id, given, source }];
	});
}

/** The changed sources of a run, with the exercise's own sources. */
export function sourceInRoom(exercise: Exercise | undefined, job: Job): RoomSource {
	const { run, language, compiler, flags, facts } = job;
	return {
		run,
		language,
		compiler,
		flags: flags.slice(
			facts.flags.every((flag, at) => flags[at] === flag) ? facts.flags.length : 0
		),
		variants: job.variants
			.filter(({ edited }) => edited)
			.map(({ id, source }) => {
				const variant = facts.variants.find((variant) => variant.id === id);
				const given = variant && exercise?.sources[language]?.[sourceOf(variant)];
				return { id, label: variant?.label ?? id, given: given ?? '', source };
			})
	};
}
