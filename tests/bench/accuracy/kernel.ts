/** A kernel of the accuracy bench: its C source and its published time. */
import { readFile } from 'node:fs/promises';

/** Core cycles an iteration, on the processors whose LLVM name matches `on`. */
export type ExpectedCosts = {
	on: RegExp;
	/** One number for an exact cause (a latency in a chain), otherwise the published range. */
	cycles: number | readonly [least: number, most: number];
	source: string;
};

export type Area =
	| 'integer'
	| 'floating point'
	| 'vector'
	| 'loads'
	| 'store forwarding'
	| 'atomics'
	| 'divisions'
	| 'branches';

export type AccuracyKernel = {
	/** Also the variant's name in the report. */
	name: string;
	area: Area;
	/** Describes one iteration. */
	label: string;
	source: string;
	answers: readonly ExpectedCosts[];
	/** The cause that llvm-mca does not model; the verdict must then not be `agree`. */
	unmodelled?: string;
};

/** The published time for a processor, by LLVM's name; undefined if none is known. */
export const answerFor = (
	kernel: AccuracyKernel,
	microarchitecture: string
): ExpectedCosts | undefined => kernel.answers.find(({ on }) => on.test(microarchitecture));

/** A C file of `tests/bench/accuracy/kernels`. */
export const fromFile = (name: string): Promise<string> =>
	readFile(new URL(`./kernels/${name}.c`, import.meta.url), 'utf8');

/** Iterations written out in a pass of the assembly loop, so that its counter and branch cost nothing. */
const copies = 8;

/**
 * A chain: the instruction on `x` (%0) eight times, each dependent on the previous. `y` (%1) is a second register of the
 * same kind. Inline assembly, because a compiler would shorten the chain.
 */
export function chain(
	instruction: string,
	kind: 'integer' | 'double' | 'float' | 'vector' = 'integer'
): string {
	const body = Array.from({ length: copies }, () => `${instruction}\\n\\t`).join('');
	const types = {
		integer: { type: 'uint64_t', constraint: 'r', x: '3', y: '5', result: 'x' },
		double: { type: 'double', constraint: 'x', x: '1', y: '1', result: '(uint64_t)x' },
		float: { type: 'float', constraint: 'x', x: '1', y: '1', result: '(uint64_t)x' },
		vector: { type: 'vector', constraint: 'x', x: '{1}', y: '{1}', result: '(uint64_t)x[0]' }
	};
	const { type, constraint, x, y, result } = types[kind];
	return `#include "cyclelab.h"
${kind === 'vector' ? 'typedef long long vector __attribute__((vector_size(32)));\n' : ''}
uint64_t kernel(uint64_t iterations) {
	${type} x = ${x}, y = ${y};
	for (uint64_t i = 0; i < iterations; i += ${copies})
		__asm__ volatile("${body}" : "+${constraint}"(x) : "${constraint}"(y) : "rax", "rdx", "xmm7", "cc");
	return ${result};
}
`;
}

/**
 * Throughput: the instruction on `width` registers in turn, so that none waits for a result. In the text `%w` is the
 * written register, `%0` a register that is only read, `%1` the address of a buffer.
 */
export function independent(
	instruction: string,
	width: number,
	kind: 'integer' | 'vector' = 'vector'
): string {
	const registers =
		kind === 'vector'
			? Array.from({ length: width }, (_, i) => `ymm${i + 1}`)
			: ['rax', 'rcx', 'rdx', 'rsi', 'r8', 'r9', 'r10', 'r11', 'r12', 'r13'].slice(0, width);
	const body = registers
		.map((name) => `${instruction.replaceAll('%w', `%%${name}`)}\\n\\t`)
		.join('');
	const clobbered = registers.map((name) => `"${name.replace('ymm', 'xmm')}"`).join(', ');
	const declaration =
		kind === 'vector'
			? `typedef double vector __attribute__((vector_size(32)));`
			: `typedef uint64_t vector;`;
	return `#include "cyclelab.h"

${declaration}
static char memory[4096] __attribute__((aligned(4096)));

uint64_t kernel(uint64_t iterations) {
	vector y = ${kind === 'vector' ? '{1}' : '1'};
	char *at = memory;
	__asm__ volatile("" : "+r"(at));
	for (uint64_t i = 0; i < iterations; i += ${width})
		__asm__ volatile("${body}" : : "${kind === 'vector' ? 'x' : 'r'}"(y), "r"(at) : ${clobbered}, "cc", "memory");
	return iterations;
}
`;
}
