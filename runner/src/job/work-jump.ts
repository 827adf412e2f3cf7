/**
 * Does the work of a call jump at a length? The work of honest calls grows with their length as iterations are added: slowly, quickly,
 * or by a piece of work that an iteration brings with it, as when a table is moved to a larger one. A call that does all its iterations
 * otherwise from a length on, or at one, has more work or less at once, and so has each iteration behind that length.
 */
import { apart, whole } from '@cyclelab/contract/measure/sentence-numbers';

/** Part by which the work of an iteration differs at least in calls of two lengths, for a jump to be looked for. */
export const apartAtLeast = 0.05;
/** The part of that difference that lies at the jump, and in the iterations beside it. */
const nearlyAll = 0.75;
/** A jump lies between two lengths that differ by this part of the shorter. */
const within = 1 / 64;
/** On either side of a jump, the part of the length there whose iterations show what one costs. */
const beside = 1 / 4;
/** Data of fewer iterations may have such differences by chance. */
const shortest = 512;

/**
 * Undefined if there is none, or it cannot be found.
 * @param timed iterations of a call that is timed
 * @param counted of the one that the report's counts are of
 * @param workAt instructions of a call of so many iterations, all of the same data; undefined if it cannot be counted
 */
export async function workJump(
	timed: number,
	counted: number,
	workAt: (iterations: number) => Promise<number | undefined>
): Promise<string | undefined> {
	const callAt = async (iterations: number) => {
		const work = await workAt(iterations);
		if (work === undefined) throw uncountable;
		return { iterations, work, each: work / iterations };
	};
	const slope = (from: Call, to: Call) => (to.work - from.work) / (to.iterations - from.iterations);
	const short = Math.min(timed, counted);
	if (short < shortest || timed === counted) return undefined;
	try {
		let from = await callAt(short);
		let to = await callAt(Math.max(timed, counted));
		const difference = Math.abs(to.each - from.each);
		if (difference < apartAtLeast * Math.max(from.each, to.each)) return undefined;
		while (to.iterations - from.iterations > within * from.iterations) {
			const middle = await callAt(Math.round((from.iterations + to.iterations) / 2));
			const isBefore = Math.abs(middle.each - from.each) >= Math.abs(to.each - middle.each);
			if (isBefore) to = middle;
			else from = middle;
		}
		const isJump = (one: number, other: number) => Math.abs(one - other) >= nearlyAll * difference;
		if (!isJump(from.each, to.each)) return undefined;
		const before = await callAt(Math.round(from.iterations * (1 - beside)));
		const behind = await callAt(Math.round(to.iterations * (1 + beside)));
		if (!isJump(slope(before, from), slope(to, behind))) return undefined;
		const [one, other] = apart(from.each, to.each);
		return `Its calls of ${whole(from.iterations)} iterations execute ${one} instructions an iteration, and those of ${whole(to.iterations)} execute ${other}: what an iteration does depends on the length of the call.`;
	} catch (cause) {
		if (cause === uncountable) return undefined;
		throw cause;
	}
}

type Call = { iterations: number; work: number; each: number };
const uncountable = new Error('a call cannot be counted');
