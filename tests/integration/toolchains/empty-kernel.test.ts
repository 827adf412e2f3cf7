/**
 * A kernel that does not execute the declared iterations is refused, in every language and for every target. One whose short
 * calls execute another loop is counted in longer ones.
 */
import { describe, expect, test } from 'vitest';
import type { Language } from '@cyclelab/exercises/schema';
import { toolchains } from '../../../runner/src/toolchains/toolchains.ts';
import { jobFor } from '../job/job-bench.ts';
import { benchForAll } from '../hooks.ts';

const bench = benchForAll(['cc', 'rust', 'go', 'crystal', 'dotnet'], {
	calibrates: false,
	shares: true
});

const c = (body: string) =>
	`#include "cyclelab.h"\nuint64_t kernel(uint64_t iterations) {\n${body}\n}\n`;
const rs = (body: string) =>
	`#[no_mangle]\npub extern "C" fn kernel(iterations: u64) -> u64 {\n${body}\n}\n`;
const go = (body: string) =>
	`package main\n\nfunc kernel(iterations uint64) uint64 {\n${body}\n}\n`;
const cs = (body: string) =>
	`public static class Kernel {\n\tpublic static ulong Run(ulong iterations) {\n${body}\n\t}\n}\n`;
const cr = (body: string) => `fun kernel(iterations : UInt64) : UInt64\n${body}\nend\n`;

type Sources = Record<Language, string>;

/** The loop replaced by its known sum, as a compiler does it. */
const deleted: Sources = {
	c: c('	return iterations * 3;'),
	cpp: c('	return iterations * 3;'),
	rs: rs('    iterations * 3'),
	go: go('	return iterations * 3'),
	cs: cs('		return iterations * 3;'),
	cr: cr('  iterations &* 3')
};

const rustChain = 'x = x.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);';
const chain = 'x = x * 6364136223846793005u + 1442695040888963407u;';
/** Work that does not depend on the iterations, moved out of the loop: done once. */
const hoisted: Sources = {
	c: c(`	uint64_t x = 1;\n	for (int i = 0; i < 500; i++) ${chain}\n	return x + iterations;`),
	cpp: c(`	uint64_t x = 1;\n	for (int i = 0; i < 500; i++) ${chain}\n	return x + iterations;`),
	rs: rs(
		`    let mut x = 1u64;\n    for _ in 0..500 { ${rustChain} }\n    x.wrapping_add(iterations)`
	),
	go: go(
		'	x := uint64(1)\n	for i := 0; i < 500; i++ {\n		x = x*6364136223846793005 + 1442695040888963407\n	}\n	return x + iterations'
	),
	cs: cs(
		`		ulong x = 1;\n		for (int i = 0; i < 500; i++) ${chain}\n		return x + iterations;`
	),
	cr: cr(
		'  x = 1_u64\n  500.times { x = x &* 6364136223846793005_u64 &+ 1442695040888963407_u64 }\n  x &+ iterations'
	)
};

/** The positive control: the same work, as often as declared. */
const honest: Sources = {
	c: c(`	uint64_t x = 1;\n	for (uint64_t i = 0; i < iterations; i++) ${chain}\n	return x;`),
	cpp: c(`	uint64_t x = 1;\n	for (uint64_t i = 0; i < iterations; i++) ${chain}\n	return x;`),
	rs: rs(`    let mut x = 1u64;\n    for _ in 0..iterations { ${rustChain} }\n    x`),
	go: go(
		'	x := uint64(1)\n	for i := uint64(0); i < iterations; i++ {\n		x = x*6364136223846793005 + 1442695040888963407\n	}\n	return x'
	),
	cs: cs(`		ulong x = 1;\n		for (ulong i = 0; i < iterations; i++) ${chain}\n		return x;`),
	cr: cr(
		'  x = 1_u64\n  iterations.times { x = x &* 6364136223846793005_u64 &+ 1442695040888963407_u64 }\n  x'
	)
};

const cases = toolchains.flatMap(({ compiler, languages, targets }) =>
	languages.flatMap((language) => targets.map((target) => ({ compiler, language, target })))
);

describe.each(cases)('$language by $compiler for $target', (where) => {
	const inspect = async (source: string) => {
		const job = jobFor(source, { ...where, stages: ['inspect'] });
		const [variant] = (await bench.run(job)).report.variants;
		return variant;
	};

	test.each([
		['deleted', deleted],
		['hoisted', hoisted]
	])('a kernel whose work was %s is refused by name', async (_, sources) => {
		expect((await inspect(sources[where.language]))?.failure).toMatchObject({
			kind: 'empty-kernel',
			stage: 'count',
			executedIterations: 0
		});
	});

	test('a kernel that does the declared work is accepted', async () => {
		const variant = await inspect(honest[where.language]);
		expect(variant?.failure).toBeUndefined();
		expect(variant?.hotLoop?.share).toBeGreaterThan(0.95);
	});
});

/** clang vectorises the loop for calls of at most 8,192 iterations, in which the index never starts again at 0. */
const vectorisedUpTo8192 = `#include "cyclelab.h"
static int data[8192];
void setup(uint64_t seed) {
	for (int i = 0; i < 8192; i++) data[i] = (int)(seed + i * 7) & 255;
}
uint64_t kernel(uint64_t iterations) {
	uint64_t all = 0, odd = 0, from = 0;
	for (uint64_t i = 0; i < iterations; i++) {
		const uint64_t value = (uint64_t)data[from++ % 8192];
		all += value;
		odd += value * (value & 1);
	}
	return all * 3 - odd;
}
`;

test('a kernel whose short calls execute another loop has the count of its long calls', async () => {
	const inspect = async (countedIterations: number) => {
		const job = jobFor(vectorisedUpTo8192, { compiler: 'clang-22', stages: ['inspect'] });
		const [variant] = (await bench.run({ ...job, facts: { ...job.facts, countedIterations } }))
			.report.variants;
		return {
			iterations: variant?.hotLoop?.sourceIterations,
			instructions: variant?.instructionsPerIteration?.toFixed(2)
		};
	};
	// The shorter of two calls has 8,192 iterations here, and 32,768 there.
	expect(await inspect(16_384)).toEqual(await inspect(65_536));
	expect((await inspect(16_384)).iterations).toBeGreaterThan(0);
});
