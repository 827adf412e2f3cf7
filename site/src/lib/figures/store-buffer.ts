/** Whether a load can take its bytes from one store that waits in the store buffer. Pure. */
import type { Bytes } from '@cyclelab/exercises/figure';

export interface Forwarding {
	/** For each store, oldest first: how many of the load's bytes it holds. */
	held: number[];
	/** Bytes that the load needs. */
	needed: number;
	/** The store that the load takes its bytes from, from 0; undefined: the load waits until the stores are in L1. */
	from: number | undefined;
}

const lengthOf = ({ from, to }: Bytes) => to - from + 1;

/** The youngest store that has any of the load's bytes must have them all. */
export function forwardingOf(stores: readonly Bytes[], load: Bytes): Forwarding {
	const held = stores.map(({ from, to }) =>
		Math.max(0, lengthOf({ from: Math.max(from, load.from), to: Math.min(to, load.to) }))
	);
	const needed = lengthOf(load);
	const youngest = held.findLastIndex((bytes) => bytes > 0);
	return { held, needed, from: held[youngest] === needed ? youngest : undefined };
}

/** Whether a byte is among them. */
export const holds = ({ from, to }: Bytes, byte: number): boolean => from <= byte && byte <= to;
