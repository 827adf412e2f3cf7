/** Whether a process of CoreCLR ran the methods that are shown, and where they were in it. */
import { z } from 'zod';
import type { DecodedFunction, Decoded } from '../inspect/listing.ts';
import { done, failed, type ReadResult } from '../inspect/read.ts';
import type { Rows } from '../measure/rows.ts';
import type { FailureFacts, Stage } from '@cyclelab/contract/schema/failure';
import { methodsOf, type Method } from './dotnet-code.ts';
import type { Places } from './dotnet-count.ts';
import type { DisassembledProgram } from './toolchain.ts';

export const kernelName = 'Kernel::Run(uint64)';

/** What `see` leaves for later: the methods as they were in the first process. */
const Memo = z.array(
	z.object({
		name: z.string(),
		at: z.number(),
		bytes: z.instanceof(Buffer),
		addresses: z.set(z.number()),
		cookies: z.array(z.number())
	})
);

/** @param listing of these methods, as objdump gave it */
export function memoOf(methods: readonly Method[], listing: readonly DecodedFunction[]): Shown[] {
	return methods.map((method) => {
		const own = listing.find(({ address }) => address === method.at);
		return {
			...method,
			addresses: own ? addressBytes(method, own) : new Set(),
			cookies: own ? cookiesIn(method, own) : []
		};
	});
}

/** The kernel is called so in every language. */
export const withKernel = (decoded: DecodedFunction): DecodedFunction =>
	decoded.symbol === kernelName ? { ...decoded, symbol: 'kernel' } : decoded;

export const implausible = (
	where: { stage: Stage; variant: string },
	reason: string
): FailureFacts => ({
	...where,
	kind: 'implausible',
	bound: 'sameCode',
	reason
});

/** Addresses of the shown functions in another process, if the code is the same. Functions not called there have no code. */
export function placesIn(
	rows: Rows,
	{ functions, memo }: DisassembledProgram,
	where: { stage: Stage; variant: string }
): ReadResult<Places> {
	const told = methodsOf(rows.runtime ?? []);
	const places = new Map<DecodedFunction, number>();
	for (const shown of Memo.parse(memo)) {
		const listing = functions.find(({ address }) => address === shown.at);
		const candidates = told.filter(({ name }) => name === shown.name);
		if (!listing || candidates.length === 0) continue;
		const same = candidates.find((candidate) => isSameCode(shown, candidate));
		if (!same)
			return failed(
				implausible(where, `CoreCLR made other code of ${shown.name} than what is shown.`)
			);
		places.set(listing, same.at);
	}
	if (![...places.keys()].some(({ symbol }) => symbol === 'kernel'))
		return failed(implausible(where, 'Its runtime did not say which code it ran.'));
	return done(places);
}

// Whether two processes ran the same machine code. Addresses differ from process to process, so where an instruction holds
// one, its bytes may differ: a displacement from the instruction pointer, the target of a call or jump out of the method, an
// immediate operand that is an address. So does a stack cookie: a method with stackalloc stores a number that each process
// chooses at its start (gsCookie in CoreCLR's codegencommon.cpp), and compares it before it returns. Every other byte must be
// equal.

/** Immediates that can be addresses: beyond 32 bits, and in user space. */
const smallestAddress = 0x1_0000_0000n;
const largestAddress = 0x7fff_ffff_ffffn;

/** Bytes an instruction may have behind its displacement: an immediate operand. */
const behind = [0, 1, 2, 4];

/** A method that is shown, and at which offsets of its code there are addresses (each byte) and the stack cookie (its four bytes). */
export type Shown = Method & { addresses: ReadonlySet<number>; cookies: readonly number[] };

export function isSameCode(shown: Shown, other: Method): boolean {
	if (shown.bytes.length !== other.bytes.length) return false;
	const found = shown.cookies.map((offset) => other.bytes.readUInt32LE(offset));
	const free = new Set(shown.cookies.flatMap((offset) => [0, 1, 2, 3].map((i) => offset + i)));
	return (
		found.every((cookie) => cookie === found[0]) &&
		shown.bytes.every(
			(byte, at) => shown.addresses.has(at) || free.has(at) || byte === other.bytes[at]
		)
	);
}

/** A number as the last operand, or a 32-bit register that takes one. */
const immediate = /^0x[0-9a-f]+$/;
const register32 = /^(e[a-ds][xip]|r\d+d)$/;
const frameSlot = /^qword ptr \[r[bs]p\b/;

/**
 * Offsets of a stack cookie's four bytes on x86-64: where it is stored to the frame, and where that place is compared with it
 * before a conditional jump over a call out of the method (CORINFO_HELP_FAIL_FAST). Empty without such a pair.
 */
export function cookiesIn(
	{ at, bytes }: Method,
	{ instructions }: DecodedFunction
): readonly number[] {
	/** The offset of the number that an instruction gives its first operand or compares it with, itself or by a register. */
	const numberAt = (index: number): number | undefined => {
		const last = instructions[index]?.operands[1] ?? '';
		const next = (i: number) => (instructions[i + 1]?.address ?? at + bytes.length) - at;
		if (immediate.test(last)) return next(index) - 4;
		const before = instructions[index - 1];
		const [into = '', value = ''] = before?.operands ?? [];
		const takes = before?.mnemonic === 'mov' && register32.test(into) && immediate.test(value);
		return takes ? next(index - 1) - 4 : undefined;
	};
	const isFrame = (index: number, mnemonic: string) =>
		instructions[index]?.mnemonic === mnemonic &&
		frameSlot.test(instructions[index].operands[0] ?? '');
	const checks = instructions.flatMap(({ mnemonic, target }, index) => {
		const over = instructions[index + 2];
		const call = instructions[index + 1];
		const leaves =
			call?.target === undefined || call.target < at || call.target >= at + bytes.length;
		const isCheck =
			mnemonic === 'je' && call?.mnemonic === 'call' && leaves && target === over?.address;
		const offset = isCheck && isFrame(index - 1, 'cmp') ? numberAt(index - 1) : undefined;
		return offset === undefined ? [] : [{ offset, slot: instructions[index - 1]?.operands[0] }];
	});
	const found = checks.flatMap(({ offset, slot }) => {
		const cookie = bytes.readUInt32LE(offset);
		const stored = instructions.findIndex(({ operands }, index) => {
			const from = isFrame(index, 'mov') && operands[0] === slot ? numberAt(index) : undefined;
			return from !== undefined && bytes.readUInt32LE(from) === cookie;
		});
		const store = stored < 0 ? undefined : numberAt(stored);
		return store === undefined ? [] : [store, offset];
	});
	return [...new Set(found)];
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
