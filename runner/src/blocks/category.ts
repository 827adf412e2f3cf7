/** The kind of a block of code, and a sample of blocks in which every kind occurs. Pure. */
import { x86 } from '../inspect/isa-of.ts';
import { seeded } from '@cyclelab/contract/measure/seeded';
import type { Category } from '@cyclelab/contract/schema/blocks';
import type { CodeBlock } from './extract.ts';

/** Upper ends, instructions; the last is `lengths.atMost`. */
export const lengthEnds = [4, 8, 16, 40] as const;

export function categoryOf({ instructions }: Pick<CodeBlock, 'instructions'>): Category {
	if (instructions.some(({ operands }) => operands.some((operand) => /\b[xyz]mm\d/.test(operand))))
		return 'vector';
	const accesses = instructions.map((instruction) => x86.access(instruction).memory);
	const loads = accesses.some((memory) => memory?.loads);
	const stores = accesses.some((memory) => memory?.stores);
	if (loads) return stores ? 'loads and stores' : 'loads';
	return stores ? 'stores' : 'scalar';
}

/** "2-4", "5-8": the range of lengths that a block belongs to. */
export const lengthOf = ({ instructions }: CodeBlock): string => lengthRange(instructions.length);

/** The same by a number of instructions. */
export function lengthRange(length: number): string {
	const at = lengthEnds.findIndex((end) => length <= end);
	return `${at <= 0 ? 2 : (lengthEnds[at - 1] ?? 0) + 1}-${lengthEnds[at < 0 ? lengthEnds.length - 1 : at]}`;
}

/**
 * `wanted` blocks, equally many of each category and range of lengths as far as there are enough; the strata that have
 * too few leave their places to the others. The same seed and blocks give the same sample.
 */
export function stratified(
	blocks: readonly CodeBlock[],
	wanted: number,
	seed: number
): CodeBlock[] {
	const random = seeded(seed);
	const strata = [
		...Map.groupBy(blocks, (block) => `${categoryOf(block)} ${lengthOf(block)}`).entries()
	]
		.sort(([a], [b]) => (a < b ? -1 : 1))
		.map(([, members]) => shuffled(members, random));
	const chosen: CodeBlock[] = [];
	for (let round = 0; chosen.length < wanted; round++) {
		const next = strata.flatMap((members) => members[round] ?? []);
		if (next.length === 0) break;
		chosen.push(...next.slice(0, wanted - chosen.length));
	}
	return chosen;
}

/** Fisher and Yates. */
function shuffled<T>(items: readonly T[], random: () => number): T[] {
	const all = [...items];
	for (let i = all.length - 1; i > 0; i--) {
		const j = Math.floor(random() * (i + 1));
		const [one, other] = [all[i], all[j]];
		if (one === undefined || other === undefined) continue;
		all[i] = other;
		all[j] = one;
	}
	return all;
}
