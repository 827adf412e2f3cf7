/** One job from source to report, in real containers. */
import { expect, test } from 'vitest';
import { jobFor } from './job-bench.ts';
import { benchForAll } from '../hooks.ts';

const bench = benchForAll();

const header = '#include "cyclelab.h"\n';
const failureOf = async (source: string) => {
	const { report } = await bench.run(jobFor(header + source));
	const failure = report.variants[0]?.failure ?? report.variants[0]?.points[0]?.failure;
	return (
		failure && {
			kind: failure.kind,
			stage: failure.stage,
			title: failure.title,
			hint: failure.hint
		}
	);
};

const multiply = `uint64_t kernel(uint64_t n) {
	uint64_t x = 3;
	for (uint64_t i = 0; i < n; i++) __asm__ volatile("imul %0, %0" : "+r"(x));
	return x;
}
`;

test('a chain of multiplications takes as long as the clock says, and its run has every event', async () => {
	const { events, report } = await bench.run(jobFor(header + multiply, { models: 'all' }));
	const [variant] = report.variants;
	const hot = variant?.hotLoop;
	expect(variant?.failure).toBeUndefined();
	expect(hot?.symbol).toBe('kernel');
	const multiplications =
		hot?.instructions.filter(({ text }) => text.startsWith('imul')).length ?? 0;
	// One multiplication per source iteration, however far the compiler unrolls the loop.
	expect(multiplications).toBe(hot?.sourceIterations);
	const measured = variant?.points[0]?.measured;
	// A ratio to the calibrated clock, not a time: the clock is calibrated with the same chain.
	expect((measured?.cyclesPerIteration.median ?? 0) / 3).toBeCloseTo(1, 1);
	const order = [...new Set(events.map(({ type }) => type))].filter((type) => type !== 'stage');
	expect(order.slice(0, 2)).toEqual(['started', 'inspected']);
	expect(order.at(-1)).toBe('finished');
	expect(new Set(order)).toEqual(
		new Set([
			'started',
			'inspected',
			'counted',
			'predicted',
			'point',
			'audited',
			'opinion',
			'simulated',
			'finished'
		])
	);
});

test('a program that calls the C library is linked with it and measured', async () => {
	const source = `#include <stdlib.h>
#include <string.h>
static char *text;
void setup(uint64_t seed) { text = malloc(256); memset(text, (int)seed, 256); }
uint64_t kernel(uint64_t n) {
	uint64_t sum = 0;
	for (uint64_t i = 0; i < n; i++) sum += (unsigned char)text[i % 256] * sum + 1;
	return sum;
}
`;
	const { report } = await bench.run(jobFor(header + source));
	expect(report.variants[0]?.failure).toBeUndefined();
	expect(report.variants[0]?.points[0]?.measured?.samples).toBeGreaterThan(10);
});

test('what a program prints is kept within its bound, and its measurement is untouched', async () => {
	const source = (count: number) => `#include <stdio.h>
void setup(uint64_t seed) { for (int i = 0; i < ${count}; i++) printf("\\033[31mseed %d\\n", (int)seed); fputs("no\\n", stderr); }
${multiply}`;
	const { report } = await bench.run(jobFor(header + source(1)));
	const [variant] = report.variants;
	expect(variant?.failure).toBeUndefined();
	expect(variant?.printed).toEqual({ stdout: '\u001b[31mseed 1\n', stderr: 'no\n', bytes: 15 });
	const median = variant?.points[0]?.measured?.cyclesPerIteration.median ?? 0;
	expect(median / 3).toBeCloseTo(1, 1);
	const long = await bench.run(jobFor(header + source(1000), { stages: ['inspect'] }));
	const { printed } = long.report.variants[0] ?? {};
	expect([printed?.stdout.length, printed?.bytes]).toEqual([4096, 12_003]);
	const silent = await bench.run(jobFor(header + multiply, { stages: ['inspect'] }));
	expect(silent.report.variants[0]?.printed).toBeUndefined();
});

test('a missing kernel is reported with the hint to define it', async () => {
	expect(await failureOf('uint64_t other(uint64_t n) { return n; }\n')).toEqual({
		kind: 'compile-error',
		stage: 'link',
		title: 'The linker found no definition of kernel.',
		hint: 'Define kernel(), and call only functions that the file or the C library has.'
	});
});

test('a kernel of C++ without its declaration is answered with the declaration it needs', async () => {
	const source =
		'void setup(unsigned long) {}\nunsigned long kernel(unsigned long n) { return n; }\n';
	const { report } = await bench.run(jobFor(source, { language: 'cpp', stages: ['inspect'] }));
	const [variant] = report.variants;
	expect([variant?.failure?.kind, variant?.diagnostics]).toMatchObject([
		'compile-error',
		[
			{
				line: 2,
				severity: 'error',
				message:
					'the harness does not find this kernel() by its name: write `extern "C" uint64_t kernel(uint64_t iterations)`, or include "cyclelab.h" first'
			},
			{ line: 1, severity: 'warning' }
		]
	]);
});

test('an endless loop is stopped, and the sentence names the limit', async () => {
	const failure = await failureOf(
		'uint64_t kernel(uint64_t n) { for (;;) __asm__ volatile(""); }\n'
	);
	expect(failure?.kind).toBe('timeout');
	expect(failure?.hint).toMatch(
		/^Check that every loop ends and nothing sleeps: kernel\(n\) must do exactly n iterations and return\./
	);
});

test('a program that crashes while it is counted does not wait for the measuring core', async () => {
	const release = await bench.workshop.coreQueue.take(() => {}, new AbortController().signal);
	try {
		const { report } = await bench.run(
			jobFor(`${header}uint64_t kernel(uint64_t n) { return *(volatile uint64_t *)(n & 1); }\n`)
		);
		expect(report.variants).toMatchObject([
			{ failure: { kind: 'crash', title: expect.stringContaining('SIGSEGV') }, points: [] }
		]);
		expect(bench.workshop.coreQueue.waiting()).toBe(0);
	} finally {
		release();
	}
});

test('a program that exceeds the memory limit fails with a sentence that names the limit', async () => {
	const failure = await failureOf(`#include <stdlib.h>
uint64_t kernel(uint64_t n) {
	for (uint64_t i = 0;; i++) {
		volatile char *p = malloc(1 << 24);
		if (!p) return i;
		for (int page = 0; page < 1 << 24; page += 4096) p[page] = 1;
	}
}
`);
	expect(failure).toMatchObject({
		kind: 'out-of-memory',
		title: expect.stringContaining('512')
	});
});
