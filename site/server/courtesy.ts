/**
 * How many waiting runs this process takes for its runners. Where another process has a runner with more room, that one
 * goes first: else whoever is asked for a run would give all to its own runners while others are idle. Pure.
 */
import { isSlowLine, serves } from './classes.ts';
import type { Connected, RunnerCard } from './connected.ts';
import { freeSlots } from './slots.ts';

export type Courtesy = {
	/**
	 * How many runs of a line to take now, 0 if nobody here has room; `later` if somebody elsewhere has more.
	 * `insist`: those elsewhere had their chance.
	 */
	share: (line: string, insist?: boolean) => number | 'later';
	/** Whether anybody here could take a run of this line. */
	hasRoom: (line: string) => boolean;
	/** What runners elsewhere do was heard anew. */
	heard: () => void;
};

export function createCourtesy(
	connected: ReadonlySet<Connected>,
	everybody: () => readonly RunnerCard[]
): Courtesy {
	/** Runs left to others since they were last heard of, by line. */
	const left = new Map<string, number>();
	const freeFor = (line: string, all: readonly RunnerCard[]) =>
		[...connected].map((runner) => freeSlots(runner, line, all));
	return {
		hasRoom: (line) => freeFor(line, everybody()).some((free) => free > 0),
		share: (line, insist = false) => {
			const all = everybody();
			const free = freeFor(line, all);
			const most = Math.max(0, ...free);
			if (most === 0) return 0;
			const before = left.get(line) ?? 0;
			const elsewhere = mostElsewhere(connected, all, line) - before;
			if (elsewhere <= 0) return free.reduce((sum, one) => sum + one, 0);
			if (elsewhere <= most || insist) return 1;
			left.set(line, before + 1);
			return 'later';
		},
		heard: () => left.clear()
	};
}

/** The most room that one runner of another process has for a line, as it was when it was last heard of. */
function mostElsewhere(
	connected: ReadonlySet<Connected>,
	all: readonly RunnerCard[],
	line: string
): number {
	const here = new Set([...connected].map(({ description }) => description.id));
	const room = all
		.filter((one) => !here.has(one.id) && one.state === 'ready' && serves(one, all).includes(line))
		.map(({ slots, slowSlots, busy }) => (isSlowLine(line) ? slowSlots : slots) - busy);
	return Math.max(0, ...room);
}
