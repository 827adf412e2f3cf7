/**
 * The addresses of a loop's accesses as sums of unknowns, pass after pass, so that an address of one pass can be compared with
 * one of another: `[rdi + rcx]` before `add rcx, 8` and `[rdi + rcx - 8]` behind it are one place.
 */
import type { Decoded } from './listing.ts';
import type { Access, MemoryOperand } from './registers.ts';

/** Something unknown by what it was computed from, with the same number wherever that is the same, and a constant. */
type Sum = { terms: ReadonlyMap<number, number>; offset: number };

/** What an instruction that only moves, adds and multiplies by constants leaves in a register. */
export type Affine = {
	to: string;
	from: readonly { register: string; factor: number }[];
	offset: number;
	/** 32: the upper half becomes zero. */
	bits: 32 | 64;
};

type Reader = {
	affine: (instruction: Decoded) => Affine | undefined;
	/** An operand's bits, if it is the lowest part of a general register. */
	bitsOf: (operand: string) => number | undefined;
};

type Step = Pick<Access, 'reads' | 'writes' | 'advances'> & { memory?: MemoryOperand };

/** Addresses are one place if the keys are the same and the bytes overlap. */
export type Place = { key: string; displacement: number };

/** Registers hold in the second pass what they hold from then on, unless a pass moves on what it computes addresses from. */
const passes = 3;

/**
 * The place of each access in the second and in the third of three passes. A load from one place gives the same value in every
 * pass, unless a store of the loop goes there.
 */
export function placesOf(
	path: readonly Decoded[],
	steps: readonly Step[],
	reader: Reader
): [earlier: (Place | undefined)[], later: (Place | undefined)[]] {
	const numbers = new Map<string, number>();
	const truncated = new Map<number, Sum>();
	/** Unknowns whose upper half is zero. */
	const narrow = new Set<number>();
	const number = (text: string) => {
		const known = numbers.get(text) ?? numbers.size;
		numbers.set(text, known);
		return known;
	};
	const unknown = (text: string) => single(number(text));
	const values = new Map<string, Sum>();
	const valueOf = (register: string) => values.get(register) ?? unknown(register);

	/** The lower half of a sum is the sum of lower halves. */
	const lower = (sum: Sum): Sum => {
		const whole = [...sum.terms]
			.map(([term, factor]) => times(truncated.get(term) ?? single(term), factor))
			.reduce(plus, { ...nothing, offset: sum.offset });
		const [[only, factor] = [-1, 0]] = whole.terms;
		if (whole.terms.size === 1 && factor === 1 && whole.offset === 0 && narrow.has(only))
			return whole;
		const half = number(`lower ${keyOf(whole)} ${whole.offset}`);
		truncated.set(half, whole);
		return single(half);
	};

	const placeOf = ({ form, registers, displacement }: MemoryOperand): Place => {
		const parts = form === '' ? [] : form.split('+');
		const terms = parts.map((part) => {
			const [, factor = '1', name = ''] = /^(?:(\d+)\*)?(\w+)$/.exec(part) ?? [];
			return registers.includes(name) ? times(valueOf(name), Number(factor)) : undefined;
		});
		const sum = terms.every((term) => term !== undefined)
			? terms.reduce(plus, nothing)
			: unknown([form, ...registers.map((name) => textOf(valueOf(name)))].join(';'));
		return { key: keyOf(sum), displacement: displacement + sum.offset };
	};

	const stored = new Map<string, (Place & { bytes: number })[]>();
	const found: (Place | undefined)[][] = [];
	for (let pass = 0; pass < passes; pass++) {
		const places: (Place | undefined)[] = [];
		found.push(places);
		for (const [index, step] of steps.entries()) {
			const instruction = path[index];
			if (!instruction) throw new Error('a step without its instruction');
			const { memory, reads, writes, advances } = step;
			const before = memory && placeOf(memory);
			const affine = memory ? undefined : reader.affine(instruction);
			const change = affine && sumOf(affine, valueOf);
			const text = [
				instruction.mnemonic,
				...instruction.operands.map((operand) => kindOf(operand, memory, reader)),
				...[...reads, ...kept(instruction, step, reader)].map((name) => textOf(valueOf(name))),
				before ? `${before.key} ${before.displacement}` : ''
			].join(';');
			const isStored =
				before &&
				memory?.loads &&
				stored.get(before.key)?.some((one) => overlap(one, one.bytes, before, memory.bytes));
			for (const [result, name] of writes.entries()) {
				if (affine && change && name === affine.to) {
					values.set(name, affine.bits === 32 ? lower(change) : change);
					continue;
				}
				const isNew = name === advances || isStored;
				const term = number(isNew ? `pass ${pass} ${index} ${result}` : `${result};${text}`);
				values.set(name, single(term));
				if (name !== advances && reader.bitsOf(instruction.operands[0] ?? '') === 32)
					narrow.add(term);
			}
			// Where an access moves its register on, a load goes to the register's value before, a store to that after it.
			const place = advances !== undefined && memory?.stores ? placeOf(memory) : before;
			places.push(place);
			if (place && memory?.stores)
				stored.set(place.key, [
					...(stored.get(place.key) ?? []),
					{ ...place, bytes: memory.bytes }
				]);
		}
	}
	return [found[1] ?? [], found[2] ?? []];
}

/** Not where doubles lose digits. */
function sumOf({ from, offset }: Affine, valueOf: (register: string) => Sum): Sum | undefined {
	const sum = from
		.map(({ register, factor }) => times(valueOf(register), factor))
		.reduce(plus, { ...nothing, offset });
	const isExact = [sum.offset, ...sum.terms.values()].every((one) => Number.isSafeInteger(one));
	return isExact ? sum : undefined;
}

/** What an operand says beside the values that are read: a register only its width, a place in memory only its bytes. */
function kindOf(operand: string, memory: MemoryOperand | undefined, { bitsOf }: Reader): string {
	if (memory && operand.includes('[')) return `memory ${memory.bytes}`;
	const bits = bitsOf(operand);
	return bits === undefined ? operand : `register ${bits}`;
}

/** A register keeps its other bits if fewer than 32 are written. */
const kept = ({ operands: [first = ''] }: Decoded, { writes }: Step, { bitsOf }: Reader) =>
	(bitsOf(first) ?? 64) < 32 ? writes.filter((name) => name !== 'flags') : [];

export const overlap = (one: Place, oneBytes: number, other: Place, otherBytes: number): boolean =>
	one.key === other.key &&
	one.displacement < other.displacement + otherBytes &&
	other.displacement < one.displacement + oneBytes;

const nothing: Sum = { terms: new Map(), offset: 0 };

const single = (term: number): Sum => ({ terms: new Map([[term, 1]]), offset: 0 });

function plus(one: Sum, other: Sum): Sum {
	const terms = new Map(one.terms);
	for (const [term, factor] of other.terms) {
		const sum = (terms.get(term) ?? 0) + factor;
		if (sum === 0) terms.delete(term);
		else terms.set(term, sum);
	}
	return { terms, offset: one.offset + other.offset };
}

const times = ({ terms, offset }: Sum, factor: number): Sum => ({
	terms: new Map([...terms].map(([term, one]) => [term, one * factor])),
	offset: offset * factor
});

const keyOf = ({ terms }: Sum) =>
	[...terms]
		.sort(([one], [other]) => one - other)
		.map(([term, factor]) => `${factor}*${term}`)
		.join('+');

const textOf = (sum: Sum) => `${keyOf(sum)} ${sum.offset}`;
