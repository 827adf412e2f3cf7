/** Kernels that reach the most instructions a cycle that a core finishes, on this processor: none is refused. */
import { expect, test } from 'vitest';
import { instructionsPerCycleAtMost } from '../../../runner/src/measure/width.ts';
import { benchForAll } from '../hooks.ts';
import { jobFor } from '../job/job-bench.ts';

const bench = benchForAll();

/** Sixty-four times one line of assembly. */
const repeated = (line: string) => `
#include "cyclelab.h"
uint64_t kernel(uint64_t iterations) {
	for (uint64_t i = 0; i < iterations; i++)
		__asm__ volatile(".rept 64\\n\\t${line}\\n\\t.endr" : : : "rax", "rcx", "rdx", "cc");
	return iterations;
}`;

test.each([
	['nops', 'nopl 0(%rax)'],
	['fused compare and branch', 'cmp %rax, %rax; jne 1f; 1:'],
	['eliminated moves', 'mov %rcx, %rax; mov %rcx, %rdx'],
	['zero idioms', 'xor %eax, %eax; xor %edx, %edx']
])('%s are measured, not refused', async (_, line) => {
	// `%` stands for itself in a statement without operands only; a list of clobbers is no plain statement.
	const { report } = await bench.run(jobFor(repeated(line.replaceAll('%', '%%'))));
	const [variant] = report.variants;
	const [point] = variant?.points ?? [];
	expect([variant?.failure, point?.failure?.kind === 'implausible']).toEqual([undefined, false]);
	const cycles = point?.measured?.cyclesPerIteration.median ?? Infinity;
	const rate = (variant?.instructionsPerIteration ?? NaN) / cycles;
	// A tolerance is no wider bound: none is faster by more than its own part.
	expect(rate).toBeLessThan(
		1.005 * instructionsPerCycleAtMost(report.runner.host.microarchitecture)
	);
});
