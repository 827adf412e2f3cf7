/**
 * What CoreCLR's just-in-time compiler prints of the methods it compiles (`DOTNET_JitDisasm`, `DOTNET_JitDisasmWithCodeBytes`):
 * the tier of each, its machine code, and the names of what it calls.
 */
import { linesOf } from '../inspect/lines.ts';
import type { Representation } from '@cyclelab/contract/schema/code';
import type { Method } from './dotnet-code.ts';

export type PrintedMethod = {
	/** `Kernel:Run(ulong):ulong`. */
	name: string;
	/** How it was compiled, e.g. `FullOpts`, `Tier0`, `Tier1-OSR @0x23 with Dynamic PGO`. */
	tier: string;
	/** With each jump's distance to its label, which may be another than was printed. */
	bytes: Buffer;
	/** The called functions by offset of the call, as far as the compiler names them. */
	calls: ReadonlyMap<number, PrintedCall>;
	/** The whole print. */
	text: string;
};

/** `direct`: to the code of this name and no other; else through a table of methods, where the name is the declared one. */
export type PrintedCall = { name: string; direct: boolean };

/** A program with the harness has about 200 methods of 60 lines. */
const linesAtMost = 200_000;
const charactersAtMost = 2000;
/** Of all methods together, as a page can hold and a database keep. */
const shownAtMost = 128 * 1024;

const heading = /^; Assembly listing for method (.+) \(([^()]{1,80})\)$/;
/** The line's bytes, then the instruction. Labels, comments and constants begin elsewhere. */
const instruction = /^ {6,8}((?:[0-9A-F]{2})+) +(\S.*)$/;
/** Where a jump may lead. */
const label = /^(G_M\w{1,20}): /;
/**
 * A jump within the method. It is printed when its distance is an estimate yet: the code between may become
 * shorter, where loops are not aligned after all, and the distance is corrected later. The label is the jump's target.
 */
const jump = /^j[a-z]{1,3} +(?:SHORT |NEAR )?(G_M\w{1,20})$/;
/**
 * `call     [Kernel:Mix(ulong):ulong]`, `call     [rax+0x20]Shape:Area(ulong):ulong:this`, `call     CORINFO_HELP_NEWSFAST`,
 * `call     System.Threading.Monitor:Exit(System.Object)` (a function of the runtime).
 */
const call =
	/^(?:call|tail\.jmp|jmp) +(?:\[(.+:.+)\]|\[[^\]:]+\](.+:.+)|(CORINFO_HELP_\w+|[^\s:[]+:[^\s(]+\(.*))$/;

const ending = /^; Total bytes of code \d+/;

/** Whether threads wrote at once: a listing does not end, or begins before another one ends, or in the middle of a line. */
export function isMixed(text: string): boolean {
	let isOpen = false;
	for (const line of linesOf(text, linesAtMost)) {
		const begins = heading.test(line);
		if (begins === isOpen && (begins || ending.test(line))) return true;
		if (begins || ending.test(line)) isOpen = begins;
	}
	return isOpen;
}

export function readJitPrint(text: string): PrintedMethod[] {
	const methods: PrintedMethod[] = [];
	let lines: string[] = [];
	let named: { name: string; tier: string } | undefined;
	const end = () => {
		if (named) methods.push({ ...named, ...readBody(lines) });
		lines = [];
	};
	for (const line of linesOf(text, linesAtMost)) {
		if (line.length > charactersAtMost) continue;
		const [, name, tier] = heading.exec(line) ?? [];
		if (name !== undefined && tier !== undefined) {
			end();
			named = { name, tier };
		}
		lines.push(line);
	}
	end();
	return methods;
}

function readBody(lines: readonly string[]): Pick<PrintedMethod, 'bytes' | 'calls' | 'text'> {
	const parts: Buffer[] = [];
	const calls = new Map<number, PrintedCall>();
	const labels = new Map<string, number>();
	const jumps: { end: number; size: number; to: string }[] = [];
	let offset = 0;
	for (const line of lines) {
		const [, name] = label.exec(line) ?? [];
		if (name !== undefined) labels.set(name, offset);
		const [, hex, words] = instruction.exec(line) ?? [];
		if (hex === undefined || words === undefined) continue;
		const called = readCall(words);
		if (called) calls.set(offset, called);
		const part = Buffer.from(hex, 'hex');
		parts.push(part);
		offset += part.length;
		const [, to] = jump.exec(words) ?? [];
		if (to !== undefined) jumps.push({ end: offset, size: part.length === 2 ? 1 : 4, to });
	}
	const bytes = Buffer.concat(parts);
	for (const { end, size, to } of jumps) {
		const distance = (labels.get(to) ?? NaN) - end;
		// A distance that does not fit does not lead into this code: the bytes stay as they are and differ.
		if (Math.abs(distance) < 2 ** (8 * size - 1)) bytes.writeIntLE(distance, end - size, size);
	}
	return { bytes, calls, text: lines.join('\n').trimEnd() };
}

function readCall(words: string): PrintedCall | undefined {
	const [, direct, declared, helper] = call.exec(words) ?? [];
	const name = direct ?? declared ?? helper;
	return name === undefined ? undefined : { name, direct: declared === undefined };
}

/**
 * Each method's print: the print with the same bytes, displacements to its surroundings included, so the code is the same, at
 * the method's address. Where several prints have these bytes (as of empty methods), the print with the method's name.
 */
export function printsOf(
	methods: readonly Method[],
	printed: readonly PrintedMethod[]
): Map<Method, PrintedMethod> {
	const prints = new Map<Method, PrintedMethod>();
	for (const method of methods) {
		const same = printed.filter(({ bytes }) => bytes.equals(method.bytes));
		const print = same.find(({ name }) => plainName(name) === plainName(method.name)) ?? same[0];
		if (print) prints.set(method, print);
	}
	return prints;
}

/**
 * The value of `DOTNET_JitDisasm` that has these methods printed and few others: names without parameters and type arguments,
 * and a `?` for what would end a name.
 */
export const jitPattern = (methods: readonly Pick<Method, 'name'>[]) =>
	methods
		.map(({ name }) =>
			plainName(name)
				.replace(/\[[^\]]*\]/g, '')
				.replace(/[\s"]/g, '?')
		)
		.join(' ');

/** Without parameters, and with one colon where the list of machine code has two. */
const plainName = (name: string) => name.replace('::', ':').replace(/\(.*$/, '');

/**
 * The prints as a page shows them, the kernel's first; `kernel` is its method. Undefined if there are none, or too much for a
 * page.
 */
export function jitRepresentation(
	prints: ReadonlyMap<Method, PrintedMethod>,
	kernel: Method
): Representation | undefined {
	const first = prints.get(kernel);
	if (!first) return undefined;
	const others = [...prints.values()].filter((print) => print !== first);
	const text = [first, ...others].map((printedMethod) => printedMethod.text).join('\n\n');
	if (text.length > shownAtMost) return undefined;
	return { id: 'jit', title: 'RyuJIT’s own listing', phases: [{ name: first.tier, text }] };
}
