/** One to N reports of an exercise, each quantity with all rows in one unit on one axis. Pure. */
import type { Facts, Target } from '@cyclelab/exercises/schema';
import type { Report } from '@cyclelab/contract/schema/report';
import { labelParts } from '../run/language-facts.ts';
import { sourcesOf, type Source } from './figures.ts';
import { quantitiesOf } from './quantities.ts';
import { rowsOf, type Row } from './rows.ts';
import { documentedColumns, sheetOf, type QuantitySheet } from './sheets.ts';

/** One report of a comparison, or the place of a report that does not exist yet. */
export interface Compared {
	target: Target;
	/** Heading of its columns where several reports are compared: the architecture, or the processor if all have one. */
	name: string;
	/** The exercise's facts for this language and target. */
	facts: Facts;
	/** Undefined before a run, and while the learner's prediction is missing. */
	report: Report | undefined;
	/** Why nothing was measured, of one row or of the whole report. */
	absent: (row?: Row) => string;
	/** Why there is no prediction. */
	absentPrediction: () => string;
}

/**
 * A report that is shown alone.
 * @param absent why nothing is measured yet, or why it is not shown
 */
export function comparedAlone(
	facts: Facts,
	report: Report | undefined,
	target: Target,
	absent: string
): Compared {
	const isHidden = absent === 'hidden';
	return {
		target,
		name: target,
		facts,
		report,
		absent: (row) =>
			row?.point?.failure?.title ?? (row?.point || report?.finishedAt ? 'not measured' : absent),
		absentPrediction: () => {
			if (report) return report.finishedAt ? 'no prediction' : 'not yet';
			return isHidden ? absent : 'not run yet';
		}
	};
}

/** Rows of the same code in all reports. A report has several where its architecture has several forms of the code. */
interface RowGroup {
	key: string;
	/** The row's heading, without the parts that only one report has. */
	row: Pick<Row, 'variant' | 'label' | 'runtime' | 'atomics' | 'edited' | 'source' | 'at'>;
	/** Table rows: one cell group for each report, in the order of the reports. */
	lines: (Row | undefined)[][];
}

export interface ComparedSheet extends Omit<QuantitySheet, 'rows'> {
	/** The rows of each report. */
	rows: Row[][];
	groups: RowGroup[];
}

export function comparedSheets(all: readonly Compared[]): ComparedSheet[] {
	const [first] = all;
	if (!first) return [];
	return quantitiesOf(first.facts).map((quantity) => {
		const rows = all.map((compared, i) =>
			rowsOf(compared.facts, compared.report, quantity).map((row) => withOwnFigures(row, all, i))
		);
		const { rows: scaled, ...sheet } = sheetOf(first.facts, quantity, rows.flat());
		let from = 0;
		const split = rows.map(({ length }) => scaled.slice(from, (from += length)));
		return { ...sheet, rows: split, groups: groupsOf(split) };
	});
}

/** A document's figure stands with the reports of its machine's architecture, and only with the first of several. */
function withOwnFigures(row: Row, all: readonly Compared[], at: number): Row {
	const compared = all[at];
	if (!compared || all.length === 1) return row;
	if (all.findIndex(({ target }) => target === compared.target) < at)
		return { ...row, documented: [] };
	if (all.every(({ target }) => target === compared.target)) return row;
	const isOwn = (name: string) =>
		(compared.facts.machines.find((machine) => machine.name === name)?.target ?? 'x86-64') ===
		compared.target;
	return { ...row, documented: row.documented.filter(({ machine }) => isOwn(machine)) };
}

function groupsOf(rows: readonly Row[][]): RowGroup[] {
	const [first = [], ...others] = rows;
	if (others.length === 0) return first.map((row) => ({ key: row.key, row, lines: [[row]] }));
	const codeOf = ({ source, runtime, at }: Row) => `${source}/${runtime ?? ''}/${at ?? ''}`;
	const byCode = rows.map((ofReport) => Map.groupBy(ofReport, codeOf));
	return [...new Set(first.map(codeOf))].map((key) => {
		const forms = byCode.map((ofReport) => ofReport.get(key) ?? []);
		const count = Math.max(...forms.map(({ length }) => length));
		const row = forms.flat()[0];
		if (!row) throw new RangeError('a group has a row');
		const { variant, runtime, source, at, edited } = row;
		const { text, form } = labelParts({ label: row.label, runtime, atomics: row.atomics });
		const label = runtime && form ? `${text}, ${form}` : text;
		return {
			key,
			row: { variant, label, runtime, atomics: undefined, edited, source, at },
			lines: Array.from({ length: count }, (_, i) => forms.map((ofReport) => ofReport[i]))
		};
	});
}

/** The form of its atomic operation, where a row differs from others of the same code only in that. */
export const formOf = (row: Row): string | undefined =>
	row.atomics && labelParts({ label: row.label, atomics: row.atomics }).form;

/** The columns of one report. The measured one is always there. */
export interface Columns {
	/** The form of an atomic operation. */
	form: boolean;
	/** A column for each machine of the document; `undefined` for one column in which each figure names its machine. */
	documented: (Source | undefined)[];
	predicted: boolean;
	withEvents: boolean;
	/** Executed instructions. */
	counted: boolean;
}

/** A report has columns for figures of the document where it has such figures. */
export function columnsOf(all: readonly Compared[], sheet: ComparedSheet): Columns[] {
	const { quantity, predicts, rows } = sheet;
	const counted =
		quantity.id === 'time' && rows.flat().some(({ instructions }) => instructions !== undefined);
	return all.map(({ facts }, i) => {
		const ofReport = rows[i] ?? [];
		const sources = sourcesOf(facts, ofReport);
		const isAlone = all.length === 1;
		const separate = isAlone
			? documentedColumns(facts, ofReport)
			: sources.length === 1
				? sources
				: undefined;
		return {
			form: !isAlone && ofReport.some((row) => formOf(row) !== undefined),
			documented: sources.length === 0 ? [] : (separate ?? [undefined]),
			predicted: predicts,
			withEvents: predicts && rows.flat().some((row) => row.withEvents !== undefined),
			counted
		};
	});
}

export const columnCount = ({
	form,
	documented,
	predicted,
	withEvents,
	counted
}: Columns): number =>
	1 + Number(form) + documented.length + Number(predicted) + Number(withEvents) + Number(counted);

/** All reports as one exercise with the variants of each, for what draws or lists all of an exercise's variants. */
export function joined(
	all: readonly Compared[],
	sheet: ComparedSheet
): { facts: Facts; sheet: QuantitySheet } {
	const [first] = all;
	if (!first) throw new RangeError('a comparison has a report');
	if (all.length === 1) return { facts: first.facts, sheet: { ...sheet, rows: sheet.rows.flat() } };
	const idOn = (i: number, id: string) => `${i}/${id}`;
	const variants = all.flatMap(({ facts, name }, i) =>
		facts.variants.map((variant) => {
			const { text, form } = labelParts(variant);
			// The chart shortens a name at its first comma: the report's name must come before it.
			const label = `${text.split(',')[0] ?? text} on ${name}`;
			return {
				...variant,
				id: idOn(i, variant.id),
				source: variant.source ?? variant.id,
				label: form ? `${label}, ${form}` : label
			};
		})
	);
	const labels = new Map(variants.map(({ id, label }) => [id, label]));
	const rows = sheet.rows.flatMap((ofReport, i) =>
		ofReport.map((row) => {
			const variant = idOn(i, row.variant);
			return { ...row, key: idOn(i, row.key), variant, label: labels.get(variant) ?? row.label };
		})
	);
	return { facts: { ...first.facts, variants }, sheet: { ...sheet, rows } };
}

/** The report that a variant of joined facts belongs to, from 0. */
export const reportAt = (variant: string): number => Number(/^(\d+)\//.exec(variant)?.[1] ?? 0);
