/** Which columns a table of two sides has for each of them. Pure. */
import { formOf, type SideSheet } from './side-sheets.ts';

export interface Columns {
	/** Which form of an atomic operation a line is of. */
	form: boolean;
	documented: boolean;
	predicted: boolean;
	counted: boolean;
}

/** A side without any figure of the document has no column for them, nor one for counts before anything was counted. */
export function columnsOf({ quantity, predicts, rows }: SideSheet): readonly [Columns, Columns] {
	const isTime = quantity.id === 'time';
	const counted = isTime && rows.flat().some(({ instructions }) => instructions !== undefined);
	const of = (own: SideSheet['rows'][number]): Columns => ({
		form: own.some((row) => formOf(row) !== undefined),
		documented: own.some(({ documented }) => documented.length > 0),
		predicted: predicts,
		counted
	});
	return [of(rows[0]), of(rows[1])];
}

/** How many columns a side has; the measured one is always there. */
export const widthOf = ({ form, documented, predicted, counted }: Columns): number =>
	1 + Number(form) + Number(documented) + Number(predicted) + Number(counted);
