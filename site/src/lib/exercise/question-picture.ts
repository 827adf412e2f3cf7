/** The drawing of an exercise's question: what is compared, and the range in which the answer may lie. Pure. */
import type { Facts } from '@cyclelab/exercises/schema';
import { tickText } from '../comparison/scale.ts';
import { placeName } from '@cyclelab/contract/measure/place';

/** The answer to a question, a ratio, and what the learner predicted. */
export interface QuestionAnswer {
	measured: number;
	guess: number | undefined;
}

export interface QuestionPicture {
	/** What stands for one. */
	to: string;
	/** What takes so many times as much: unknown, and asked for. */
	of: string;
	/** Places on the drawing's logarithmic axis, 0..1: one, and the ends of the range that can be predicted. */
	one: number;
	low: number;
	high: number;
	/** The ratios that can be predicted. */
	range: { low: number; high: number };
	/** Round ratios, at their places. */
	ticks: { ratio: string; at: number }[];
}

/** Where the smallest and the largest ratio lie on the axis, so that even the shortest bar can be seen. */
const ends = { from: 0.15, to: 0.96 };

/** It shows the range of predictions, which is the same whatever the answer is, and nothing of the answer. */
export function questionPicture(facts: Facts): QuestionPicture {
	const { of, to, low, high } = facts.question;
	const [least, most] = [Math.min(low, 1), Math.max(high, 1)];
	const at = (ratio: number) =>
		ends.from + (ends.to - ends.from) * (Math.log(ratio / least) / Math.log(most / least));
	return {
		to: named(placeName(facts, to)),
		of: named(placeName(facts, of)),
		one: at(1),
		low: at(low),
		high: at(high),
		range: { low, high },
		ticks: powersBetween(least, most).map((ratio) => ({
			ratio: `${tickText(ratio)}×`,
			at: at(ratio)
		}))
	};
}

/** Where a ratio lies on a picture's axis, within its ends. */
export function placeOn({ one, low, high, range }: QuestionPicture, ratio: number): number {
	const [end, at] = range.high > 1 ? [range.high, high] : [range.low, low];
	const place = one + ((at - one) * Math.log(ratio)) / Math.log(end);
	return Math.min(0.99, Math.max(0.02, place));
}

/** Without the quotation marks that a sentence needs. */
const named = (name: string) => name.replace(/[“”]/g, '');

/** Powers of ten, and of two where there would be fewer than three of ten. */
function powersBetween(least: number, most: number): number[] {
	const powers = (base: number) => {
		const [first, last] = [least, most].map((value) => Math.log(value) / Math.log(base));
		const found: number[] = [];
		// The logarithm of 1000 to the base of 10 is 2.9999999999999996 in doubles.
		const inexact = 1e-9;
		for (let power = Math.ceil((first ?? 0) - inexact); power <= (last ?? 0) + inexact; power += 1)
			found.push(Number((base ** power).toPrecision(6)));
		return found;
	};
	const tens = powers(10);
	if (tens.length >= 3) return tens;
	const twos = powers(2);
	const every = Math.ceil(twos.length / 5);
	return twos.filter((ratio) => Math.round(Math.log2(ratio)) % every === 0);
}

export const pictureText = ({ of, to }: { of: string; to: string }) =>
	`A bar for “${to}”, and a bar of unknown length for “${of}”.`;
