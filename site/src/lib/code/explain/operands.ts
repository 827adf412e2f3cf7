/** Operands of machine code in words: registers, memory and constants, of both architectures. Pure. */
import { defined } from '@cyclelab/contract/defined';

export interface Operand {
	/** As the listing has it, without the mask of AVX-512. */
	text: string;
	kind: 'register' | 'memory' | 'constant' | 'target';
	/** As a sentence names it: "the 8 bytes at [rsp + 8]". */
	phrase: string;
	/** Registers that it names; of memory those of the address. */
	registers: readonly string[];
	/** What it is, where its text does not say so. */
	note?: string;
}

/** Parts between commas that are in no brackets. */
export function splitOperands(text: string): string[] {
	const parts: string[] = [];
	let depth = 0;
	let part = '';
	for (const sign of text) {
		if ('[{('.includes(sign)) depth += 1;
		if (']})'.includes(sign)) depth -= 1;
		if (sign === ',' && depth === 0) {
			parts.push(part.trim());
			part = '';
		} else part += sign;
	}
	return part.trim() === '' ? parts : [...parts, part.trim()];
}

/** A constant in decimal: `0x1f` as 31, and a large one, which is more readable so, as it is. */
export function decimal(text: string): string {
	const value = Number(text.replace('#', '').replace(/^-/, ''));
	const sign = text.replace('#', '').startsWith('-') ? '−' : '';
	if (!Number.isFinite(value)) return text;
	return value > 0xffffff ? text.replace('#', '') : `${sign}${value}`;
}

export const bytes = (count: number): string => (count === 1 ? 'the byte' : `the ${count} bytes`);

/** Bytes of what `… ptr` is said of. */
const pointerSizes: Readonly<Record<string, number>> = {
	byte: 1,
	word: 2,
	dword: 4,
	qword: 8,
	tbyte: 10,
	xword: 10,
	xmmword: 16,
	ymmword: 32,
	zmmword: 64
};

const wide = '(?:r(?:[abcd]x|[sd]i|[sb]p|\\d+)|rip)';
const x86Register = new RegExp(
	`^(?:${wide}|e?(?:[abcd]x|[sd]i|[sb]p)|[abcd][lh]|[sd]il|[sb]pl|r\\d+[dwb]|[xyz]?mm\\d+|k[0-7]|st(?:\\(\\d\\))?|[c-gs]s|cr\\d)$`
);

const legacy: Readonly<Record<string, string>> = {
	a: 'rax',
	b: 'rbx',
	c: 'rcx',
	d: 'rdx',
	si: 'rsi',
	di: 'rdi',
	sp: 'rsp',
	bp: 'rbp'
};

/** The whole register that a name is a part of, and which part; undefined for a name of a whole one. */
export function wholeRegister(name: string): { whole: string; bits: string } | undefined {
	const numbered = /^(r\d+)([dwb])$/.exec(name);
	if (numbered?.[1] !== undefined)
		return {
			whole: numbered[1],
			bits: { d: 'lower 32', w: 'lower 16', b: 'lower 8' }[numbered[2] ?? ''] ?? ''
		};
	const [, e, stem = '', end] =
		/^(e?)([abcd]|[sd]i|[sb]p)(x|l|h)?$/.exec(name.replace(/^r/, '-')) ?? [];
	const whole = legacy[stem];
	if (whole === undefined) return undefined;
	if (e === 'e') return { whole, bits: 'lower 32' };
	if (end === 'h') return { whole, bits: 'second lowest 8' };
	return { whole, bits: end === 'l' ? 'lower 8' : 'lower 16' };
}

function x86RegisterNote(name: string): string | undefined {
	const part = wholeRegister(name);
	if (part)
		return `the ${part.bits} bits of ${part.whole}${part.bits === 'lower 32' ? '; an instruction that writes them sets the upper 32 to zero' : ''}`;
	const vector = /^([xyz])mm\d+$/.exec(name);
	if (vector) {
		const size = { x: 16, y: 32, z: 64 }[vector[1] ?? ''] ?? 0;
		return `a vector register of ${size} bytes: ${size / 8} floats of 8 bytes, or ${size / 4} of 4, or integers`;
	}
	if (name === 'rsp') return 'the stack pointer, 64 bits';
	if (name === 'rip') return 'the address of the next instruction';
	if (/^k\d$/.test(name)) return 'a mask register: one bit for each element of a vector';
	return /^r/.test(name) ? 'a general register of 64 bits' : undefined;
}

/** `rax + 8*rcx - 0x10` in words. */
const addressWords = (inner: string): string =>
	inner
		.replaceAll(/(\d)\*(\w+)/g, '$1 times $2')
		.replaceAll(/0x[\da-f]+/g, (hex) => decimal(hex))
		.replaceAll(' + ', ' plus ')
		.replaceAll(' - ', ' minus ');

/** @param data the variable that an address relative to rip lies in */
export function x86Operand(raw: string, data: string | undefined): Operand {
	const text = raw.replaceAll(/\s*\{(?:k\d|z|1to\d+|[a-z]+(?:-sae)?)\}/g, '').trim();
	const memory = /^(?:(\w+) ptr )?(?:([c-gs]s):)?\[(.*)\]$/.exec(text);
	if (memory) {
		const [, word, segment, inner = ''] = memory;
		const size = word === undefined ? undefined : pointerSizes[word];
		const place = data ?? `[${inner}]`;
		const repeated = /\{1to(\d+)\}/.exec(raw)?.[1];
		const registers = (inner.match(/[a-z]\w+/g) ?? []).filter((word) => x86Register.test(word));
		const address = `its address is ${addressWords(inner)}${data === undefined ? '' : `, which is in ${data}`}`;
		const segmentNote =
			segment === 'fs' || segment === 'gs'
				? `, counted from the start of the thread’s data (${segment})`
				: '';
		return {
			text,
			kind: 'memory',
			phrase: `${size === undefined ? 'the memory' : bytes(size)} at ${place}${repeated === undefined ? '' : ` (repeated ${repeated} times)`}`,
			registers,
			note: `${word !== undefined && size !== undefined ? `${word} ptr: ${size} byte${size === 1 ? '' : 's'} of memory; ` : ''}${address}${segmentNote}`
		};
	}
	if (x86Register.test(text)) {
		const note = x86RegisterNote(text);
		return {
			text,
			kind: 'register',
			phrase: text,
			registers: [text],
			...defined({ note })
		};
	}
	if (/^-?(?:0x[\da-f]+|\d+)$/.test(text)) {
		const value = decimal(text);
		return {
			text,
			kind: 'constant',
			phrase: value,
			registers: [],
			...(value === text ? {} : { note: `the constant ${value}` })
		};
	}
	return { text, kind: 'target', phrase: text, registers: [] };
}

const arm64Register =
	/^(?:[xw](?:\d+|zr)|w?sp|[bhsdq]\d+|v\d+(?:\.\w+)?(?:\[\d+\])?|z\d+(?:\.\w)?|p\d+(?:\.\w|\/[mz])?)$/;

function arm64RegisterNote(name: string): string | undefined {
	if (/zr$/.test(name))
		return 'the zero register: it reads as 0, and what is written to it is lost';
	const narrow = /^w(\d+)$/.exec(name);
	if (narrow)
		return `the lower 32 bits of x${narrow[1]}; an instruction that writes them sets the upper 32 to zero`;
	if (/^x\d+$/.test(name)) return 'a general register of 64 bits';
	if (name === 'sp') return 'the stack pointer, 64 bits';
	const scalar = /^([bhsdq])(\d+)$/.exec(name);
	if (scalar) {
		const size = { b: 1, h: 2, s: 4, d: 8, q: 16 }[scalar[1] ?? ''] ?? 0;
		return size === 16
			? `the vector register v${scalar[2]}, 16 bytes`
			: `the lowest ${size * 8} bits of v${scalar[2]}`;
	}
	const vector = /^v\d+\.(\d+)([bhsd])$/.exec(name);
	if (vector) {
		const size = { b: 1, h: 2, s: 4, d: 8 }[vector[2] ?? ''] ?? 0;
		return `a vector register as ${vector[1]} elements of ${size} byte${size === 1 ? '' : 's'}`;
	}
	return undefined;
}

export function arm64Operand(text: string): Operand {
	const memory = /^\[(.*)\](!?)$/.exec(text);
	if (memory) {
		const [base = '', ...more] = splitOperands(memory[1] ?? '');
		const shifts = more.map((part) =>
			part.startsWith('#')
				? `plus ${decimal(part)}`
				: /^(?:lsl|[su]xtw|[su]xtx)/.test(part)
					? `(${part.replace('#', '')})`
					: `plus ${part}`
		);
		return {
			text,
			kind: 'memory',
			phrase: `the memory at ${text.replace('!', '')}`,
			registers: [base, ...more.filter((part) => arm64Register.test(part))],
			note: `its address is ${[base, ...shifts].join(' ')}${memory[2] === '!' ? `, which is written back to ${base} first` : ''}`
		};
	}
	if (text.startsWith('{'))
		return {
			text,
			kind: 'register',
			phrase: text,
			registers: text.match(/[a-z]\d+(?:\.\w+)?/g) ?? []
		};
	if (arm64Register.test(text)) {
		const note = arm64RegisterNote(text);
		return {
			text,
			kind: 'register',
			phrase: text,
			registers: [text],
			...defined({ note })
		};
	}
	if (/^#/.test(text)) {
		const value = decimal(text);
		return { text, kind: 'constant', phrase: value, registers: [] };
	}
	return { text, kind: 'target', phrase: text, registers: [] };
}
