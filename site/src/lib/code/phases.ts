/** A compiler's intermediate representation as lines to show: what is new in a phase, and which source line it is of. Pure. */
import type { Representation } from '@cyclelab/contract/schema/code';

interface PhaseLine {
	text: string;
	/** Not in the phase before. */
	fresh: boolean;
	/** Line of the learner's file (1-based), where the compiler reports it. */
	line: number | undefined;
}

/** The lines of a phase, compared with the phase before. A moved line is not new. */
export function phaseLines({ id, phases }: Representation, at: number): PhaseLine[] {
	const before = phases[at - 1];
	const known = new Map<string, number>();
	for (const text of linesOf(before?.text ?? '')) known.set(text, (known.get(text) ?? 0) + 1);
	return linesOf(phases[at]?.text ?? '').map((text) => {
		const left = known.get(text) ?? 0;
		known.set(text, left - 1);
		return {
			text,
			fresh: before !== undefined && left <= 0 && text.trim() !== '',
			line: id === 'ssa' ? sourceLine(text) : undefined
		};
	});
}

const linesOf = (text: string) => text.replace(/\n$/, '').split('\n');

/**
 * Go prints `(7)`, `(+7)` or `(-7)` before a value (the sign marks for debuggers where a statement begins), `# sum.go:7:2`
 * behind a node of the syntax tree, and `v9 00007 (7)` before an instruction.
 */
function sourceLine(text: string): number | undefined {
	const found =
		/^\s*(?:(?:[vb]\d+\s+)?\d{5} )?\([+-]?(\d+)\)\s/.exec(text) ??
		/# [\w.-]+:(\d+)(?::\d+)?$/.exec(text);
	return found ? Number(found[1]) : undefined;
}

/** How many lines of the phase before are not in this one. */
export function goneLines({ phases }: Representation, at: number, lines: PhaseLine[]): number {
	const before = phases[at - 1];
	if (!before) return 0;
	const full = (texts: string[]) => texts.filter((text) => text.trim() !== '').length;
	const kept = full(lines.filter(({ fresh }) => !fresh).map(({ text }) => text));
	return Math.max(0, full(linesOf(before.text)) - kept);
}

/** The phase worth reading first: the last of the machine-independent optimisations, else the last. */
export function firstPhase({ phases }: Representation): number {
	const at = phases.findIndex(({ name }) => name === 'lower');
	return at > 0 ? at - 1 : phases.length - 1;
}
