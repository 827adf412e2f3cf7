/** Which instructions of a listing were not in the listing before. Pure. */
import type { DisassembledFunction } from '@cyclelab/contract/schema/code';
import type { VariantReport } from '@cyclelab/contract/schema/report';
import { diff } from '../../../shared/diff.ts';
import { instructionLines } from '../../../shared/instruction-lines.ts';
import type { Line } from '../../../shared/lines.ts';
import { mainFunction } from './listing.ts';

/** The instructions of the function that is shown first. */
export const assemblyLines = (variant: VariantReport | undefined): Line[] =>
	instructionLines(variant && mainFunction(variant));

export interface Changes {
	/** Places of the new instructions, from 0. */
	fresh: ReadonlySet<number>;
	/** How many instructions of the listing before are gone. */
	gone: number;
	/** At most half of the instructions are new: a mark on nearly every row shows nothing. */
	marked: boolean;
}

/** What changed in a function since the code before; undefined where that has no such function. */
export function changesIn(
	shown: DisassembledFunction,
	before: VariantReport | undefined
): Changes | undefined {
	const earlier =
		before?.functions.find(({ symbol }) => symbol === shown.symbol) ??
		(before && before.functions.length === 1 ? before.functions[0] : undefined);
	if (!earlier) return undefined;
	const lines = diff(instructionLines(earlier), instructionLines(shown));
	const fresh = new Set(
		lines.flatMap(({ kind, after }) => (kind === 'new' && after !== undefined ? [after - 1] : []))
	);
	return {
		fresh,
		marked: fresh.size <= shown.instructions.length / 2,
		gone: lines.filter(({ kind }) => kind === 'gone').length
	};
}
