/** A kept run's numbers as CSV (RFC 4180), one number a line, so that any program can group them. Pure. */
import type { Facts } from '@cyclelab/exercises/schema';
import { documentedAt } from '@cyclelab/runner/documented';
import { sheetCell } from '../../../shared/sheet-cell.ts';
import { quantitiesOf, type Quantity } from '../comparison/quantities.ts';
import { sourceFragment } from '../comparison/edited.ts';
import { mainPrediction } from '../code/models.ts';
import { rowsOf, type Row } from '../comparison/rows.ts';
import type { Kept } from './card.ts';

const columns = [
	'variant',
	'label',
	'edited',
	'parameter',
	'value',
	'quantity',
	'unit',
	'kind',
	'by',
	'median',
	'low',
	'high',
	'samples',
	'source'
] as const;
type CsvLine = Partial<Record<(typeof columns)[number], string | number | boolean | undefined>>;

/** The document's figures of a row; a time that cannot be converted to the quantity's unit keeps the document's unit. */
function documentedIn(
	facts: Facts,
	{ variant, at, point }: Row,
	{ id, unit }: Pick<Quantity, 'id' | 'unit'>
): CsvLine[] {
	const parameters = facts.sweep && at !== undefined ? { [facts.sweep.name]: at } : {};
	const all = point?.documented ?? documentedAt(facts, { variant, parameters });
	return all.flatMap(
		({ machine, runtime, meter, nsPerIteration: ns, cyclesPerIteration: cycles }): CsvLine[] => {
			if ((meter?.id ?? 'time') !== id) return [];
			const own = meter?.perIteration ?? (unit === 'ns' ? ns : cycles);
			const other = unit === 'ns' ? cycles : ns;
			const by = [machine, runtime].filter(Boolean).join('; ');
			if (own !== undefined) return [{ kind: 'documented', by, median: own }];
			return [{ kind: 'documented', by, unit: unit === 'ns' ? 'cycles' : 'ns', median: other }];
		}
	);
}

/** The source of edited code has its address in each of its lines. */
export function csvOf({ id: kept, facts, report }: Kept, origin: string): string {
	const { host } = report.runner;
	const linesOf = (row: Row, { id, unit }: Quantity): CsvLine[] => {
		const found = report.variants.find((one) => one.id === row.variant);
		const place = {
			variant: row.variant,
			label: row.label,
			edited: row.edited,
			...(row.edited ? { source: `${origin}/s/${kept}${sourceFragment(row.variant)}` } : {}),
			...(row.at === undefined ? {} : { parameter: facts.sweep?.name, value: row.at })
		};
		const about = { ...place, quantity: id, unit };
		const samples = row.point?.measured?.samples;
		return [
			...documentedIn(facts, row, { id, unit }).map((one) => ({ ...about, ...one })),
			...(row.predicted === undefined
				? []
				: [
						{
							...about,
							kind: 'predicted',
							by: mainPrediction(found?.predictions ?? [])?.model,
							median: row.predicted
						}
					]),
			...(row.measured
				? [{ ...about, kind: 'measured', by: host.processor, ...row.measured, samples }]
				: []),
			...(id === 'time' && row.instructions !== undefined
				? [
						{
							...place,
							quantity: 'instructions',
							unit: 'count',
							kind: 'counted',
							by: report.target,
							median: row.instructions
						}
					]
				: [])
		];
	};
	const lines = quantitiesOf(facts).flatMap((quantity) =>
		rowsOf(facts, report, quantity).flatMap((row) => linesOf(row, quantity))
	);
	return [
		columns.join(','),
		...lines.map((line) => columns.map((name) => sheetCell(line[name])).join(','))
	]
		.map((line) => `${line}\r\n`)
		.join('');
}
