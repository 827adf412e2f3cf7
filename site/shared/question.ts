/** An exercise's question and the answer that a report gives. Pure. */
import type { Facts, Language } from '@cyclelab/exercises/schema';
import { isOfCount, sameParameters } from '@cyclelab/contract/measure/place';
import { ratioOf } from '@cyclelab/contract/measure/ratio';
import type { Interval, Point } from '@cyclelab/contract/schema/measurement';
import type { Report, VariantReport } from '@cyclelab/contract/schema/report';

/** The question that is asked in a language: a language may have its own, the others share `any`. */
export function questionKey(facts: Facts, language: Language): Language | 'any' {
	return facts.questionIn[language] ? language : 'any';
}

/** Whether a run has other code or flags than the exercise at a place of its question, so that it answers something else. */
export const isAnswerEdited = (
	{ question }: Pick<Facts, 'question'>,
	{ variants }: Pick<Report, 'variants'>
): boolean =>
	variants.some(
		({ id, edited, addedFlags }) =>
			(edited || addedFlags !== undefined) &&
			[question.of.variant, question.to.variant].includes(id)
	);

/** The points of a variant. An emulated runner measures no time, so whatever it may have sent is not read. */
export const pointsOf = (report: Report | undefined, variant: VariantReport | undefined): Point[] =>
	report?.runner.host.emulated ? [] : (variant?.points ?? []);

/** The measured time of a point in the given unit, or the count of a meter. */
export function measuredOf(
	point: Point | undefined,
	{ id, unit }: { id: string; unit: string }
): Interval | undefined {
	if (id !== 'time') return point?.measured?.meters?.[id];
	return unit === 'ns' ? point?.measured?.nsPerIteration : point?.measured?.cyclesPerIteration;
}

/** The measured answer: the ratio of the two places in what the question is about, once both are measured to their end. */
export function answer(facts: Facts, report: Report | undefined): Interval | undefined {
	const { question, unit } = facts;
	const at = ({ variant: id, parameters }: Facts['question']['of']) => {
		const variant = report?.variants.find((variant) => variant.id === id);
		if (question.measure !== 'instructions') {
			const point = pointsOf(report, variant).find(
				(candidate) => !candidate.ongoing && sameParameters(candidate.parameters, parameters)
			);
			return measuredOf(point, { id: question.measure, unit });
		}
		const count = isOfCount(facts, parameters) ? variant?.instructionsPerIteration : undefined;
		return count === undefined ? undefined : { median: count, low: count, high: count };
	};
	const [of, to] = [at(question.of), at(question.to)];
	// Amounts of nothing have no ratio.
	return of && to && of.low > 0 && to.low > 0 ? ratioOf(of, to) : undefined;
}
