/** What the part of a trace that the ring lost has touched, as far as the rest shows. Pure. */
import type { Trace } from './trace.ts';

/**
 * So much of a call is in front of the next one, and so much of that one was seen, before they are compared; and such a part of the lines are
 * new again. (Of the same data at most half would be.)
 */
const [enoughOfCall, begunCall, newAgain] = [0.5, 0.02, 0.75];

/**
 * Calls go through the same data. So where the ring lost a part of the trace, a line that the rest touches for the first time was touched
 * in the call before, as many lines ago as a call has, if it goes on as it does so far. A call that touches as many new lines as the one before
 * goes on where that one stopped: then it comes back to a line after all others of the instruction's, whose number their addresses show if they are in
 * no order, and not at all so far if they are.
 */
export type Unseen = {
	readonly isPart: boolean;
	/** Lines that a call touches. */
	touched: number;
	goesOn: boolean;
	/** Before each entry, with the number of lines that were touched so far. */
	before: (entry: number, lines: number) => void;
	/** A call begins. */
	call: (entry: number, lines: number) => void;
	/** How many lines lie between the first and the last one that were new to an instruction, this one included. */
	spanOf: (instruction: number, line: number) => number;
};

/**
 * @param calls of the kernel, lost ones included
 * @param instructions that load or store
 */
export function createUnseen(
	{ entries, lost }: Trace,
	calls: number,
	instructions: number
): Unseen {
	const isPart = lost > 0;
	const entriesOfCall = (entries + lost) / Math.max(1, calls);
	let [callBegan, linesAtCall] = [0, 0];
	const [lowest, highest] = [Infinity, -Infinity].map((none) =>
		new Float64Array(instructions).fill(none)
	) as [Float64Array, Float64Array];
	const unseen: Unseen = {
		isPart,
		touched: 0,
		goesOn: false,
		before: (entry, lines) => {
			if (!isPart) return;
			unseen.touched = (lines / (entry + 1)) * entriesOfCall;
			const here = entry - callBegan;
			if (callBegan >= enoughOfCall * entriesOfCall && here > begunCall * entriesOfCall)
				unseen.goesOn = (lines - linesAtCall) / here > newAgain * (linesAtCall / callBegan);
		},
		call: (entry, lines) => {
			[callBegan, linesAtCall] = [entry, lines];
		},
		spanOf: (instruction, line) => {
			lowest[instruction] = Math.min(lowest[instruction] ?? line, line);
			highest[instruction] = Math.max(highest[instruction] ?? line, line);
			return (highest[instruction] ?? line) - (lowest[instruction] ?? line);
		}
	};
	return unseen;
}
