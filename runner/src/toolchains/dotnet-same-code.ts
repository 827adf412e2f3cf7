/**
 * Whether two processes ran the same machine code. Addresses differ from process to process, so where an instruction holds
 * one, its bytes may differ: a displacement from the instruction pointer, the target of a call or jump out of the method, an
 * immediate operand that is an address. Every other byte must be equal.
 */
import type { Decoded, DecodedFunction } from '../inspect/listing.ts';
import type { Method } from './dotnet-code.ts';

/** Immediates that can be addresses: beyond 32 bits, and in user space. */
const smallestAddress = 0x1_0000_0000n;
const largestAddress = 0x7fff_ffff_ffffn;

/** Bytes an instruction may have behind its displacement: an immediate operand. */
const behind = [0, 1, 2, 4];

/** A method that is shown, and at which offsets of its code there are addresses. */
export type Shown = Method & { addresses: ReadonlySet<number> };

export function isSameCode(shown: Shown, other: Method): boolean {
	return (
		shown.bytes.length === other.bytes.length &&
		shown.bytes.every((byte, at) => shown.addresses.has(at) || byte === other.bytes[at])
	);
}

/** @param listing as objdump gave it, with the targets that stand in the code */
export function addressBytes(
	{ at, bytes }: Method,
	{ instructions }: DecodedFunction
): Set<number> {
	const free = new Set<number>();
	instructions.forEach((instruction, index) => {
		const from = instruction.address - at;
		const to = (instructions[index + 1]?.address ?? at + bytes.length) - at;
		const found = addressIn(instruction, { at, bytes }, from, to);
		for (let i = 0; found && i < found.length; i++) free.add(found.offset + i);
	});
	return free;
}

function addressIn(
	{ mnemonic, reference, target }: Decoded,
	{ at, bytes }: Pick<Method, 'at' | 'bytes'>,
	from: number,
	to: number
): { offset: number; length: number } | undefined {
	const outward = target !== undefined && (target < at || target >= at + bytes.length);
	const goal = reference ?? (outward ? target : undefined);
	if (goal !== undefined) {
		for (let offset = from + 1; offset + 4 <= to; offset++)
			if (behind.some((more) => at + offset + 4 + more + bytes.readInt32LE(offset) === goal))
				return { offset, length: 4 };
	}
	// REX and opcode, then the operand.
	if (mnemonic === 'movabs' && from + 10 <= bytes.length) {
		const value = bytes.readBigUInt64LE(from + 2);
		if (value >= smallestAddress && value <= largestAddress) return { offset: from + 2, length: 8 };
	}
	return undefined;
}
