/** Places in a kept run's code that an address can name: `#source=3-5`, `#asm=12-20`, `#loop`. Pure. */

export type CodeMark =
	| { pane: 'source'; from: number; to: number }
	/** Instructions by their place in the function, from 1; without a symbol in the function that is shown first. */
	| { pane: 'asm'; from: number; to: number; symbol?: string }
	/** The hot loop. */
	| { pane: 'loop' };

/** A line of one of the panes. */
export type MarkedLine =
	| { pane: 'source'; at: number }
	| { pane: 'asm'; at: number; symbol?: string };

/** The place that a fragment names, with or without its #; undefined if it names none. */
export function markIn(fragment: string): CodeMark | undefined {
	const names = new URLSearchParams(fragment.replace(/^#/, ''));
	if (names.has('loop')) return { pane: 'loop' };
	for (const pane of ['source', 'asm'] as const) {
		const [, first, last = first] = /^(\d{1,6})(?:-(\d{1,6}))?$/.exec(names.get(pane) ?? '') ?? [];
		const ends = [Number(first), Number(last)].toSorted((a, b) => a - b);
		const [from = NaN, to = NaN] = ends;
		if (!(from > 0)) continue;
		const symbol = names.get('function');
		return pane === 'asm' && symbol ? { pane, from, to, symbol } : { pane, from, to };
	}
	return undefined;
}

/** The fragment that names a place. */
export function fragmentOf(mark: CodeMark): string {
	if (mark.pane === 'loop') return 'loop';
	const { pane, from, to } = mark;
	const lines = `${pane}=${from === to ? from : `${from}-${to}`}`;
	return pane === 'asm' && mark.symbol !== undefined
		? `${lines}&function=${encodeURIComponent(mark.symbol)}`
		: lines;
}

/** A line as a mark; with `to` from the mark there is to that line, if it is of the same code. */
export function marked(line: MarkedLine, until?: CodeMark): CodeMark {
	const { at, ...where } = line;
	const alike =
		until?.pane === line.pane &&
		(line.pane !== 'asm' || (until.pane === 'asm' && until.symbol === line.symbol));
	if (!alike) return { ...where, from: at, to: at };
	return { ...where, from: Math.min(until.from, at), to: Math.max(until.to, at) };
}

export const isIn = (mark: CodeMark | undefined, line: MarkedLine): boolean =>
	mark?.pane === line.pane &&
	line.at >= mark.from &&
	line.at <= mark.to &&
	(mark.pane !== 'asm' || line.pane !== 'asm' || mark.symbol === line.symbol);
