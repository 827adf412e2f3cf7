/** Values that a pass through a block needs of the previous pass, and the instructions of each such chain. Pure. */
import { x86 } from '../inspect/isa-of.ts';
import type { CodeBlock } from './extract.ts';
import { covers, meets } from './same-bytes.ts';

/** `members`: indices of the instructions that the chain goes through. */
type Carried = { register: string; members: ReadonlySet<number> };

/** Passes within which a value must come back to its place: a rotation through more registers is not found. */
const mostPasses = 4;

type Block = Pick<CodeBlock, 'instructions'>;

/** Chains through registers; memory is not followed. `flags` is a register here. */
export function carriedChains(block: Block): Carried[] {
	return chainsOf(
		block.instructions.map((instruction) => {
			const { reads, writes } = x86.access(instruction);
			return { reads, writes, ends: [] };
		})
	);
}

/** Instructions of the chains in which a load reads what a store wrote. Empty if there is no such chain. */
export function chainedThroughMemory({ instructions }: Block): ReadonlySet<number> {
	const accesses = instructions.map((instruction) => x86.access(instruction));
	const stores = instructions.flatMap((store, at) => {
		const memory = accesses[at]?.memory;
		return memory?.stores ? [{ store, at, name: `memory ${at}`, registers: memory.registers }] : [];
	});
	const steps = instructions.map((instruction, index): RegisterEffects => {
		const { reads, writes } = accesses[index] ?? { reads: [], writes: [] };
		const loaded = stores.filter(({ store }) => meets(store, instruction));
		const stored = stores.filter(({ at }) => at === index);
		// The store's text names other bytes once a register of its address has changed.
		const ended = stores.filter(
			({ store, at, registers }) =>
				registers.some((register) => writes.includes(register)) ||
				(at !== index && covers(instruction, store))
		);
		return {
			reads: [...reads, ...loaded.map(({ name }) => name)],
			writes: [...writes, ...stored.map(({ name }) => name)],
			ends: ended.map(({ name }) => name)
		};
	});
	const plain = new Map(
		carriedChains({ instructions }).map((carried) => [carried.register, carried.members])
	);
	const through = chainsOf(steps).filter(
		({ register, members }) => members.size > (plain.get(register)?.size ?? 0)
	);
	return new Set(through.flatMap(({ members }) => [...members]));
}

type RegisterEffects = {
	reads: readonly string[];
	writes: readonly string[];
	/** Places that hold nothing of the chain afterwards. */
	ends: readonly string[];
};

function chainsOf(block: readonly RegisterEffects[]): Carried[] {
	const written = new Set(block.flatMap(({ writes }) => writes));
	return [...written].flatMap((register) => {
		for (let passes = 1; passes <= mostPasses; passes++) {
			const members = membersOf(register, Array.from({ length: passes }, () => block).flat());
			if (members.size === 0) continue;
			const inBlock = [...members].map((index) => index % block.length);
			return [{ register, members: new Set(inBlock) }];
		}
		return [];
	});
}

/** Steps between the value of the place before the first and its value after the last; none if that does not depend on it. */
function membersOf(place: string, steps: readonly RegisterEffects[]): Set<number> {
	const reached = new Set([place]);
	const forward = new Set<number>();
	for (const [index, { reads, writes, ends }] of steps.entries()) {
		const depends = reads.some((name) => reached.has(name));
		if (depends) forward.add(index);
		for (const name of ends) reached.delete(name);
		for (const name of writes) {
			if (depends) reached.add(name);
			else reached.delete(name);
		}
	}
	if (!reached.has(place)) return new Set();
	const needed = new Set([place]);
	const members = new Set<number>();
	for (const [index, { reads, writes, ends }] of [...steps.entries()].reverse()) {
		const writesNeeded = writes.some((name) => needed.has(name));
		for (const name of [...writes, ...ends]) needed.delete(name);
		if (!writesNeeded) continue;
		if (forward.has(index)) members.add(index);
		for (const name of reads) needed.add(name);
	}
	return members;
}
