/** A learner's answer sheet: for each exercise the prediction, the result, the misconception and the challenge. Pure. */
import type { Facts, Language } from '@cyclelab/exercises/schema';
import { factsIn } from '@cyclelab/exercises/facts-in';
import type { Interval } from '@cyclelab/contract/schema/measurement';
import type { Report } from '@cyclelab/contract/schema/report';
import { misconceptionOf } from '../../../shared/prediction.ts';
import { answer, questionKey } from '../../../shared/question.ts';
import type { KeptRun } from '../attempts/kept-run.ts';
import { guessKey } from '../run/guesses.svelte.ts';
import { standingOf, type Standing } from './standing.ts';

/** The part of an exercise that a sheet needs. */
export interface SheetExercise {
	slug: string;
	title: string;
	free: boolean;
	/** Whether it has a challenge. */
	challenge: boolean;
	/** Questions and places only (`sheetFacts`). */
	facts: Facts;
}

/** A measured answer to an exercise's question. */
export interface SheetResult {
	/** The ratio that the question asks for, with its 95 % interval. */
	ratio: Interval;
	processor: string;
	/** Day of the run in UTC, YYYY-MM-DD. */
	day: string;
}

/** A learner’s answer to one exercise: all that a link carries. */
export interface SheetEntry {
	slug: string;
	standing: Standing;
	/** The language of the result, or of the prediction. Absent: the question is the same in all languages. */
	language: Language | undefined;
	/** A ratio. Absent: the learner did not predict. */
	guess: number | undefined;
	result: SheetResult | undefined;
}

export interface ProgressSheet {
	/** Whose sheet it is, as its author wrote it; may be empty. */
	name: string;
	/** The day it was made in UTC, YYYY-MM-DD. */
	day: string;
	entries: SheetEntry[];
}

/** A row of the page. */
export interface SheetRow extends SheetEntry {
	title: string;
	question: string;
	/** The wrong idea that leads to the prediction, if the result refutes it. */
	misconception: Facts['question']['misconceptions'][number] | undefined;
	challenge: boolean;
}

/**
 * The entries of all exercises of which something was done. The prediction is the first prediction that was kept with a
 * run, so a prediction that was changed after the result does not count.
 * @param runs the newest first
 * @param load what is kept at a place
 */
export function entriesOf(
	exercises: readonly SheetExercise[],
	runs: readonly KeptRun[],
	load: (place: string) => string | undefined
): SheetEntry[] {
	return exercises.flatMap(({ slug, free, facts }) => {
		const standing = free ? undefined : standingOf(slug, load);
		if (!standing) return [];
		const own = runs.filter(({ report }) => report.exercise === slug);
		const measured = own.find(({ report }) => resultOf(facts, report));
		const guessedIn = Object.keys(facts.questionIn) as Language[];
		const language =
			measured?.report.language ?? guessedIn.find((language) => load(guessKey(slug, language)));
		const key = language ? questionKey(facts, language) : 'any';
		const first = own.findLast(
			({ guess, report }) => guess !== undefined && questionKey(facts, report.language) === key
		);
		const kept = Number(load(guessKey(slug, key)));
		return {
			slug,
			standing,
			language,
			guess: first?.guess ?? (kept > 0 ? kept : undefined),
			result: measured && resultOf(facts, measured.report)
		};
	});
}

/** The answer that a report gives, unless the question is about code that the learner had changed. */
function resultOf(facts: Facts, report: Report): SheetResult | undefined {
	const told = factsIn(facts, report.language, report.target);
	const { of, to } = told.question;
	const isEdited = report.variants.some(
		({ id, edited }) => edited && [of.variant, to.variant].includes(id)
	);
	const ratio = isEdited ? undefined : answer(told, report);
	return ratio && { ratio, processor: report.runner.host.processor, day: dayOf(report.startedAt) };
}

/** @param iso a moment, ISO 8601 */
export const dayOf = (iso: string): string => iso.slice(0, 'YYYY-MM-DD'.length);

/** The rows of a sheet in the order of the path. Entries of exercises that this site lacks have none. */
export function rowsOf(
	exercises: readonly SheetExercise[],
	{ entries }: ProgressSheet
): SheetRow[] {
	return exercises.flatMap(({ slug, title, challenge, facts }) => {
		const entry = entries.find((entry) => entry.slug === slug);
		if (!entry) return [];
		const { language, guess, result } = entry;
		const question = (language && facts.questionIn[language]) ?? facts.question;
		const misconception =
			guess !== undefined && result ? misconceptionOf(question, guess, result.ratio) : undefined;
		return { ...entry, title, question: question.text, misconception, challenge };
	});
}

/** The part of an exercise's facts that a sheet needs: its questions without their answers, and the places they compare. */
export function sheetFacts(facts: Facts): Facts {
	const { challenge: _challenge, ...rest } = facts;
	const asked = (question: Facts['question']) => ({ ...question, answers: [] });
	return {
		...rest,
		machines: [],
		documented: [],
		claims: [],
		codeClaims: [],
		pairClaims: [],
		blindSpots: [],
		variants: facts.variants.map((variant) => ({ ...variant, label: '', claim: '' })),
		question: asked(facts.question),
		questionIn: Object.fromEntries(
			Object.entries(facts.questionIn).map(([language, question]) => [language, asked(question)])
		)
	};
}
