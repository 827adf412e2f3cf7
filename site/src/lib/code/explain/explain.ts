/** What an instruction of a listing does: a sentence with its operands, what it reads and writes, and the term to read on. Pure. */
import type { Target } from '@cyclelab/exercises/schema';
import type { Instruction } from '@cyclelab/contract/schema/code';
import { partsOf } from '@cyclelab/contract/transfer';
import type { TermId } from '../../glossary/terms.ts';
import { arm64Form } from './arm64.ts';
import type { Form } from './forms.ts';
import { arm64Operand, splitOperands, x86Operand, type Operand } from './operands.ts';
import { x86General } from './x86-64.ts';
import { x86Vector } from './x86-vectors.ts';

interface Explanation {
	sentence: string;
	/** Registers, `flags` and memory, each once. */
	reads: string[];
	writes: string[];
	/** Operands whose text does not say what they are. */
	operands: { text: string; note: string }[];
	term?: TermId | undefined;
}

/** @param label the name of the place that it jumps to, e.g. `.L1` */
export function explain(
	{ text, data }: Pick<Instruction, 'text' | 'data'>,
	target: Target,
	label: string | undefined
): Explanation | undefined {
	const { prefixes, mnemonic, operands: rest } = partsOf(text);
	const prefix = prefixes.find((word) => word !== 'notrack');
	const raw = splitOperands(rest.replace(/\s*<[^>]*>$/, ''));
	const isX86 = target === 'x86-64';
	const operands = raw.map((operand) =>
		isX86 ? x86Operand(operand, data) : arm64Operand(operand)
	);
	const texts = operands.map((operand) => operand.text);
	const form = isX86
		? (x86General(mnemonic, operands.length, prefix) ?? x86Vector(mnemonic, texts))
		: arm64Form(mnemonic, texts);
	if (!form) return undefined;
	const access = form.access.split(' ');
	const named = operands.map((operand, i) => ({
		...operand,
		phrase: phraseOf(operand, access[i], label)
	}));
	const idiom = isX86 ? ofItself(mnemonic, texts) : undefined;
	const mask = /\{(k[1-7])\}(\s*\{z\})?/.exec(rest);
	const masked = mask
		? ` Only elements whose bit in ${mask[1]} is set; the others ${mask[2] === undefined ? 'keep their values' : 'become zero'}.`
		: '';
	const locked = prefix === 'lock' ? ' In one step, which no other core can divide.' : '';
	const accessed = accessOf(named, access, form);
	return {
		sentence: idiom ?? `${filled(form.says, named)}${masked}${locked}`,
		...accessed,
		...(idiom?.includes('to zero') ? { reads: [] } : {}),
		// The address of a direct jump is a place, and no number that somebody computes with.
		operands: notesOf(named.filter(({ kind }, i) => access[i] !== 't' || kind !== 'constant')),
		term: prefix === 'lock' ? 'atomic' : (form.term ?? termOf(mnemonic, named, access))
	};
}

/** Operands of which the same is to be said stand together. */
function notesOf(operands: readonly Operand[]): Explanation['operands'] {
	const texts = new Map<string, Set<string>>();
	for (const { text, note } of operands)
		if (note !== undefined) texts.set(note, (texts.get(note) ?? new Set()).add(text));
	return [...texts].map(([note, found]) => ({ text: [...found].join(', '), note }));
}

function phraseOf(
	{ kind, text, phrase }: Operand,
	access: string | undefined,
	label: string | undefined
) {
	if (access === 'a') return text.replace(/^\w+ ptr /, '');
	if (access !== 't') return phrase;
	return kind === 'register' || kind === 'memory' ? `the address in ${phrase}` : (label ?? text);
}

/** Of a register combined with itself. */
function ofItself(mnemonic: string, texts: readonly string[]): string | undefined {
	const sources = texts.slice(texts.length === 3 ? 1 : 0);
	if (sources.length !== 2 || sources[0] !== sources[1] || sources[0]?.includes('['))
		return undefined;
	if (mnemonic === 'test')
		return `Sets the flags by ${texts[0]}: whether it is zero, and its sign.`;
	return /^(?:xor|sub|v?p?xor[dq]?|v?xorp[sd])$/.test(mnemonic)
		? `Sets ${texts[0]} to zero: the usual way to do so, which waits for nothing.`
		: undefined;
}

function filled(says: string, operands: readonly Operand[]): string {
	const three = operands.filter(({ kind }) => kind !== 'constant').length > 2;
	const byConstant =
		operands.length === 3 && operands[2]?.kind === 'constant' && says.includes('{b} bits');
	const [first, second, third] = operands;
	const roles: Record<string, Operand | undefined> = {
		d: first,
		a: three || byConstant ? second : first,
		b: three || byConstant ? third : second,
		s: three ? third : second
	};
	return says.replaceAll(
		/\{(\w)\}/g,
		(role, name: string) => (roles[name] ?? operands[Number(name) - 1])?.phrase ?? role
	);
}

function accessOf(operands: readonly Operand[], access: readonly string[], form: Form) {
	const reads = new Set<string>();
	const writes = new Set<string>();
	for (const [i, { kind, phrase, registers }] of operands.entries()) {
		const how = form.access === '' ? '' : (access[i] ?? 'r');
		if (kind === 'constant' || kind === 'target' || how === '') continue;
		if (kind === 'memory')
			for (const register of registers) if (register !== 'rip') reads.add(register);
		const places = kind === 'memory' ? [phrase.replace('the address in ', '')] : registers;
		if (how === 'r' || how === 'b' || how === 't') for (const place of places) reads.add(place);
		if (how === 'w' || how === 'b') for (const place of places) writes.add(place);
	}
	for (const register of form.reads ?? []) reads.add(register);
	for (const register of form.writes ?? []) writes.add(register);
	if (form.flags === 'r' || form.flags === 'b') reads.add('the flags');
	if (form.flags === 'w' || form.flags === 'b') writes.add('the flags');
	return { reads: [...reads], writes: [...writes] };
}

/** Where its sentence names no term: that of what costs most in it. */
function termOf(mnemonic: string, operands: readonly Operand[], access: readonly string[]): TermId {
	const memory = operands.findIndex(({ kind }) => kind === 'memory');
	const how = access[memory];
	if (memory >= 0 && how === 'w') return 'store-buffer';
	if (memory >= 0 && how !== 'a') return 'cache';
	if (operands.some(({ text }) => /^[xyz]mm|^v\d/.test(text))) return 'vector';
	return mnemonic === 'jmp' || mnemonic === 'b' ? 'branch-prediction' : 'latency';
}
