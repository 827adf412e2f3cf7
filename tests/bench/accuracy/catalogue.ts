/** The kernels of the section `known`: those of `catalogue.yaml`, with C made of their instructions. */
import { readFileSync } from 'node:fs';
import { z } from 'zod';
import { parseFile } from '../../../exercises/src/parse-file.ts';

const textOf = (name: string) => readFileSync(new URL(name, import.meta.url), 'utf8');

const Text = z.string().min(1);
const Cycles = z.number().positive();
const Code = z.union([
	/** A C file of `kernels/`. */
	z.strictObject({ file: Text }),
	/** `chain`, `independent` and `onMemory` below. */
	z.strictObject({
		chain: Text,
		kind: z.enum(['integer', 'double', 'float', 'vector']).optional()
	}),
	z.strictObject({
		independent: Text,
		width: z.int(),
		kind: z.enum(['integer', 'vector']).optional()
	}),
	z.strictObject({ onMemory: Text })
]);
const Catalogue = z.strictObject({
	sources: z.record(z.string(), Text),
	families: z.record(z.string(), Text),
	kernels: z.array(
		z.strictObject({
			/** Also the variant's name in the report. */
			name: Text,
			area: Text,
			/** Describes one iteration. */
			label: Text,
			code: Code,
			/** The cause that llvm-mca does not model; the verdict must then not be `agree`. */
			unmodelled: Text.optional(),
			answers: z
				.array(
					z.strictObject({
						on: z.union([Text, z.array(Text)]),
						/** One number for an exact cause (a latency in a chain), otherwise the published range. */
						cycles: z.union([Cycles, z.tuple([Cycles, Cycles]).readonly()]),
						source: Text
					})
				)
				.default([])
		})
	)
});
type Written = z.infer<typeof Catalogue>['kernels'][number];

/** Core cycles an iteration, on the processors whose LLVM name matches `on`. */
export type ExpectedCosts = Omit<Written['answers'][number], 'on'> & { on: RegExp };
export type AccuracyKernel = Omit<Written, 'code' | 'answers'> & {
	source: string;
	answers: readonly ExpectedCosts[];
};

/** The published time for a processor, by LLVM's name; undefined if none is known. */
export const answerFor = (
	kernel: AccuracyKernel,
	microarchitecture: string
): ExpectedCosts | undefined => kernel.answers.find(({ on }) => on.test(microarchitecture));

/** Lines of assembly within a string of C. */
const oneLine = (instructions: string) => instructions.replaceAll('\n', '\\n\\t');

/** Iterations written out in a pass of the assembly loop, so that its counter and branch cost nothing. */
const copies = 8;

/**
 * A chain: the instruction on `x` (%0) eight times, each dependent on the previous. `y` (%1) is a second register of the
 * same kind. Inline assembly, because a compiler would shorten the chain.
 */
function chain(
	instruction: string,
	kind: 'integer' | 'double' | 'float' | 'vector' = 'integer'
): string {
	const body = Array.from({ length: copies }, () => `${oneLine(instruction)}\\n\\t`).join('');
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
function independent(
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

/** An operation on one memory location, with or without a lock prefix. */
const onMemory = (instruction: string) => `#include "cyclelab.h"

uint64_t kernel(uint64_t iterations) {
	static uint64_t memory[8] __attribute__((aligned(64)));
	uint64_t x = 1;
	for (uint64_t i = 0; i < iterations; i++)
		__asm__ volatile("${instruction}" : "+r"(x) : "r"(memory) : "rax", "cc", "memory");
	return memory[0];
}
`;

function sourceOf(code: Written['code']): string {
	if ('file' in code) return textOf(`kernels/${code.file}.c`);
	if ('chain' in code) return chain(code.chain, code.kind);
	if ('onMemory' in code) return onMemory(code.onMemory);
	return independent(code.independent, code.width, code.kind);
}

const { sources, families, kernels } = parseFile(
	'catalogue.yaml',
	textOf('catalogue.yaml'),
	Catalogue
);

/** @throws an error for a name that the catalogue does not have */
function named(texts: Readonly<Record<string, string>>, name: string): string {
	const text = texts[name];
	if (text === undefined) throw new Error(`catalogue.yaml has no ${name}`);
	return text;
}

export const catalogue: readonly AccuracyKernel[] = kernels.map(({ code, answers, ...kernel }) => ({
	...kernel,
	source: sourceOf(code),
	answers: answers.map(({ on, cycles, source }) => ({
		on: new RegExp(
			[on]
				.flat()
				.map((name) => named(families, name))
				.join('|')
		),
		cycles,
		source: source.replaceAll(/\{(\w+)\}/g, (_, name: string) => named(sources, name))
	}))
}));

/** @throws an error if no kernel has this name */
export function kernelNamed(name: string): AccuracyKernel {
	const kernel = catalogue.find((kernel) => kernel.name === name);
	if (!kernel) throw new Error(`there is no kernel ${name}`);
	return kernel;
}
