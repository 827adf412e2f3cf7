/** Variants of a block that each relieve one resource, so that a shorter time shows what the block waits for. Pure. */
import { defined } from '@cyclelab/contract/defined';
import { assembly } from '../inspect/assembly.ts';
import { x86 } from '../inspect/isa-of.ts';
import type { Decoded } from '../inspect/listing.ts';
import { decode } from '../inspect/objdump.ts';
import type { Tried } from '@cyclelab/contract/schema/why';
import { carriedChains } from './carried.ts';
import type { CodeBlock } from './extract.ts';
import { freeRegisters, registerForLoad, storeForUpdate } from './register-for-memory.ts';
import { partOf, wholeRegister } from '../inspect/registers-x86-64.ts';
import { registers, valueOf } from './kernel-source.ts';

export type Intervention = Omit<Tried, 'result'> & { block: CodeBlock };

/** The variants that show most come first. Equal texts occur once; none of them has the block's own text. */
export function interventionsOf(block: CodeBlock): Intervention[] {
	const { instructions } = block;
	const free = freeRegisters(instructions);
	const written = new Set(instructions.flatMap((instruction) => x86.access(instruction).writes));
	const breaks = carriedChains(block).flatMap(({ register }) => {
		const text = breakOf(register, block, written);
		return text === undefined ? [] : [{ register, instruction: decoded(text) }];
	});
	const changed = (at: number, text: string): Decoded => {
		const { reference } = instructions[at] ?? {};
		return { ...decoded(text), ...defined({ reference }) };
	};
	const loads = instructions.map((instruction) => registerForLoad(instruction, free));
	const changedLoads = loads.filter((text) => text !== undefined);
	const allChanged = instructions.map((instruction, at) => {
		const text = loads[at];
		return text === undefined ? instruction : changed(at, text);
	});
	/** What changes one instruction only is that instruction's own variant. */
	const several = (count: number, kind: Tried['kind'], body: readonly Decoded[]) =>
		count > 1 ? [{ kind, body }] : [];
	const withText = (kind: Tried['kind'], at: number, text: string | undefined) =>
		text === undefined ? [] : [{ kind, at, body: instructions.with(at, changed(at, text)) }];
	const without = (isOut: (one: Decoded, at: number) => boolean) =>
		instructions.filter((instruction, at) => !isOut(instruction, at));
	const all: (Omit<Tried, 'result'> & { body: readonly Decoded[] })[] = [
		{ kind: 'nop-added', body: [nop, ...instructions] },
		...breaks.map(({ register, instruction }) => ({
			kind: 'break' as const,
			register,
			body: [instruction, ...instructions]
		})),
		...several(breaks.length, 'break-all', [
			...breaks.map(({ instruction }) => instruction),
			...instructions
		]),
		...instructions.flatMap((instruction, at) =>
			withText('store-for-update', at, storeForUpdate(instruction, free))
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

// Instructions that give a register a value that no earlier instruction has to compute.

/**
 * Put before the first instruction of a pass, it ends the register's chain. General registers get the value that they
 * begin with, so that addresses stay mapped; vector and mask registers become 0. Undefined if there is no such instruction.
 * @param written whole registers that the block writes
 */
function breakOf(
	register: string,
	{ instructions }: Pick<CodeBlock, 'instructions'>,
	written: ReadonlySet<string>
): string | undefined {
	if (register === 'flags') {
		const idle = registers.find((name) => !written.has(name));
		return idle && `test ${idle}, ${idle}`;
	}
	const general = registers.indexOf(register);
	// Writing 32 bits clears the upper half.
	if (general >= 0) return `mov ${partOf(register, 32)}, 0x${valueOf(general).toString(16)}`;
	if (register.startsWith('k')) return `kxorw ${register}, ${register}, ${register}`;
	if (!/^xmm\d+$/.test(register)) return undefined;
	if (Number(register.slice(3)) > 15) return `vpxord ${register}, ${register}, ${register}`;
	const isVex = instructions.some(
		({ mnemonic, operands }) =>
			mnemonic.startsWith('v') &&
			operands.some((operand) => wholeRegister(operand)?.startsWith('xmm') ?? false)
	);
	return isVex ? `vxorps ${register}, ${register}, ${register}` : `xorps ${register}, ${register}`;
}
