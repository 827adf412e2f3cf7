/**
 * Straight lines of code from whose times the latency and the reciprocal throughput of an instruction's form are read, as
 * uops.info and llvm-exegesis do: a chain, and independent streams. Each is measured as a block is. Pure.
 */
import { x86 } from '../inspect/isa-of.ts';
import type { Decoded } from '../inspect/listing.ts';
import {
	isIdiom,
	isPureLoad,
	located,
	operandsOf,
	registerName,
	type RegisterClass
} from './forms.ts';

/** Instructions that lead a result to where it is needed. `crossing` is the way there and back, `flags` compares and selects. */
export const bridges = {
	select: ['cmovb rax, rcx'],
	flags: ['test rax, rax', 'cmovb rax, rcx'],
	crossing: ['movq xmm1, rax', 'movq rax, xmm1']
} as const;
export type Bridge = keyof typeof bridges;

type Chain = {
	lines: readonly string[];
	/** Instances of the form in the chain. */
	instances: number;
	/** Parts of bridges whose cycles are taken off. */
	less: Partial<Record<Bridge, number>>;
};

export type Trials = {
	/** Undefined: nothing can wait for a result of this form, or a chain of it cannot be made. */
	chain?: Chain;
	/** Independent instances. */
	stream: { lines: readonly string[]; instances: number };
};

/** rsp, the source rcx, and the addresses rsi and rdi are no results. */
const results = {
	gpr: [0, 2, 3, 5, 8, 9, 10, 11, 12, 13, 14, 15],
	vector: [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12]
};
const source = { gpr: 1, vector: 14 };
/** Among the lower eight: the assembler exchanges sources of commutative instructions if that saves a byte. */
const secondSource = { gpr: 6, vector: 0 };
/** Bytes of a cache line. */
const lineBytes = 64;
/** Lines of a page behind the address in rdi. */
const places = 8;
const operandBytes: Readonly<Record<string, number>> = {
	byte: 1,
	word: 2,
	dword: 4,
	qword: 8,
	xmmword: 16,
	ymmword: 32
};

type Registers = { result: number; others: number; address?: string };

/** The instance of an instruction with these registers; constants stay. Two sources of one register could make a zero. */
function instance(example: Decoded, { result, others, address }: Registers): string {
	let registers = 0;
	const isOneSource = isIdiom(example);
	const operands = (operandsOf(example) ?? []).map((operand, index) => {
		if (operand.kind === 'other') return operand.text;
		if (example.mnemonic === 'lea' && operand.kind === 'memory')
			return leaAddress(example.operands[index] ?? '', others);
		if (operand.kind === 'memory') {
			registers ||= 1;
			return `${operand.size} ptr [${address ?? 'rdi'}]`;
		}
		registers += 1;
		if (registers === 1) return registerName(result, operand.width);
		const number = registers === 2 || isOneSource ? others : secondSource[operand.of];
		return registerName(number, operand.width);
	});
	return [example.mnemonic, operands.join(', ')].join(' ').trim();
}

/** The same address with one register for all. */
function leaAddress(text: string, register: number): string {
	const name = registerName(register, 'r64');
	return text.replaceAll(/\b(r[a-d]x|r[sd]i|r[bs]p|r\d+)\b/g, name);
}

/**
 * The address of a stream's instance. Each lies in another cache line and, by one operand more, in another bank of the cache: loads
 * of the first bytes of different lines wait for one another on AMD Zen (bank conflicts; seen on Zen 4, where their stream had no
 * steady time in ten of ten attempts).
 */
function streamAddress(example: Decoded, index: number): string {
	const memory = operandsOf(example)?.find(({ kind }) => kind === 'memory');
	const bytes = memory?.kind === 'memory' ? (operandBytes[memory.size] ?? lineBytes) : lineBytes;
	const offset = (lineBytes + bytes) * (index % places);
	return offset === 0 ? 'rdi' : `rdi + 0x${offset.toString(16)}`;
}

const classOf = (example: Decoded, index: number): RegisterClass | undefined => {
	const operand = operandsOf(example)?.[index];
	return operand?.kind === 'register' ? operand.of : undefined;
};

export function trialsOf(instruction: Decoded): Trials {
	const example = located(instruction);
	const chain = chainOf(example);
	return { ...(chain ? { chain } : {}), stream: streamOf(example) };
}

/** Forms with implicit registers, or that wait for flags which they set, get an instruction before each that ends the chain. */
function streamOf(example: Decoded): Trials['stream'] {
	const { reads, writes } = x86.access(example);
	const first = classOf(example, 0) ?? 'gpr';
	const other = source[classOf(example, 1) ?? first];
	const breaks = [
		...(isImplicit(example.mnemonic, example.operands) ? ['mov eax, 0x1'] : []),
		...(reads.includes('flags') && writes.includes('flags') ? ['test rsi, rsi'] : [])
	];
	const lines = results[first].flatMap((result, index) => {
		const others = isIdiom(example) ? result : other;
		return [
			...breaks,
			instance(example, { result, others, address: streamAddress(example, index) })
		];
	});
	return { lines, instances: results[first].length };
}

const isImplicit = (mnemonic: string, operands: readonly string[]) =>
	/^(mul|cdq|cqo|cwd|cdqe|cwde)$/.test(mnemonic) || (mnemonic === 'imul' && operands.length === 1);

function chainOf(example: Decoded): Chain | undefined {
	const { mnemonic, operands } = example;
	const { reads, writes, memory } = x86.access(example);
	if (memory) return isPureLoad(example) ? loadChain(example) : undefined;
	if (isImplicit(mnemonic, operands))
		return { lines: [instance(example, { result: 1, others: 1 })], instances: 1, less: {} };
	const to = classOf(example, 0);
	if (to === undefined) return undefined;
	const one = results[to][0] ?? 0;
	const spare = results[to][1] ?? 0;
	const from = classOf(example, 1);
	const isWritten = !/^(cmp$|test$|bt$|v?u?comis|v?ptest|vtestp)/.test(mnemonic);
	if (!isWritten) {
		// Compared: the flags select a value that is compared again.
		if (!writes.includes('flags')) return undefined;
		const compare = instance(example, { result: to === 'gpr' ? 0 : 1, others: source[from ?? to] });
		return to === 'gpr'
			? { lines: [compare, ...bridges.select], instances: 1, less: { select: 1 } }
			: {
					lines: [compare, ...bridges.select, bridges.crossing[0]],
					instances: 1,
					less: { select: 1, crossing: 0.5 }
				};
	}
	if (isIdiom(example))
		return { lines: [instance(example, { result: one, others: one })], instances: 1, less: {} };
	const whole = operandsOf(example) ?? [];
	const numbers = { result: one, others: spare };
	const isReadToo = example.operands[0] !== undefined && readsResult(example);
	const isCrossing = to === 'gpr' && from === 'vector';
	if (isReadToo && !isCrossing)
		return {
			lines: [instance(example, { ...numbers, others: source[from ?? to] })],
			instances: 1,
			less: {}
		};
	const sources = whole.slice(1).filter((each) => each.kind === 'register');
	if (sources.length === 0 && mnemonic !== 'lea') {
		if (!reads.includes('flags')) return { lines: [], instances: 0, less: {} };
		// A flag becomes a value, whose test sets the flag again; `flags` less `select` is the test.
		return {
			lines: [instance(example, { result: 0, others: 0 }), 'test rax, rax'],
			instances: 1,
			less: { flags: 1, select: -1 }
		};
	}
	if (mnemonic === 'lea' && /\brip\b/.test(operands.join()))
		return { lines: [], instances: 0, less: {} };
	if (from !== undefined && from !== to) {
		const [gpr, vector] = [0, 1];
		const back = to === 'gpr' ? bridges.crossing[0] : bridges.crossing[1];
		const registers =
			to === 'gpr' ? { result: gpr, others: vector } : { result: vector, others: gpr };
		return { lines: [instance(example, registers), back], instances: 1, less: { crossing: 0.5 } };
	}
	return {
		lines: [instance(example, numbers), instance(example, { result: spare, others: one })],
		instances: 2,
		less: {}
	};
}

/** Whether the first operand is read by its place, whatever the other operands are. */
function readsResult(example: Decoded): boolean {
	const to = classOf(example, 0);
	const operands = example.operands.map((text, index) =>
		index === 0
			? to === 'vector'
				? 'xmm13'
				: 'r13'
			: text.replaceAll(/\br13[dwb]?\b|\b[xy]mm13\b/g, to === 'vector' ? 'xmm12' : 'r12')
	);
	return x86.access({ ...example, operands }).reads.includes(to === 'vector' ? 'xmm13' : 'r13');
}

/** A load whose address is what the load before it fetched: pages are filled with such addresses. */
function loadChain(example: Decoded): Chain | undefined {
	const to = classOf(example, 0);
	if (example.mnemonic === 'pop' || to === undefined) return undefined;
	if (to === 'gpr') {
		const isNarrow = /^(byte|word) /.test(example.operands[1] ?? '');
		return {
			lines: [instance(example, { result: 1, others: 1, address: isNarrow ? 'rdi + rcx' : 'rcx' })],
			instances: 1,
			less: {}
		};
	}
	return {
		lines: [instance(example, { result: 1, others: 1, address: 'rax' }), bridges.crossing[1]],
		instances: 1,
		less: { crossing: 0.5 }
	};
}
