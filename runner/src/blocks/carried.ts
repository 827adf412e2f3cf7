/** Registers that a pass through a block needs of the previous pass, and the instructions of each such chain. Pure. */
import { x86 } from '../inspect/isa-x86-64.ts';
import type { CodeBlock } from './extract.ts';

/** `members`: indices of the instructions that the chain goes through. */
export type Carried = { register: string; members: ReadonlySet<number> };

/** Passes within which a value must come back to its register: a rotation through more registers is not found. */
const mostPasses = 4;

/** Memory is not followed. `flags` is a register here. */
export function carriedChains({ instructions }: Pick<CodeBlock, 'instructions'>): Carried[] {
	const accesses = instructions.map((one) => x86.access(one));
	const written = new Set(accesses.flatMap(({ writes }) => writes));
	return [...written].flatMap((register) => {
		for (let passes = 1; passes <= mostPasses; passes++) {
			const members = membersOf(register, Array.from({ length: passes }, () => accesses).flat());
			if (members.size === 0) continue;
			const inBlock = [...members].map((index) => index % accesses.length);
			return [{ register, members: new Set(inBlock) }];
		}
		return [];
	});
}

type Step = { reads: readonly string[]; writes: readonly string[] };

/** Steps between the value of the register before the first and its value after the last; none if that does not depend on it. */
function membersOf(register: string, steps: readonly Step[]): Set<number> {
	const reached = new Set([register]);
	const forward = new Set<number>();
	for (const [index, { reads, writes }] of steps.entries()) {
		const depends = reads.some((name) => reached.has(name));
		if (depends) forward.add(index);
		for (const name of writes) {
			if (depends) reached.add(name);
			else reached.delete(name);
		}
	}
	if (!reached.has(register)) return new Set();
	const needed = new Set([register]);
	const members = new Set<number>();
	for (const [index, { reads, writes }] of [...steps.entries()].reverse()) {
		if (!writes.some((name) => needed.has(name))) continue;
		if (forward.has(index)) members.add(index);
		for (const name of writes) needed.delete(name);
		for (const name of reads) needed.add(name);
	}
	return members;
}
