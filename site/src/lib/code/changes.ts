/** Which instructions of a listing were not in the listing before. Pure. */
import type { DisassembledFunction } from '@cyclelab/runner/schema/code';
import type { VariantReport } from '@cyclelab/runner/schema/report';
import { diff } from '../ui/diff.ts';
import type { Line } from '../ui/lines.ts';
import { mainFunction } from './listing.ts';

/** The instructions of a function as lines to compare. Where a jump leads is not compared, nor how far away data lie. */
export const instructionLines = (shown: DisassembledFunction | undefined): Line[] =>
	(shown?.instructions ?? []).map(({ text, target }) => ({
		key: target === undefined ? withoutDistance(text) : (text.split(' ')[0] ?? text),
		text
	}));

/** The instructions of the function that is shown first. */
export const assemblyLines = (variant: VariantReport | undefined): Line[] =>
	instructionLines(variant && mainFunction(variant));

const withoutDistance = (text: string) => text.replace(/\[rip [+-] 0x[\da-f]+\]/g, '[rip]');

export interface Changes {
	/** Places of the new instructions, from 0. */
	fresh: ReadonlySet<number>;
	/** How many instructions of the listing before are gone. */
	gone: number;
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
	return {
		fresh: new Set(
			lines.flatMap(({ kind, after }) => (kind === 'new' && after !== undefined ? [after - 1] : []))
		),
		gone: lines.filter(({ kind }) => kind === 'gone').length
	};
}
