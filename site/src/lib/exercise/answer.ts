/** The answer beside the editor: what is predicted for its text, what was measured, what the run before measured. Pure. */
import { dataWorkSentence } from '@cyclelab/contract/measure/data-work';
import type { Facts } from '@cyclelab/exercises/schema';
import type { Report, VariantReport } from '@cyclelab/contract/schema/report';
import { mainPrediction } from '../code/models.ts';
import { rowsOf, speedsText, type Row } from '../comparison/rows.ts';
import { number, parameter, plusMinus, ratio } from '../ui/format.ts';

export interface Answer {
	/** Of one of two sides. */
	name: string | undefined;
	/** With its place in a sweep where that is not the measured one. */
	predicted: { value: string; unit: string; place?: string | undefined } | undefined;
	/** Why no model predicts it, a sentence. */
	unpredicted: string | undefined;
	/** Of exactly the text in the editor; of a sweep its last measured place, and the place of the prediction where that is another. */
	measured:
		| {
				value: string;
				spread: string;
				unit: string;
				place: string | undefined;
				atPrediction: { value: string; place: string } | undefined;
		  }
		| undefined;
	/** Of the run before; `change` compares it with what is measured now. */
	before: { value: string; change: string | undefined } | undefined;
	/** Of the same text: that its work depends on the data, a sentence. */
	dataWork: string | undefined;
}

interface AnswerFacts {
	name?: string | undefined;
	facts: Facts;
	variant: string;
	/** The text in the editor. */
	text: string;
	/** The shown run of what is chosen. */
	report: Report | undefined;
	/** The newest report in which the models answered. */
	modelled: VariantReport | undefined;
	/** Kept runs of what is chosen, the newest first; the shown run may be among them. */
	kept: readonly Report[];
}

export function answerOf(given: AnswerFacts): Answer {
	const { name, facts, variant, text, report, modelled, kept } = given;
	const rowsIn = (of: Report | undefined) =>
		rowsOf(facts, of).filter((row) => row.variant === variant);
	const shown = rowsIn(report);
	const isOfText = report?.variants.find(({ id }) => id === variant)?.source === text;
	const last = shown.findLast(({ measured, point }) => measured && !point?.ongoing);
	const now = isOfText ? last : undefined;
	const earlier = kept
		.filter(({ run, runner }) => run !== report?.run && isSameProcessor(runner, report))
		.map((earlier) =>
			rowsIn(earlier).findLast((row) => row.measured && (!now || row.key === now.key))
		)
		.find((row) => row !== undefined);
	const row = isOfText
		? (shown.find((row) => row.predictedCycles && row.at === now?.at) ??
			shown.find(({ predictedCycles }) => predictedCycles))
		: undefined;
	const other = row && row.at !== now?.at ? row : undefined;
	const placeOf = (of: Row | undefined) =>
		of?.at === undefined ? undefined : parameter(of.at, facts.sweep?.unit ?? 'count');
	const dataWork = isOfText && report?.variants.find(({ id }) => id === variant)?.dataWork;
	return {
		name,
		dataWork: dataWork ? dataWorkSentence(dataWork) : undefined,
		predicted:
			predictedIn(row, facts.unit, now && row?.at !== now.at ? placeOf(row) : undefined) ??
			predictedBy(modelled, text),
		unpredicted: unpredictedBy(modelled, text),
		measured: now?.measured && {
			value: valueOf(now, now.measured),
			spread: now.speeds.length > 0 ? 'alternately,' : plusMinus(now.measured),
			unit: facts.unit,
			place: placeOf(now),
			atPrediction: other?.measured && {
				value: valueOf(other, other.measured),
				place: placeOf(other) ?? ''
			}
		},
		before: beforeOf(now, isOfText || report === undefined ? earlier : (last ?? earlier))
	};
}

/** Cycles of different processors are no change of the code. */
const isSameProcessor = (runner: Report['runner'], report: Report | undefined): boolean =>
	report === undefined || runner.host.processor === report.runner.host.processor;

/** Several speeds are no single number. */
const valueOf = (row: Row, { median }: NonNullable<Row['measured']>): string =>
	speedsText(row) ?? number(median);

function predictedIn(
	row: Row | undefined,
	unit: string,
	place: string | undefined
): Answer['predicted'] {
	return row?.predicted === undefined ? undefined : { value: number(row.predicted), unit, place };
}

function predictedBy(modelled: VariantReport | undefined, text: string): Answer['predicted'] {
	const prediction = modelled?.source === text && mainPrediction(modelled.predictions);
	return prediction ? { value: number(prediction.cyclesPerIteration), unit: 'cycles' } : undefined;
}

function unpredictedBy(modelled: VariantReport | undefined, text: string): string | undefined {
	if (modelled?.source !== text || modelled.predictions.length > 0) return undefined;
	return modelled.refusals.find(({ noalias }) => noalias)?.reason;
}

function beforeOf(now: Row | undefined, row: Row | undefined): Answer['before'] {
	const before = row?.measured;
	if (!before) return undefined;
	const value = valueOf(row, before);
	const after = now?.measured;
	if (!after || now.speeds.length > 0 || row.speeds.length > 0) return { value, change: undefined };
	const isAlike = after.low <= before.high && before.low <= after.high;
	const change = isAlike ? 'no clear difference' : `now ${ratio(after.median / before.median)}`;
	return { value, change };
}
