/** One table and chart for each quantity with the rows of both sides, all numbers in one unit on one axis. Pure. */
import type { Facts, Target } from '@cyclelab/exercises/schema';
import type { Report } from '@cyclelab/runner/schema/report';
import { quantitiesOf } from '../quantities.ts';
import { rowsOf, type Row } from '../rows.ts';
import { sheetOf, type Sheet } from '../sheets.ts';
import { labelParts } from '../told.ts';
import { sideWords } from '../words/side.ts';

/** A side as it is shown. */
export interface Shown {
	target: Target;
	/** For headings: the architecture, or the processor where both have the same one. */
	name: string;
	/** The exercise as it is told for the target. */
	facts: Facts;
	/** What may be shown of its run. */
	report: Report | undefined;
}
export type Both<One> = readonly [One, One];

/** Rows of the same code. A side has several where its architecture has several forms of it. */
export interface Pair {
	key: string;
	/** The row's heading without what only one side says. */
	row: Pick<Row, 'label' | 'runtime' | 'atomics' | 'edited' | 'source' | 'at'>;
	lines: Both<Row | undefined>[];
}

export interface SideSheet extends Omit<Sheet, 'rows'> {
	rows: Both<Row[]>;
	pairs: Pair[];
}

export function sideSheets(sides: Both<Shown>): SideSheet[] {
	const [{ facts }] = sides;
	return quantitiesOf(facts).map((quantity) => {
		const [first, second] = sides.map((side, i) =>
			rowsOf(side.facts, side.report, quantity).map((row) => withOwnFigures(row, sides, i))
		) as [Row[], Row[]];
		const { rows: all, ...sheet } = sheetOf(facts, quantity, [...first, ...second]);
		const rows = [all.slice(0, first.length), all.slice(first.length)] as const;
		return { ...sheet, rows, pairs: pairsOf(rows) };
	});
}

/** A document's figures stand on the side of their machine; with the same architecture on both they are told once. */
function withOwnFigures(row: Row, sides: Both<Shown>, at: number): Row {
	const [first, second] = sides;
	if (first.target === second.target) return at === 0 ? row : { ...row, documented: [] };
	const side = at === 0 ? first : second;
	const isOwn = (name: string) =>
		(side.facts.machines.find((machine) => machine.name === name)?.target ?? 'x86-64') ===
		side.target;
	return { ...row, documented: row.documented.filter(({ machine }) => isOwn(machine)) };
}

function pairsOf([first, second]: Both<Row[]>): Pair[] {
	const codeOf = ({ source, runtime, at }: Row) => `${source}/${runtime ?? ''}/${at ?? ''}`;
	const others = Map.groupBy(second, codeOf);
	return [...Map.groupBy(first, codeOf)].map(([key, own]) => {
		const opposite = others.get(key) ?? [];
		const length = Math.max(own.length, opposite.length);
		const lines = Array.from({ length }, (_, i) => [own[i], opposite[i]] as const);
		const [row = opposite[0]] = own;
		if (!row) throw new RangeError('a pair has a row');
		const { runtime, source, at, edited } = row;
		const { text, form } = labelParts({ label: row.label, runtime, atomics: row.atomics });
		return {
			key,
			row: {
				label: runtime && form ? `${text}, ${form}` : text,
				runtime,
				atomics: undefined,
				edited,
				source,
				at
			},
			lines
		};
	});
}

/** The form of its atomic operation, where that sets a row apart from others of the same code. */
export const formOf = (row: Row): string | undefined =>
	row.atomics && labelParts({ label: row.label, atomics: row.atomics }).form;

/** Both sides as one exercise with the variants of both, for what draws or lists all of an exercise's variants. */
export function joined(sides: Both<Shown>, sheet: SideSheet): { facts: Facts; sheet: Sheet } {
	const [{ facts }] = sides;
	const idOn = (i: number, id: string) => `${i}/${id}`;
	const variants = sides.flatMap((side, i) =>
		side.facts.variants.map((variant) => {
			const { text, form } = labelParts(variant);
			// Up to its first comma, as names of lines are cut: the side must not be what is lost.
			const label = sideWords.rowOn(text.split(',')[0] ?? text, side.name);
			return {
				...variant,
				id: idOn(i, variant.id),
				source: variant.source ?? variant.id,
				label: form ? `${label}, ${form}` : label
			};
		})
	);
	const labels = new Map(variants.map(({ id, label }) => [id, label]));
	const rows = sheet.rows.flatMap((own, i) =>
		own.map((row) => {
			const variant = idOn(i, row.variant);
			return { ...row, key: idOn(i, row.key), variant, label: labels.get(variant) ?? row.label };
		})
	);
	return { facts: { ...facts, variants }, sheet: { ...sheet, rows } };
}

/** Whether a variant of joined facts is the second side's. */
export const isSecond = (variant: string): boolean => variant.startsWith('1/');
