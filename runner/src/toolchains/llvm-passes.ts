/** What LLVM prints of one function before and after each pass that changed it (`-print-changed`) -> the phases. Pure. */
import type { Representation } from '@cyclelab/contract/schema/code';
import { linesOf } from '../inspect/lines.ts';
import type { OwnFunction } from './llvm-ir.ts';
import { shownPhases, type Phase } from './phases.ts';

/** The options of LLVM that print it. */
export const printingPasses = ({ symbol }: OwnFunction): readonly string[] => [
	'-print-changed=quiet',
	// The text before the first change is what the front end wrote.
	'-print-before-changed',
	`-filter-print-funcs=${symbol}`
];

/** The passes of one function may print much. */
export const passesKiB = 4096;

/** A pass on a module, on functions that call one another, on a function, or on a loop of it. */
const header =
	/^\*\*\* IR Dump (Before|After) (\w{1,80}?)(?:Pass)? on (?:loop %(.{1,80}) in function )?.* \*\*\*$/;

/** Undefined if the text has no phase of the function. */
export function readPasses(
	text: string,
	{ symbol, name: title }: OwnFunction
): Representation | undefined {
	const all: Phase[] = [];
	const isBegin = (line: string) => line.startsWith('define ') && line.includes(`@${symbol}(`);
	let name: string | undefined;
	let lines: string[] | undefined;
	for (const line of linesOf(text)) {
		const [, when, pass = '', loop] = header.exec(line) ?? [];
		if (when !== undefined) {
			const isFirst = when === 'Before' && all.length === 0;
			name = isFirst ? 'front end' : when === 'After' ? named(pass, loop) : undefined;
			lines = undefined;
		} else if (name !== undefined && lines === undefined && isBegin(line)) lines = [];
		if (lines === undefined || name === undefined || /^\s+#dbg_/.test(line)) continue;
		lines.push(line.replace(/,? ![\w.]+ !\d+/g, ''));
		if (line !== '}') continue;
		all.push({ name, text: lines.join('\n') });
		name = undefined;
	}
	const phases = shownPhases(all)?.map((phase, i) => ({ ...phase, name: `${i} ${phase.name}` }));
	return phases && { id: 'passes', title: `LLVM passes on ${title}`, phases };
}

const named = (pass: string, loop: string | undefined) =>
	loop === undefined || loop.startsWith('<') ? pass : `${pass} on loop ${loop}`;
