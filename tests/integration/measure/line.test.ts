/** A kernel whose iterations cost the more, the more came before them: no cost of an iteration is given, by any harness. */
import { expect, test } from 'vitest';
import type { Job } from '@cyclelab/contract/schema/job';
import type { Report } from '@cyclelab/contract/schema/report';
import { benchForAll } from '../hooks.ts';
import { jobFor } from '../job/job-bench.ts';

const bench = benchForAll(['cc', 'go', 'dotnet']);

const c = `#include "cyclelab.h"
uint64_t kernel(uint64_t iterations) {
	uint64_t x = 1;
	for (uint64_t i = 0; i < iterations; i++)
		for (uint64_t j = 0; j < (i >> 7); j++) x = x * 3 + j;
	return x;
}
`;
const growing = {
	c,
	go: `package main

func kernel(iterations uint64) uint64 {
	x := uint64(1)
	for i := uint64(0); i < iterations; i++ {
		for j := uint64(0); j < i>>7; j++ {
			x = x*3 + j
		}
	}
	return x
}
`,
	cs: `public static class Kernel {
	public static ulong Run(ulong iterations) {
		ulong x = 1;
		for (ulong i = 0; i < iterations; i++)
			for (ulong j = 0; j < (i >> 7); j++) x = x * 3 + j;
		return x;
	}
}
`
};

/** One compiler for each harness: C's is also that of C++, Rust and Crystal. */
const cases = [
	{ language: 'c', compiler: 'clang-22' },
	{ language: 'go', compiler: 'go-1.27' },
	{ language: 'cs', compiler: 'coreclr-8.0' }
] as const;

/** A run that a busy machine left few samples of cannot tell the lengths apart: it is repeated, as a learner would. */
async function quietReport(job: Job): Promise<Report> {
	for (let attempt = 1; ; attempt++) {
		const { report } = await bench.run(job);
		const [point] = report.variants[0]?.points ?? [];
		const isNoisy =
			point?.measured !== undefined && point.measured.rejected * 4 > point.measured.samples;
		if (!isNoisy || attempt === 4) return report;
	}
}

test.each(cases)('in $language by $compiler', async (where) => {
	const report = await quietReport(jobFor(growing[where.language], where));
	const failure = report.variants[0]?.points[0]?.failure;
	expect(failure).toMatchObject({ kind: 'no-line', stage: 'measure' });
	expect(failure?.title).toMatch(
		/^The cost of an iteration grows with their number: .* No cost of an iteration is given\.$/
	);
	// Nothing is left to observe.
	expect(report.variants[0]?.audit).toBeUndefined();
});

/**
 * SHAPED: calls of n iterations take 1.14 times as long, those of 2n 1.035 times, by a loop beside the kernel's. The times of n, 2n and
 * 3n are a line, whose slope is 0.93 of what an iteration takes in the quickest of them.
 */
const chain = (shaped: boolean) => `#include "cyclelab.h"
uint64_t kernel(uint64_t iterations) {
	static uint64_t n;
	if (iterations % 3 == 0) n = iterations / 3;
	uint64_t waits = ${shaped ? 'iterations == n ? n * 14 / 1000 : iterations == 2 * n ? n * 7 / 1000 : 0' : '0'};
	uint64_t x = 3;
	for (uint64_t i = 0; i < iterations; i++) __asm__ volatile(".rept 3\\n\\timulq %0, %0\\n\\t.endr" : "+r"(x));
	for (uint64_t i = 0; i < waits; i++) __asm__ volatile(".rept 30\\n\\timulq %0, %0\\n\\t.endr" : "+r"(x));
	return x;
}
`;

test('a part of each call that grows with its length does not make iterations look cheap', async () => {
	const variants = [false, true].map((edited) => ({
		id: edited ? 'shaped' : 'honest',
		edited,
		source: chain(edited)
	}));
	const { facts, ...job } = jobFor('', { variants });
	const listed = variants.map(({ id }) => ({ id, label: id, claim: 'None.' }));
	for (let attempt = 1; ; attempt++) {
		const { report } = await bench.run({ ...job, facts: { ...facts, variants: listed } });
		const [honest, shaped] = variants.map(({ id }) =>
			report.variants.find((variant) => variant.id === id)
		);
		const measured = shaped?.points[0]?.measured;
		// Long calls are often disturbed on a busy machine. Then the upper end has that time.
		if (!measured?.longCalls && attempt < 3) continue;
		expect(shaped?.points[0]?.failure?.kind ?? 'too-noisy').toBe('too-noisy');
		const { median = Infinity, high = Infinity } = measured?.cyclesPerIteration ?? {};
		const least = honest?.points[0]?.measured?.cyclesPerIteration.low ?? 0;
		expect(measured?.longCalls ? median : high).toBeGreaterThan(0.97 * least);
		return;
	}
});

test('iterations that take too long to count are fewer, and say so', async () => {
	const { report } = await bench.run(
		jobFor(
			`#include "cyclelab.h"
static uint64_t records[1048576];
uint64_t kernel(uint64_t iterations) {
	uint64_t sum = 0;
	for (uint64_t i = 0; i < iterations; i++)
		for (int j = 0; j < 1048576; j++) {
			sum += records[j] ^ i;
			__asm__ volatile("" : "+r"(sum));
		}
	return sum;
}
`,
			{ stages: ['inspect'] }
		)
	);
	const [variant] = report.variants;
	expect(variant).toMatchObject({ countedIterations: 64 });
	expect([variant?.failure, variant?.checksum]).toEqual([undefined, undefined]);
	expect(variant?.instructionsPerIteration).toBeGreaterThan(1_048_576);
});
