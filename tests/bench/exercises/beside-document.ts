/** The documents' figures beside what a run measured at the same places. Pure. */
import type { Facts } from '../../../exercises/schema.ts';
import { placeSuffix } from '../../../runner/src/measure/place.ts';
import { number } from '../../../runner/src/measure/sentence-numbers.ts';
import type { Documented, Interval, Measured } from '../../../runner/src/schema/measurement.ts';
import type { Report } from '../../../runner/src/schema/report.ts';
import type { Table } from '../section.ts';

export const headings = ['exercise', 'variant', 'the document', 'there', 'here'];

/** A row for each figure of the document at each place of the report, in the unit that the document has it in. */
export function besideDocument(slug: string, facts: Facts, { variants }: Report): Table['rows'] {
	return variants.flatMap(({ id, points, failure }) =>
		points.flatMap(({ parameters, documented, measured, failure: atPoint }) =>
			documented.map((figure) => [
				slug,
				`${id}${placeSuffix(facts, parameters)}`,
				[figure.machine, figure.runtime, `“${figure.quoted}”`].filter(Boolean).join(', '),
				there(facts, figure),
				here(facts, figure, measured) ?? (failure ?? atPoint)?.title ?? 'not measured'
			])
		)
	);
}

const isTime = ({ meter }: Documented) => meter === undefined;

function there(facts: Facts, figure: Documented): string {
	const { meter, nsPerIteration, cyclesPerIteration } = figure;
	if (meter) return `${number(meter.perIteration)} ${unitOf(facts, meter.id)}`;
	return inCycles(facts, figure)
		? `${number(cyclesPerIteration ?? NaN)} cycles`
		: `${number(nsPerIteration ?? NaN)} ns`;
}

/** In the exercise's unit where the figure has it. */
const inCycles = ({ unit }: Facts, { nsPerIteration, cyclesPerIteration }: Documented) =>
	cyclesPerIteration !== undefined && (unit === 'cycles' || nsPerIteration === undefined);

const unitOf = ({ meters }: Facts, id: string) => {
	const unit = meters.find((one) => one.id === id)?.unit;
	return unit === undefined || unit === 'count' ? id : unit;
};

function here(facts: Facts, figure: Documented, measured: Measured | undefined) {
	if (!measured) return undefined;
	const { cyclesPerIteration, nsPerIteration, meters } = measured;
	if (!isTime(figure)) {
		const found = meters?.[figure.meter?.id ?? ''];
		return found && `${plusMinus(found)} ${unitOf(facts, figure.meter?.id ?? '')}`;
	}
	return inCycles(facts, figure)
		? `${plusMinus(cyclesPerIteration)} cycles`
		: `${plusMinus(nsPerIteration)} ns`;
}

/** Median and interval of a measured figure. */
export const plusMinus = ({ median, low, high }: Interval) =>
	low === high ? number(median) : `${number(median)} (${number(low)} to ${number(high)})`;

/** The rows as a page of the documentation. `machine`: sentences about where and with what they were measured. */
export function pageOf(rows: Table['rows'], machine: readonly string[]): string {
	const cell = (text: string) => text.replaceAll('|', '\\|');
	const line = (cells: readonly string[]) => `| ${cells.map(cell).join(' | ')} |`;
	return [
		'# The documents’ figures and ours',
		'',
		'Every figure of the documents that stands for a place of an exercise, beside one run in the exercise’s first language.',
		'Written by `npm run bench:exercises -- --figures docs/figures.md`; [coverage.md](coverage.md) says what differs',
		'in the code. The machines are not the documents’, so a difference is no error. Intervals are 95 % of the median.',
		'',
		...machine.map((sentence) => `- ${sentence}`),
		'',
		line(headings),
		line(headings.map(() => '---')),
		...rows.map(line),
		''
	].join('\n');
}
