/** Stores in flight, and the loads that they serve. Pure. */
import type { CoreSizes } from './geometry.ts';
import { fromStores, type Steps } from './steps.ts';
import type { Tally } from './tally.ts';

/** A load or a store: its instruction's number, its bytes, its step (-1: it is not timed), and what was executed before it. */
export type Access = {
	instruction: number;
	at: number;
	size: number;
	step: number;
	/** Instructions, and passes of the hot loop. */
	executed: number;
	pass: number;
};

/** A load that one store always served, the same number of passes later. */
type Served = { load: number; store: number; passes: number };

export type StoreQueue = {
	/** Looks for the youngest store in flight that has bytes of the load. */
	serve: (load: Access, tally: Tally, isCounted: boolean) => void;
	push: (store: Access) => void;
	servedAlways: () => Served[];
};

/** Eight bytes of a page of 4 KiB, the smallest address that a core compares. */
const granules = 512;
const granuleOf = (address: number) => (address % 4096) >>> 3;

/** A ring as large as the core's store queue. */
export function createStoreQueue(
	{ storeQueue: queue, reorderBuffer }: Pick<CoreSizes, 'storeQueue' | 'reorderBuffer'>,
	steps: Steps
): StoreQueue {
	/** The number of the youngest store to a granule: no younger one needs to be looked at. */
	const storedIn = new Int32Array(granules).fill(-1);
	const stored = {
		address: new Float64Array(queue),
		size: new Float64Array(queue),
		instruction: new Int32Array(queue),
		executed: new Float64Array(queue),
		pass: new Float64Array(queue),
		step: new Int32Array(queue)
	};
	let stores = 0;
	/** `executed` at the last store. */
	let storedLast = -Infinity;
	/** By load: the store and the distance in passes that served it, as long as it is always the same. */
	const servedBy = new Map<number, { store: number; passes: number; isSame: boolean }>();

	const note = (step: number, how: number, slot: number) => {
		if (step < 0) return;
		steps.how[step] = how;
		steps.server[step] = stored.step[slot] ?? -1;
	};
	const noteServed = (load: number, store: number, distance: number) => {
		const known = servedBy.get(load);
		if (!known) servedBy.set(load, { store, passes: distance, isSame: true });
		else if (known.store !== store || known.passes !== distance) known.isSame = false;
	};

	return {
		serve: ({ instruction, at, size, step, executed, pass }, tally, isCounted) => {
			if (executed - storedLast > reorderBuffer) return;
			let isAlias = false;
			let youngest = -1;
			for (let g = granuleOf(at), last = granuleOf(at + size - 1); ; g = (g + 1) % granules) {
				youngest = Math.max(youngest, storedIn[g] ?? -1);
				if (g === last) break;
			}
			for (let back = stores - youngest; back <= queue && back <= stores; back++) {
				const slot = (stores - back) % queue;
				if (executed - (stored.executed[slot] ?? 0) > reorderBuffer) break;
				const [begins = 0, bytes = 0] = [stored.address[slot], stored.size[slot]];
				const difference = at - begins;
				if (difference < bytes && -difference < size) {
					const isBlocked = difference < 0 || difference + size > bytes;
					const { same, forwarded, blocked } = fromStores;
					const isSame = difference === 0 && size === bytes;
					note(step, isBlocked ? blocked : isSame ? same : forwarded, slot);
					if (isBlocked) tally.blocked++;
					else {
						tally.forwarded++;
						const distance = pass - (stored.pass[slot] ?? 0);
						if (isCounted) noteServed(instruction, stored.instruction[slot] ?? -1, distance);
					}
					return;
				}
				if (isAlias) continue;
				const low = ((difference % 4096) + 4096) % 4096;
				if (low < bytes || 4096 - low < size) {
					isAlias = true;
					tally.aliases++;
					note(step, fromStores.alias, slot);
				}
			}
		},
		push: ({ instruction, at, size, step, executed, pass }) => {
			if (queue === 0) return;
			for (let g = granuleOf(at), last = granuleOf(at + size - 1); ; g = (g + 1) % granules) {
				storedIn[g] = stores;
				if (g === last) break;
			}
			const slot = stores++ % queue;
			stored.address[slot] = at;
			stored.size[slot] = size;
			stored.instruction[slot] = instruction;
			stored.executed[slot] = storedLast = executed;
			stored.pass[slot] = pass;
			stored.step[slot] = step;
		},
		servedAlways: () =>
			[...servedBy].flatMap(([load, { store, passes, isSame }]) =>
				isSame ? [{ load, store, passes }] : []
			)
	};
}
