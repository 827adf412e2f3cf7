/**
 * The smallest part of a block on which a predictor and the processor still disagree: instructions are removed one at a time,
 * as delta debugging does. Pure.
 */
import type { Interval } from '@cyclelab/contract/schema/measurement';
import type { CodeBlock } from './extract.ts';

/** Cycles of a pass. */
export type Disagreement = { predicted: number; measured: Interval };

/** A smaller factor between prediction and measurement is no disagreement that a report would be written about. */
const factorAtLeast = 1.25;
/** Part of the first disagreement's logarithm that must remain, so that a reduction does not end at another, smaller error. */
const remains = 0.5;

/** Above 0: the prediction is too high. A prediction of nothing is infinitely too low. */
export const logFactor = ({ predicted, measured }: Disagreement): number =>
	Math.log(predicted / measured.median);

export function disagrees(disagreement: Disagreement): boolean {
	const { low, high } = disagreement.measured;
	const isOutside = disagreement.predicted < low || disagreement.predicted > high;
	return isOutside && Math.abs(logFactor(disagreement)) >= Math.log(factorAtLeast);
}

/** Whether it is the disagreement of `first`, or what remains of it: the same direction, and half of its logarithm or more. */
export const stillDisagrees = (first: Disagreement, now: Disagreement): boolean =>
	disagrees(now) &&
	Math.sign(logFactor(now)) === Math.sign(logFactor(first)) &&
	Math.abs(logFactor(now)) >= remains * Math.min(Math.abs(logFactor(first)), Number.MAX_VALUE);

/** The block without one of its instructions, each different block once; none of a block of one instruction. */
export function withoutOne({ instructions, text }: CodeBlock): CodeBlock[] {
	if (instructions.length < 2) return [];
	const lines = text.split('\n');
	const blocks = instructions.map((_, out): CodeBlock => ({
		instructions: instructions.filter((__, index) => index !== out),
		text: lines.filter((__, index) => index !== out).join('\n')
	}));
	return [...new Map(blocks.map((block) => [block.text, block])).values()];
}

/** Of the tried blocks the one on which both still disagree most; undefined if they do on none, so that the block is smallest. */
export function nextOf<T extends { disagreement: Disagreement | undefined }>(
	first: Disagreement,
	tried: readonly T[]
): T | undefined {
	const left = tried.flatMap((one) =>
		one.disagreement && stillDisagrees(first, one.disagreement)
			? [{ one, size: Math.abs(logFactor(one.disagreement)) }]
			: []
	);
	return left.toSorted((a, b) => b.size - a.size)[0]?.one;
}

/** An instruction without its registers, addresses, widths and constants: `mov [m], r`. */
export const shapeOf = (line: string): string =>
	line
		.replace(/\b(byte|[dqtxyz]?(mm)?word|fword) ptr /g, '')
		.replace(/\[[^\]]*\]/g, '[m]')
		.replace(/\b([xyz]mm\d+|k[0-7])\b/g, 'v')
		.replace(/(?<= )(r\d+[bwd]?|[re]?[a-ds][ixp]l?|[a-d][lh])\b/g, 'r')
		.replace(/-?\b(0x[0-9a-f]+|\d+)\b/g, 'n');

/** The block without the instructions of these shapes; undefined if nothing is left. */
export function withoutShapes(
	{ instructions, text }: CodeBlock,
	shapes: ReadonlySet<string>
): CodeBlock | undefined {
	const lines = text.split('\n');
	const stays = lines.map((line) => !shapes.has(shapeOf(line)));
	const left = instructions.filter((_, index) => stays[index]);
	if (left.length === 0) return undefined;
	return { instructions: left, text: lines.filter((_, index) => stays[index]).join('\n') };
}
