/** The documents' figures beside what a run measured at the same places, as a table and as a page. Pure. */
import type { Exercise, Facts, Language } from '../../../exercises/src/schema.ts';
import { languageNames } from '../../../exercises/src/names.ts';
import { cyclesPerIteration } from '@cyclelab/contract/measure/sample-cost';
import { placeSuffix } from '@cyclelab/contract/measure/place';
import { number } from '@cyclelab/contract/measure/sentence-numbers';
import type { Documented, Interval, Measured } from '@cyclelab/contract/schema/measurement';
import type { Report } from '@cyclelab/contract/schema/report';
import type { Table } from '../section.ts';

/** A figure of a document and what a run measured at its place, as texts. */
export type Beside = {
	exercise: string;
	/** The language of the code that was measured here. */
	language: Language;
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

/** The document's own language where the exercise has it, else its first one. */
export const documentsLanguage = (facts: Facts, languages: readonly Language[]) =>
	languages.find((language) => language === facts.document.language) ?? languages[0];

/**
 * One for each figure of the document at each place of the report.
 * @param sources of the measured language, by variant: only a kernel that reports a meter has measured it, others have a 0
 */
export function besideDocument(
	{ slug, facts, sources }: Pick<Exercise, 'slug' | 'facts'> & { sources: Record<string, string> },
	language: Language,
	{ variants }: Report
): Beside[] {
	return variants.flatMap(({ id, points, failure }) =>
		points.flatMap(({ parameters, documented, measured, failure: atPoint }) =>
			documented.map((figure) => ({
				exercise: slug,
				language,
				place: `${id}${placeSuffix(facts, parameters)}`,
				machine: [figure.machine, figure.runtime].filter(Boolean).join(', '),
				quoted: figure.quoted,
				there: there(facts, figure),
				here:
					here(facts, figure, measured, sourceOf(facts, id, sources)) ??
					(failure ?? atPoint)?.title ??
					'not measured'
			}))
		)
	);
}

/** A row of a runtime, or of a form of atomics, has the source of its variant. */
const sourceOf = (facts: Facts, id: string, sources: Record<string, string>) =>
	sources[facts.variants.find((variant) => variant.id === id)?.source ?? id] ?? '';

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
	const unit = meters.find((meter) => meter.id === id)?.unit;
	return unit === undefined || unit === 'count' ? id : unit;
};

function here(facts: Facts, figure: Documented, measured: Measured | undefined, source: string) {
	if (!measured) return undefined;
	const { cyclesPerIteration, nsPerIteration, meters } = measured;
	if (!isTime(figure)) {
		const id = figure.meter?.id ?? '';
		const found = source.includes(`"${id}"`) ? meters?.[id] : undefined;
		return found && `${plusMinus(found)} ${unitOf(facts, id)}`;
	}
	const statistic = facts.machines.find(({ name }) => name === figure.machine)?.statistic;
	if (statistic) {
		const cycles = ofSamples(measured, statistic);
		return inCycles(facts, figure)
			? `${number(cycles)} cycles (${statistic})`
			: `${number(cycles / measured.clockGHz)} ns (${statistic})`;
	}
	return inCycles(facts, figure)
		? `${plusMinus(cyclesPerIteration)} cycles`
		: `${plusMinus(nsPerIteration)} ns`;
}

/** The same statistic of the accepted samples, cycles per iteration: no median stands beside a mean or an extreme. */
function ofSamples({ raw }: Measured, statistic: 'mean' | 'fastest' | 'slowest'): number {
	const cycles = raw.filter(({ accepted }) => accepted).map(cyclesPerIteration);
	if (statistic === 'fastest') return Math.min(...cycles);
	if (statistic === 'slowest') return Math.max(...cycles);
	return cycles.reduce((sum, one) => sum + one, 0) / cycles.length;
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
			'Every figure of the documents that stands for a place of an exercise, beside one run in the document’s own language, or in the exercise’s first one where it does not have that language. Written by `npm run bench:exercises -- --figures docs/figures.md`; [coverage.md](coverage.md) says what differs in the code. The machines are not the documents’, so a difference is no error. Intervals are 95 % of the median; beside a mean, a fastest or a slowest run stands the same statistic of our samples.'
		),
		machine.map((sentence) => wrapped(`- ${sentence}`)).join('\n'),
		...grouped(figures, ({ exercise }) => exercise).flatMap(([exercise, ofOne]) => [
			`## ${exercise}`,
			`In ${[...new Set(ofOne.map(({ language }) => languageNames[language]))].join(', ')}.`,
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
