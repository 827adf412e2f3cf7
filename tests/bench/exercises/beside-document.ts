/** The documents' figures beside what a run measured at the same places, as a table and as a page. Pure. */
import type { Facts } from '../../../exercises/schema.ts';
import { placeSuffix } from '../../../runner/src/measure/place.ts';
import { number } from '../../../runner/src/measure/sentence-numbers.ts';
import type { Documented, Interval, Measured } from '../../../runner/src/schema/measurement.ts';
import type { Report } from '../../../runner/src/schema/report.ts';
import type { Table } from '../section.ts';

/** A figure of a document and what a run measured at its place, as texts. */
export type Beside = {
	exercise: string;
	/** The variant, and the sweep's value where the exercise has one. */
	place: string;
	/** The document's machine, with the runtime where it names one. */
	machine: string;
	/** The document's words. */
	quoted: string;
	/** Both in the unit that the document's figure has. */
	there: string;
	here: string;
};

/** One for each figure of the document at each place of the report. */
export function besideDocument(slug: string, facts: Facts, { variants }: Report): Beside[] {
	return variants.flatMap(({ id, points, failure }) =>
		points.flatMap(({ parameters, documented, measured, failure: atPoint }) =>
			documented.map((figure) => ({
				exercise: slug,
				place: `${id}${placeSuffix(facts, parameters)}`,
				machine: [figure.machine, figure.runtime].filter(Boolean).join(', '),
				quoted: figure.quoted,
				there: there(facts, figure),
				here: here(facts, figure, measured) ?? (failure ?? atPoint)?.title ?? 'not measured'
			}))
		)
	);
}

/** For a terminal. */
export const tableOf = (figures: readonly Beside[]): Table => ({
	headings: ['exercise', 'variant', 'the document', 'there', 'here'],
	rows: figures.map(({ exercise, place, machine, quoted, there, here }) => [
		exercise,
		place,
		`${machine}, “${quoted}”`,
		there,
		here
	])
});

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

/**
 * The figures as a page of the documentation: a list for each exercise and each machine of the document, in lines for a terminal
 * of 120 columns.
 * @param machine sentences about where and with what ours were measured
 */
export function pageOf(figures: readonly Beside[], machine: readonly string[]): string {
	const paragraphs = [
		'# The documents’ figures and ours',
		wrapped(
			'Every figure of the documents that stands for a place of an exercise, beside one run in the exercise’s first language. Written by `npm run bench:exercises -- --figures docs/figures.md`; [coverage.md](coverage.md) says what differs in the code. The machines are not the documents’, so a difference is no error. Intervals are 95 % of the median.'
		),
		machine.map((sentence) => wrapped(`- ${sentence}`)).join('\n'),
		...grouped(figures, ({ exercise }) => exercise).flatMap(([exercise, ofOne]) => [
			`## ${exercise}`,
			...grouped(ofOne, (one) => one.machine).flatMap(([name, ofMachine]) => [
				wrapped(`${markdown(name)}:`),
				ofMachine.map(lineOf).join('\n')
			])
		])
	];
	return `${paragraphs.join('\n\n')}\n`;
}

const lineOf = ({ place, quoted, there, here }: Beside) =>
	wrapped(`- ${place}: ${there} there, ${here} here. “${markdown(quoted)}”`);

/** In the order in which each key comes first. */
const grouped = <One>(all: readonly One[], keyOf: (one: One) => string) => [
	...Map.groupBy(all, keyOf)
];

/** What Markdown would take for markup is escaped. */
const markdown = (text: string) => text.replace(/[\\`*[\]<>|]/g, '\\$&');

/** Columns of the documentation's text. */
const columns = 110;

/** In lines of at most `columns` characters, longer words aside. The lines after a list's mark are indented like the first. */
function wrapped(text: string): string {
	const indent = text.startsWith('- ') ? '  ' : '';
	const [first = '', ...words] = text.split(' ');
	const lines = [first];
	for (const word of words) {
		const longer = `${lines.at(-1)} ${word}`;
		if (longer.length <= columns) lines[lines.length - 1] = longer;
		else lines.push(`${indent}${word}`);
	}
	return lines.join('\n');
}
