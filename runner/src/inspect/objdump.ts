/**
 * The text of `llvm-objdump -d` (`-M intel` on x86-64) -> functions of all sections except the harness's. Never throws,
 * linear in its input.
 */
import { prefixWords } from '@cyclelab/contract/transfer';
import { linesOf } from './lines.ts';
import type { Isa } from './isa.ts';
import type { Decoded, DecodedFunction } from './listing.ts';
import { visible } from '@cyclelab/contract/visible';

/** Those of an ELF file of 64 bits. */
const elfHeaderBytes = 64;

/** Longer lines are no instruction (a symbol of any length can be printed in one). */
const maximumCharacters = 4000;

/**
 * More are no code that anybody reads, and each costs memory wherever the report goes. Pages were tried with 20,000.
 */
export const mostInstructions = 50_000;

/** An instruction has 15 bytes at most. Learners can write any number of prefixes; those beyond the limit belong to no instruction. */
const mostPrefixes = 14;
/** Hexadecimal digits of an instruction in a report; it has more by prefixes without effect. */
const mostDigits = 64;

/** The harness's code, in a section that a program is not linked with if anybody else's code is in it (`cc-link.ts`). */
export const harnessSection = 'cyclelab_text';
const sectionHeading = /^Disassembly of section (.+):$/;
const heading = /^([0-9a-f]{1,16}) <(.+)>:$/;
const instruction = /^ *([0-9a-f]{1,16}):\s+(.*)$/;

/** Of `--dynamic-reloc`: the function that the linker's code jumps to, in the order of that code. */
const linked = /^[0-9a-f]{1,16} R_\w+_JUMP_SLOT\s+(.+)$/;

type Listed = { symbol: string; address: number; instructions: Decoded[] };
/** Prefixes that wait for their instruction on the next line, with the address of the first. */
type OpenFunction = { address: number; prefixes: readonly string[] };

export function parseListing(text: string, isa: Isa): DecodedFunction[] {
	const functions: Listed[] = [];
	let current: Listed | undefined;
	let pending: OpenFunction | undefined;
	let section = '';
	const names: Linkage = { mangled: [], demangled: [] };
	for (const whole of linesOf(text)) {
		// Names of functions are a learner's.
		const line = visible(whole.slice(0, maximumCharacters));
		if (section === '') names.demangled.push(...(linked.exec(line)?.slice(1) ?? []));
		const entered = sectionHeading.exec(line);
		if (entered) {
			section = entered[1] ?? '';
			current = undefined;
			continue;
		}
		if (section === harnessSection) continue;
		const start = heading.exec(line);
		if (start && isLinkage(section, start[2] ?? '')) {
			if (start[2]?.endsWith(stub)) names.mangled.push(start[2].slice(0, -stub.length));
			current = undefined;
			continue;
		}
		if (start) {
			current = { symbol: start[2] ?? '', address: parseInt(start[1] ?? '', 16), instructions: [] };
			functions.push(current);
			pending = undefined;
			continue;
		}
		const match = current && instruction.exec(line);
		if (!current || !match) continue;
		const words = (match[2] ?? '').trim();
		if (words === '' || words === '<unknown>') {
			pending = undefined;
			continue;
		}
		const decoded = decode(parseInt(match[1] ?? '', 16), words, isa);
		if (decoded.mnemonic !== '') current.instructions.push(joined(pending, decoded));
		pending =
			decoded.mnemonic === ''
				? {
						address: pending?.address ?? decoded.address,
						prefixes: [...(pending?.prefixes ?? []), ...decoded.prefixes].slice(0, mostPrefixes)
					}
				: undefined;
	}
	const demangled = demangledIn(names);
	for (const listed of functions) {
		if (demangled.size > 0)
			listed.instructions = listed.instructions.map((step) => withName(step, demangled));
		dropLiterals(listed, isa);
		dropPadding(listed, isa);
	}
	return functions.filter(({ instructions }) => instructions.length > 0);
}

const rowWithBytes = /^ *([0-9a-f]{1,16}):\s+((?:[0-9a-f]{2} )+)\s*(.*)$/;
/** The instruction follows in the next row. */
const isPrefixesAlone = (words: string) =>
	words
		.trim()
		.split(/\s+/)
		.every((word) => prefixWords.has(word));

/** Bytes and text of each instruction of an x86-64 listing that has the bytes, by address; without those of too many bytes. */
export function readBytes(listing: string): Map<number, { bytes: string; text: string }> {
	const rows = new Map<number, { bytes: string; text: string }>();
	let pending: { address: number; bytes: string; text: string } | undefined;
	for (const whole of linesOf(listing)) {
		const [, at, hexadecimal = '', words = ''] =
			rowWithBytes.exec(visible(whole.slice(0, maximumCharacters))) ?? [];
		if (at === undefined) {
			pending = undefined;
			continue;
		}
		const row = {
			address: pending?.address ?? parseInt(at, 16),
			bytes: `${pending?.bytes ?? ''}${hexadecimal.replaceAll(' ', '')}`.slice(0, mostDigits + 1),
			text: `${pending?.text ?? ''}${withoutComment(words)}`
		};
		const isPrefix = isPrefixesAlone(words);
		pending = isPrefix ? { ...row, text: `${row.text} ` } : undefined;
		if (!isPrefix && row.bytes.length <= mostDigits)
			rows.set(row.address, { bytes: row.bytes, text: row.text });
	}
	return rows;
}

const withoutComment = (words: string) =>
	words
		.replace(/\s+# .*$/, '')
		.replaceAll('\t', ' ')
		.trim();

/** How the linker's way to a function of a library is named: code of a few instructions that nobody wrote. */
const stub = '@plt';
const isLinkage = (section: string, symbol: string) =>
	section.startsWith('.plt') && (symbol.endsWith(stub) || symbol === section);

/** Functions of libraries, in the order of the linker's code. llvm-objdump demangles no name that ends in `@plt`. */
type Linkage = { mangled: string[]; demangled: string[] };

/** By mangled name; none if the lists are not of the same functions. */
function demangledIn({ mangled, demangled }: Linkage): ReadonlyMap<string, string> {
	const isOne = (name: string, index: number) =>
		demangled[index] === name || (name.startsWith('_Z') && demangled[index] !== undefined);
	const areSame = mangled.length === demangled.length && mangled.every(isOne);
	return new Map(areSame ? mangled.map((name, index) => [name, demangled[index] ?? name]) : []);
}

function withName(step: Decoded, names: ReadonlyMap<string, string>): Decoded {
	const { callee, text } = step;
	const name = callee === undefined ? undefined : names.get(callee);
	if (callee === undefined || name === undefined) return step;
	return { ...step, callee: name, text: text.replace(`<${callee}${stub}>`, () => `<${name}>`) };
}

const joined = (pending: OpenFunction | undefined, decoded: Decoded): Decoded =>
	pending
		? {
				...decoded,
				address: pending.address,
				prefixes: [...pending.prefixes, ...decoded.prefixes],
				text: [...pending.prefixes, decoded.text].join(' ')
			}
		: decoded;

/** One instruction's words, e.g. `add	eax, dword ptr [rip + 0x302c] # 0x204918 <packet>`. */
export function decode(address: number, words: string, isa: Isa): Decoded {
	const comment = words.indexOf(isa.comment);
	const [, commented, referenceName] =
		(comment < 0 ? undefined : /^# 0x([0-9a-f]{1,16})(?: <(.+)>$)?/.exec(words.slice(comment))) ??
		[];
	const code = (comment < 0 ? words : words.slice(0, comment)).trimEnd();
	const bracket = code.indexOf(' <');
	const clean = (bracket < 0 ? code : code.slice(0, bracket)).replaceAll('\t', ' ');
	const parts = clean.split(' ').filter((part) => part !== '');
	const prefixes: string[] = [];
	while (isa.prefixes.has(parts[0] ?? '')) prefixes.push(parts.shift() ?? '');
	const [mnemonic = '', ...operandParts] = parts;
	const operands = splitOperands(operandParts.join(' '));
	const flow = isa.flow(mnemonic);
	const bare = isa.bareAddress(mnemonic)
		? /^0x([0-9a-f]{1,16})$/.exec(operands.at(-1) ?? '')?.[1]
		: undefined;
	const target = flow !== undefined && bare !== undefined ? parseInt(bare, 16) : undefined;
	const named = bracket < 0 ? undefined : symbolOf(code.slice(bracket + 2), bare);
	const reference = commented ?? (flow === undefined ? bare : undefined);
	const shown = [...prefixes, mnemonic, operands.join(', ')]
		.filter((part) => part !== '')
		.join(' ');
	return {
		address,
		text: flow === 'call' && named !== undefined ? `${shown} <${named}>` : shown,
		mnemonic,
		prefixes,
		operands,
		...(flow === undefined ? {} : { flow }),
		...(target === undefined ? {} : { target }),
		...(target === undefined || named === undefined
			? {}
			: { callee: named.endsWith(stub) ? named.slice(0, -stub.length) : named }),
		...(reference === undefined ? {} : { reference: parseInt(reference, 16) }),
		...(referenceName === undefined ? {} : { referenceName })
	};
}

/** Splits at commas outside of brackets and braces: arm64 writes `[x0, #8]` and `{ v0.16b, v1.16b }`. */
function splitOperands(text: string): string[] {
	if (text === '') return [];
	const found: string[] = [];
	let from = 0;
	let depth = 0;
	for (let at = 0; at < text.length; at++) {
		const letter = text[at];
		if (letter === '[' || letter === '{') depth++;
		else if (letter === ']' || letter === '}') depth--;
		else if (letter === ',' && depth === 0) {
			found.push(text.slice(from, at).trim());
			from = at + 1;
		}
	}
	return [...found, text.slice(from).trim()];
}

/**
 * `name+0x10>` -> `name`. Names of C++ hold < and >, so only the last > closes. No name of code that has none, as that of an
 * indirect function: objdump gives it the offset from a symbol that is a number, as those of libraries before they are loaded
 * (0) and glibc's `_nl_current_LC_NUMERIC_used` (1). No code begins within the header of the file.
 * @param target the address that is named, hexadecimal
 */
function symbolOf(text: string, target: string | undefined): string | undefined {
	const end = text.lastIndexOf('>');
	const name = end < 0 ? text : text.slice(0, end);
	const plus = name.lastIndexOf('+0x');
	if (plus <= 0) return name;
	const begin = parseInt(target ?? '', 16) - parseInt(name.slice(plus + '+0x'.length), 16);
	return begin < elfHeaderBytes ? undefined : name.slice(0, plus);
}

/** Constants among the code, which objdump takes for instructions: what the function itself loads is data. */
function dropLiterals(listed: Listed, { literalBytes }: Isa): void {
	const words = new Set<number>();
	for (const instruction of listed.instructions) {
		const { reference } = instruction;
		if (reference === undefined) continue;
		// counted from its beginning: beyond 2^53 adding 4 to an address may leave it as it is
		for (let at = 0; at < literalBytes(instruction); at += 4) words.add(reference + at);
	}
	if (words.size > 0)
		listed.instructions = listed.instructions.filter(({ address }) => !words.has(address));
}

/** What fills the space up to the next function is not the function's. */
function dropPadding({ instructions }: Listed, { padding }: Isa): void {
	while (padding.has(instructions.at(-1)?.mnemonic ?? '')) instructions.pop();
}
