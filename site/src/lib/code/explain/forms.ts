/** What instructions do, from tables of text: a row for each, its columns as the first line of the table names them. Pure. */
import type { TermId } from '../../glossary/terms.ts';
import { rowsOf } from '../../ui/rows.ts';

export interface Form {
	says: string;
	/** To each operand: r reads, w writes, b does both, a only computes the address, t jumps there. */
	access: string;
	/** Access to the flags. */
	flags?: 'r' | 'w' | 'b';
	/** Registers that are not among its operands, read and written. */
	reads?: readonly string[];
	writes?: readonly string[];
	term?: TermId;
}

export function readForms(table: string): ReadonlyMap<string, Form> {
	const list = (cell: string) => (cell === '' ? [] : cell.split(', '));
	return new Map(
		rowsOf(table).map(
			([name = '', access = '', flags, says = '', reads = '', writes = '', term]) => [
				name,
				{
					says,
					access,
					reads: list(reads),
					writes: list(writes),
					...(flags && { flags: flags as 'r' | 'w' | 'b' }),
					// `explain.test.ts` looks the names up.
					...(term && { term: term as TermId })
				}
			]
		)
	);
}
