/** Variants of a block that each relieve one resource, so that a shorter time shows what the block waits for. Pure. */
import { assembly } from '../inspect/assembly.ts';
import { x86 } from '../inspect/isa-x86-64.ts';
import type { Decoded } from '../inspect/listing.ts';
import { decode } from '../inspect/objdump.ts';
import type { Tried } from '../schema/why.ts';
import { breakOf } from './break-chain.ts';
import { carriedChains } from './carried.ts';
import type { CodeBlock } from './extract.ts';
import { freeRegisters, registerForLoad, storeForUpdate } from './register-for-memory.ts';

export type Intervention = Omit<Tried, 'result'> & { block: CodeBlock };

/** The variants that show most come first. Equal texts occur once; none of them has the block's own text. */
export function interventionsOf(block: CodeBlock): Intervention[] {
	const { instructions } = block;
	const free = freeRegisters(instructions);
	const written = new Set(instructions.flatMap((one) => x86.access(one).writes));
	const breaks = carriedChains(block).flatMap(({ register }) => {
		const text = breakOf(register, block, written);
		return text === undefined ? [] : [{ register, instruction: decoded(text) }];
	});
	const changed = (at: number, text: string): Decoded => {
		const { reference } = instructions[at] ?? {};
		return { ...decoded(text), ...(reference === undefined ? {} : { reference }) };
	};
	const loads = instructions.map((one) => registerForLoad(one, free));
	const changedLoads = loads.filter((text) => text !== undefined);
	const allChanged = instructions.map((one, at) => {
		const text = loads[at];
		return text === undefined ? one : changed(at, text);
	});
	/** What changes one instruction only is that instruction's own variant. */
	const several = (count: number, kind: Tried['kind'], body: readonly Decoded[]) =>
		count > 1 ? [{ kind, body }] : [];
	const withText = (kind: Tried['kind'], at: number, text: string | undefined) =>
		text === undefined ? [] : [{ kind, at, body: instructions.with(at, changed(at, text)) }];
	const without = (isOut: (one: Decoded, at: number) => boolean) =>
		instructions.filter((one, at) => !isOut(one, at));
	const all: (Omit<Tried, 'result'> & { body: readonly Decoded[] })[] = [
		{ kind: 'nop-added', body: [nop, ...instructions] },
		...breaks.map(({ register, instruction }) => ({
			...{ kind: 'break' as const, register },
			body: [instruction, ...instructions]
		})),
		...several(breaks.length, 'break-all', [
			...breaks.map(({ instruction }) => instruction),
			...instructions
		]),
		...instructions.flatMap((one, at) =>
			withText('store-for-update', at, storeForUpdate(one, free))
		),
		...several(changedLoads.length, 'registers-for-loads', allChanged),
		...several(instructions.filter(isStore).length, 'no-stores', without(isStore)),
		...loads.flatMap((text, at) => withText('register-for-load', at, text)),
		// In pairs: only both together show whether an instruction or its slot costs time.
		...instructions.flatMap((_, at) => [
			{ kind: 'leave-out' as const, at, body: without((__, i) => i === at) },
			{ kind: 'nop-in-place' as const, at, body: instructions.with(at, nop) }
		])
	];
	const seen = new Set([block.text]);
	return all.flatMap(({ body, ...one }) => {
		const text = body.map((instruction) => assembly(instruction, 'x86-64') ?? '').join('\n');
		if (body.length === 0 || seen.has(text)) return [];
		seen.add(text);
		return [{ ...one, block: { instructions: body, text } }];
	});
}

/** Whether the instruction writes memory and reads none. */
export function isStore(instruction: Decoded): boolean {
	const { memory } = x86.access(instruction);
	return memory !== undefined && memory.stores && !memory.loads;
}

/** The address of an instruction plays no role in a block. */
const decoded = (text: string): Decoded => decode(0, text, x86);
const nop = decoded('nop');
