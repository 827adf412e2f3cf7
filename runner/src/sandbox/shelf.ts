/** The containers of one image and kind: those that wait, those in use, those that have served, and who waits for one. */
import type { ImageName } from '@cyclelab/images/recipes';
import type { Conversation } from './conversation.ts';
import { mostWarm, noted, peakOf, shared, type Demand, type Memory } from './demand.ts';
import type { Container } from './docker.ts';
import type { Prestarted } from './frames.ts';
import type { Kind } from './limits.ts';
import type { ShelfCount } from './refill.ts';
import type { SandboxError } from './sandbox-error.ts';
import type { Held } from './tool-gate.ts';

/** What to have of an image: its tag (the supervisor is in it), and how many of each kind to keep warm at least. */
export type Stock = {
	tag: string;
	sizes: Record<Kind, number>;
	/** Tools to start in a container while it waits. */
	prestarted?: Partial<Record<Kind, readonly Prestarted[]>>;
	/** Weight of its tools against others' on the same core, of 1024. */
	weight?: number;
};

/** A container that can be used. */
export type Ready = {
	kind: Kind;
	container: Container;
	conversation: Conversation;
	/** Moves it to these cores, if it is not there. As `Container.confine`. */
	confine: (cores: string) => Promise<void>;
	/** No step will run in it any more: others may have its uids. */
	forgetUids: () => void;
	release: () => Promise<void>;
};

/** Who waits for one; `Given` is what they get. */
export type Waiting<Given> = {
	resolve: (given: Given) => void;
	reject: (reason: SandboxError) => void;
	held: Held;
};

export type Shelf<Given> = {
	image: ImageName;
	kind: Kind;
	stock: Stock;
	warm: Ready[];
	starting: number;
	waiting: Waiting<Given>[];
	taken: Set<Ready>;
	/** Oldest first. */
	spent: Ready[];
	/** How many have been taken since there was time to fill it up. */
	takenInSpell: number;
	demand: Demand;
};

export const emptyShelf = <Given>(image: ImageName, kind: Kind, stock: Stock): Shelf<Given> => ({
	...{ image, kind, stock, warm: [], starting: 0, waiting: [], taken: new Set(), spent: [] },
	takenInSpell: 0,
	demand: new Map()
});

/** Somebody is given one. What cannot be had, however often it is asked for, makes no demand. */
export function noteDemand<Given>(shelf: Shelf<Given>, nowMs: number): void {
	shelf.takenInSpell++;
	shelf.demand = noted(shelf.demand, nowMs, shelf.takenInSpell);
}

/**
 * Every shelf's numbers.
 * @param memory for containers of tools that wait, of all images together: as many are kept warm as were taken lately
 * without a pause, of images of which any are. One that measures has the core for itself, so more of them than usual are
 * never needed. Without it, those that are in stock.
 */
export function countShelves<Given>(
	shelves: readonly Shelf<Given>[],
	memory: Memory | undefined,
	nowMs: number
): ShelfCount[] {
	const wanted = shelves.map(({ kind, stock, demand }) =>
		kind === 'tools' && stock.sizes.tools > 0
			? Math.max(stock.sizes.tools, peakOf(demand, nowMs))
			: 0
	);
	const given = memory === undefined ? [] : shared(wanted, mostWarm(memory));
	return shelves.map(({ image, kind, stock, warm, starting, waiting, taken, spent }, index) => ({
		...{ image, kind, starting },
		size: (kind === 'tools' ? given[index] : undefined) ?? stock.sizes[kind],
		warm: warm.length,
		waiting: waiting.length,
		taken: taken.size,
		spent: spent.length
	}));
}
