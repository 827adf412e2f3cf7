/** A kept run's numbers as CSV (RFC 4180), one number a line, so that any program can group them. Pure. */
import type { Facts } from '@cyclelab/exercises/schema';
import { documentedAt } from '@cyclelab/contract/measure/documented';
import type { VariantReport } from '@cyclelab/contract/schema/report';
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
	'source',
	'flags'
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

/** A line for each simulated event, and for the prediction that includes them. */
function eventsIn({ at }: Row, variant: VariantReport | undefined, processor: string): CsvLine[] {
	const place = variant?.events?.find(({ parameters }) => Object.values(parameters)[0] === at);
	const { all = {}, prediction } = place ?? {};
	return [
		...(prediction && 'parts' in prediction
			? [
					{
						quantity: 'time',
						unit: 'cycles',
						kind: 'predicted with events',
						by: prediction.model,
						median: prediction.cyclesPerIteration
					}
				]
			: []),
		...Object.entries(all).map(([quantity, median]) => ({
			quantity,
			unit: 'count',
			kind: 'simulated',
			by: processor,
			median
		}))
	];
}

/** Executed instructions: in the code that is shown, elsewhere, and for other data. */
const countsIn = ({ instructions, elsewhere, dataWork }: Row): CsvLine[] =>
	(
		[
			['counted', instructions],
			['counted, not shown', elsewhere],
			['counted for other data', dataWork?.other]
		] as const
	).flatMap(([kind, median]) => (median === undefined ? [] : [{ kind, median }]));

/** The source of edited code has its address in each of its lines. */
export function csvOf({ id: kept, facts, report }: Kept, origin: string): string {
	const { host } = report.runner;
	const linesOf = (row: Row, { id, unit }: Quantity): CsvLine[] => {
		const found = report.variants.find((variant) => variant.id === row.variant);
		const place = {
			variant: row.variant,
			label: row.label,
			edited: row.edited,
			flags: found?.addedFlags?.join(' '),
			...(row.edited ? { source: `${origin}/s/${kept}${sourceFragment(row.variant)}` } : {}),
			...(row.at === undefined ? {} : { parameter: facts.sweep?.name, value: row.at })
		};
		const about = { ...place, quantity: id, unit };
		const measured = { ...about, kind: 'measured', by: host.processor };
		const samples = row.point?.measured?.samples;
		return [
			...documentedIn(facts, row, { id, unit }).map((figure) => ({ ...about, ...figure })),
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
				? row.speeds.length > 0
					? // no number stands for several modes
						[
							{ ...measured, ...row.measured, median: undefined, samples },
							...row.speeds.map((median) => ({ ...measured, kind: 'mode', median }))
						]
					: [{ ...measured, ...row.measured, samples }]
				: []),
			...(id === 'time' ? countsIn(row) : []).map((count) => ({
				...place,
				quantity: 'instructions',
				unit: 'count',
				by: report.target,
				...count
			})),
			...(id === 'time' ? eventsIn(row, found, host.processor) : []).map((event) => ({
				...place,
				...event
			}))
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
