/** All terms of the glossary with their texts (`terms.txt`). */
import { rowsOf } from '../ui/rows.ts';
import type { Term, TermId } from './terms.ts';
import table from './terms.txt?raw';

/** A test holds their ids against the groups in `terms.ts`. */
export const terms = Object.fromEntries(
	rowsOf(table).map(([id = '', name = '', text = '', source]): [string, Term] => [
		id,
		{ name, text, ...(source && { source }) }
	])
) as Record<TermId, Term>;
