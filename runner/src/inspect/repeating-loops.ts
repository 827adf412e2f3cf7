/** Which of a function's loops did repeat in a count run, and which of them are what a path can go through. */
import { sum } from '../measure/statistics.ts';
import type { ControlFlow, Loop } from './control-flow.ts';
import type { Executed } from './edge-counts.ts';

export type Repeating = {
	loop: Loop;
	/** Instructions executed in it. */
	work: number;
	/** Passes each time it is entered; absent where counts do not determine it, or it is entered once. */
	passesPerEntry?: number;
};

/** Below this many passes per entry a loop is straight code: a retry that is hardly ever needed (compare and swap). */
const leastPasses = 1.01;
/** Loops inside may do this part of a loop's work at most, if a path is to go past them. */
const largestPartInside = 0.05;

/** Loops of whose work nearly all is done by a path through them, without inner repetition. */
export function pathLoops(flow: ControlFlow, counted: Executed): Repeating[] {
	const repeating = flow.loops
		.map((loop): Repeating => {
			const passesPerEntry = passesPerEntryOf(flow, loop, counted);
			return {
				loop,
				work: workOf(flow, loop, counted),
				...(passesPerEntry === undefined ? {} : { passesPerEntry })
			};
		})
		.filter(({ work, passesPerEntry }) => work > 0 && (passesPerEntry ?? Infinity) >= leastPasses);
	return repeating.filter(({ loop, work }) => {
		const inside = repeating.filter(
			(other) => other.loop.header !== loop.header && loop.blocks.includes(other.loop.header)
		);
		return inside.every((other) => other.work <= largestPartInside * work);
	});
}

const workOf = (flow: ControlFlow, loop: Loop, { blocks }: Executed) =>
	sum(
		loop.blocks.map(
			(index) => (blocks[index] ?? 0) * (flow.blocks[index]?.instructions.length ?? 0)
		)
	);

function passesPerEntryOf(flow: ControlFlow, loop: Loop, counted: Executed): number | undefined {
	const inside = new Set(loop.blocks);
	const passes = counted.blocks[loop.header] ?? 0;
	const back = (flow.blocks[loop.header]?.predecessors ?? [])
		.filter((from) => inside.has(from))
		.map((from) => counted.edge(from, loop.header));
	if (back.some((count) => count === undefined)) return undefined;
	const entries = passes - sum(back.map((count) => count ?? 0));
	return entries > 0 ? passes / entries : undefined;
}
