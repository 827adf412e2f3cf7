/** Dependences between a loop's memory accesses: addresses that come from loads, and loads of values just stored. */
import type { Isa } from './isa.ts';
import type { Decoded } from './listing.ts';
import { overlap, placesOf, type Place } from './places.ts';
import type { Access } from './registers.ts';

/** A load that certainly reads bytes a store of this or the previous pass has written. */
export type Forwarding = {
	load: number;
	/** Addresses of the stores, in the order of the pass. */
	stores: number[];
	/** Whether the last of them alone holds every byte of the load. */
	contained: boolean;
	/** Whether what is loaded decides, perhaps by way of other memory, what is loaded here in the next pass. */
	carried: boolean;
};

type Dependences = {
	/**
	 * Addresses of loads whose address comes from a load: of the same or the previous pass. Not where that loads the same in every
	 * pass, as a base that the compiler keeps on the stack.
	 */
	chased: number[];
	forwarded: Forwarding[];
	/**
	 * Loads, and stores of something derived from them, whose places stay the same from pass to pass but are named by
	 * different registers: if both are one place, each pass waits for the previous one; the code does not show whether they are.
	 */
	undecided: { load: number; store: number }[];
	loads: number[];
	stores: number[];
};

export function dependences(path: readonly Decoded[], isa: Isa): Dependences {
	const steps = placed(
		path,
		stackPlaces(
			path,
			path.map((instruction) => ({ address: instruction.address, ...isa.access(instruction) }))
		),
		isa
	);
	const loads = steps.filter(({ memory }) => memory?.loads);
	const stores = steps.filter(({ memory }) => memory?.stores);
	const calls = path.some(({ flow }) => flow === 'call');
	const fromLoads = tainted(
		steps,
		(step) => step.memory?.loads === true && (calls || !isConstant(step, stores))
	);
	const forwarded = loads.flatMap((load) => forwarding(steps, load) ?? []);
	const feeds = new Map(forwarded.map(({ load }) => [load, fed(steps, load)]));
	return {
		chased: loads
			.filter(({ address, memory }) =>
				memory?.registers.some((name) => fromLoads.at(address, name))
			)
			.map(({ address }) => address),
		forwarded: forwarded.map((one) => ({ ...one, carried: returns(one.load, forwarded, feeds) })),
		undecided: undecided(steps, loads, stores),
		loads: loads.map(({ address }) => address),
		stores: stores.map(({ address }) => address)
	};
}

/**
 * Whether what the instruction leaves in registers decides, through registers, what it reads in the next pass, or from where it
 * loads.
 */
export function isCarried(
	path: readonly Decoded[],
	address: number,
	isa: Isa,
	through: 'operands' | 'address' = 'operands'
): boolean {
	const steps = path.map((one) => ({ address: one.address, ...isa.access(one) }));
	const derived = tainted(steps, (step) => step.address === address);
	const own = steps.find((step) => step.address === address);
	const needed = through === 'address' ? own?.memory?.registers : own?.reads;
	return needed?.some((name) => derived.at(address, name)) ?? false;
}

/** Beside push and pop. */
const movesStack = /^(call|ret|leave|enter|pushf|popf)/;

/**
 * x86-64's push and pop access the stack without an operand that says so. Where they alone move the stack pointer, and a pass
 * leaves it as it was, all places on the stack are given from where the pass begins.
 */
function stackPlaces(
	path: readonly Decoded[],
	steps: readonly AccessStep[]
): readonly AccessStep[] {
	const bytes = 8;
	let offset = 0;
	const placed: AccessStep[] = [];
	for (const [index, step] of steps.entries()) {
		const { mnemonic = '', operands: [operand = ''] = [] } = path[index] ?? {};
		if (step.writes.includes('rsp') || movesStack.test(mnemonic)) return steps;
		const { memory } = step;
		if (mnemonic === 'push' || mnemonic === 'pop') {
			if (!/^r\w+$/.test(operand)) return steps;
			const stores = mnemonic === 'push';
			if (stores) offset -= bytes;
			const place = { registers: ['rsp'], form: 'rsp', displacement: offset, bytes };
			if (!stores) offset += bytes;
			placed.push({ ...step, memory: { ...place, loads: !stores, stores } });
		} else if (memory?.registers.includes('rsp'))
			placed.push({
				...step,
				memory: { ...memory, displacement: memory.displacement + offset }
			});
		else placed.push(step);
	}
	return offset === 0 ? placed : steps;
}

/** Stores (by address) whose value or place depends on what the instruction at `load` loads. */
function fed(steps: readonly AccessStep[], load: number): Set<number> {
	const derived = tainted(steps, ({ address }) => address === load);
	const stores = steps.filter(
		({ address, reads, memory }) =>
			memory?.stores && (address === load || reads.some((name) => derived.at(address, name)))
	);
	return new Set(stores.map(({ address }) => address));
}

/** A function's own stack is not what a pointer of its source points to. */
const stack = ['rsp', 'rbp', 'sp', 'x29'];

const isOnStack = ({ memory }: AccessStep) =>
	memory?.registers.some((name) => stack.includes(name)) === true;

const keepsItsPlace = ({ places }: PlacedStep) =>
	places !== undefined &&
	places.earlier.key === places.later.key &&
	places.earlier.displacement === places.later.displacement;

/**
 * Whether what is loaded stays the same: its place does, and no store of the loop can lead to it. A store that moves from pass
 * to pass is not taken to go there: it could in a single pass.
 */
function isConstant(load: PlacedStep, stores: readonly PlacedStep[]): boolean {
	if (!load.places || !keepsItsPlace(load)) return false;
	return stores.every((store) => {
		if (load.places && store.places?.later.key === load.places.later.key)
			return !meet(store, store.places.later, load, load.places.later);
		return isOnStack(store) !== isOnStack(load) || !keepsItsPlace(store);
	});
}

const meet = (one: AccessStep, at: Place, other: AccessStep, otherAt: Place) =>
	overlap(at, one.memory?.bytes ?? 0, otherAt, other.memory?.bytes ?? 0);

function undecided(
	steps: readonly AccessStep[],
	loads: readonly AccessStep[],
	stores: readonly AccessStep[]
): Dependences['undecided'] {
	const written = new Set(steps.flatMap(({ writes }) => writes));
	const stays = ({ memory }: AccessStep) =>
		memory?.registers.every((name) => !written.has(name) && !stack.includes(name)) === true;
	return loads.filter(stays).flatMap((load) => {
		const feeds = fed(steps, load.address);
		return stores
			.filter((store) => stays(store) && feeds.has(store.address))
			.filter(({ memory }) => memory?.form !== load.memory?.form)
			.map((store) => ({ load: load.address, store: store.address }));
	});
}

/** Whether a value comes back to `load`: through the stores it feeds, the loads they feed, and so on. */
function returns(
	load: number,
	forwarded: readonly Omit<Forwarding, 'carried'>[],
	feeds: ReadonlyMap<number, ReadonlySet<number>>
): boolean {
	const seen = new Set<number>();
	const todo = [load];
	for (let at = todo.pop(); at !== undefined; at = todo.pop()) {
		const stores = feeds.get(at);
		for (const next of forwarded) {
			if (!next.stores.some((store) => stores?.has(store))) continue;
			if (next.load === load) return true;
			if (!seen.has(next.load)) todo.push(next.load);
			seen.add(next.load);
		}
	}
	return false;
}

type AccessStep = Access & { address: number };
/** Where an access goes in a pass, and in the pass behind it. */
type PlacedStep = AccessStep & { places?: { earlier: Place; later: Place } };

function placed(
	path: readonly Decoded[],
	steps: readonly AccessStep[],
	isa: Isa
): readonly PlacedStep[] {
	const [earlier, later] = placesOf(path, steps, isa);
	return steps.map((step, index) => {
		const [one, other] = [earlier[index], later[index]];
		return one && other ? { ...step, places: { earlier: one, later: other } } : step;
	});
}

/**
 * Registers that hold something derived from what the marked steps load, before each step, in the steady state: the pass is
 * walked twice, so that values of the previous pass count.
 */
function tainted(steps: readonly AccessStep[], marked: (step: AccessStep) => boolean) {
	const before = new Map<number, Set<string>>();
	let live = new Set<string>();
	for (const step of [...steps, ...steps]) {
		before.set(step.address, new Set(live));
		const derived = marked(step) || step.reads.some((name) => live.has(name));
		live = new Set(live);
		for (const name of step.writes) {
			if (derived && name !== step.advances) live.add(name);
			else if (name !== step.advances) live.delete(name);
		}
	}
	return { at: (address: number, name: string) => before.get(address)?.has(name) ?? false };
}

/** Looks back from the load, around the loop once, for stores to the same bytes. */
function forwarding(
	steps: readonly PlacedStep[],
	load: PlacedStep
): Omit<Forwarding, 'carried'> | undefined {
	const at = steps.indexOf(load);
	const wanted = load.places?.later;
	const bytes = load.memory?.bytes ?? 0;
	if (!wanted) return undefined;
	const first = wanted.displacement;
	const missing = new Set(Array.from({ length: bytes }, (_, i) => first + i));
	const found: { step: PlacedStep; place: Place }[] = [];
	for (let back = 1; back <= steps.length && missing.size > 0; back++) {
		const step = steps[(at - back + steps.length) % steps.length];
		const place = back <= at ? step?.places?.later : step?.places?.earlier;
		if (!step?.memory?.stores || place?.key !== wanted.key) continue;
		const before = missing.size;
		for (let i = 0; i < step.memory.bytes; i++) missing.delete(place.displacement + i);
		if (missing.size < before) found.unshift({ step, place });
	}
	const last = found.at(-1);
	if (!last) return undefined;
	const { displacement } = last.place;
	return {
		load: load.address,
		stores: found.map(({ step }) => step.address),
		contained:
			displacement <= first && displacement + (last.step.memory?.bytes ?? 0) >= first + bytes
	};
}
