/** Code for arm64 on any host: compiled, disassembled, counted under emulation and predicted; never timed. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { loadExercises } from '@cyclelab/exercises/load';
import type { Atomics } from '@cyclelab/exercises/schema';
import { modelOf, offeredModels } from '../../runner/src/inspect/models.ts';
import { isAtomic } from '../../runner/src/inspect/opcodes-arm64.ts';
import type { Job } from '../../runner/src/schema/job.ts';
import { assemblyKernels, n, sourceOf } from './arm64-kernels.ts';
import { jobFor, openBench } from './job-bench.ts';

const kernelFile = (name: string) =>
	readFileSync(join(import.meta.dirname, '../../runner/fixtures/kernels', name), 'utf8');

let bench: Awaited<ReturnType<typeof openBench>>;
beforeAll(async () => {
	bench = await openBench('test-arm64', ['cc', 'rust', 'go', 'crystal'], { calibrates: false });
}, 900_000);
afterAll(() => bench.close());

async function inspected(source: string, change: Partial<Job> = {}) {
	const job = jobFor(source, { target: 'arm64', stages: ['inspect'], ...change });
	const { report } = await bench.run(job);
	const [variant] = report.variants;
	if (!variant) throw new Error('The report has no variant.');
	expect(variant.points).toEqual([]);
	return variant;
}

test.each(assemblyKernels)(
	'$name: every count equals the count computed by hand',
	async (kernel) => {
		const { failure, functions, hotLoop, predictions, refusals } = await inspected(
			sourceOf(kernel)
		);
		expect(failure).toBeUndefined();
		const counts = functions.flatMap(({ instructions }) => instructions.map(({ count }) => count));
		expect(counts).toEqual(
			kernel.lines.flatMap(([, count]) => (count === undefined ? [] : [count]))
		);
		expect({
			sourceIterations: hotLoop?.sourceIterations,
			pass: hotLoop?.instructions.length,
			badges: hotLoop?.badges.map(({ id }) => id)
		}).toEqual({
			sourceIterations: kernel.sourceIterations,
			pass: kernel.pass,
			badges: kernel.badges
		});
		if (kernel.refused === undefined) {
			expect(refusals).toEqual([]);
			expect(predictions.length).toBeGreaterThan(0);
		} else {
			expect(predictions).toEqual([]);
			for (const { reason } of refusals) expect(reason).toContain(kernel.refused);
			expect(refusals.length).toBeGreaterThan(0);
		}
	}
);

const { exercises } = await loadExercises();
const forwarding = exercises.find(({ slug }) => slug === 'store-forwarding')!;

describe.each(['clang-22', 'gcc-14'] as const)('%s', (compiler) => {
	test.each(Object.entries(forwarding.sources.c ?? {}))(
		'store forwarding, %s: the loop is executed as declared, has the checksum of x86-64 and predictions for Neoverse',
		async (_, source) => {
			const flags = forwarding.facts.flags;
			const arm = await inspected(source, { compiler, flags, models: 'all' });
			const x86 = await inspected(source, { compiler, flags, target: 'x86-64' });
			expect(arm.failure).toBeUndefined();
			expect(arm.checksum).toBe(x86.checksum);
			const passes = new Set(arm.hotLoop?.instructions.map(({ count }) => count));
			expect([...passes]).toEqual([n / (arm.hotLoop?.sourceIterations ?? 0)]);
			expect(arm.hotLoop?.instructions.some(({ line }) => line !== undefined)).toBe(true);
			for (const { mcpu, cyclesPerIteration } of arm.predictions) {
				expect([mcpu, modelOf(mcpu)?.target]).toEqual([mcpu, 'arm64']);
				expect(cyclesPerIteration).toBeGreaterThan(0);
			}
			expect(new Set(arm.predictions.map(({ mcpu }) => mcpu))).toContain('neoverse-v2');
		}
	);

	test('programs with the C and the C++ library are linked and run under the emulator', async () => {
		const source = `#include "cyclelab.h"
#include <map>
#include <string>
static std::map<std::string, uint64_t> words;
uint64_t kernel(uint64_t n) {
	for (uint64_t i = 0; i < n; i++) words[std::to_string(i % 64)] += i;
	return words["7"];
}
`;
		const arm = await inspected(source, { compiler, language: 'cpp' });
		const x86 = await inspected(source, { compiler, language: 'cpp', target: 'x86-64' });
		expect(arm.failure).toBeUndefined();
		expect(arm.checksum).toBe(x86.checksum);
	});

	test('a loop that the compiler deleted is reported as an empty kernel', async () => {
		const source = `#include "cyclelab.h"
uint64_t kernel(uint64_t n) {
	uint64_t sum = 0;
	for (uint64_t i = 0; i < n; i++) sum += 3;
	return sum;
}
`;
		const { failure } = await inspected(source, { compiler });
		expect(failure).toMatchObject({ kind: 'empty-kernel', executedIterations: 0 });
	});

	test.each(['arm64', 'x86-64'] as const)(
		'a loop with two entries and a loop with a library call are refused with a sentence (%s)',
		async (target) => {
			const entries = await inspected(kernelFile('entries.c'), { compiler, target });
			expect(entries.failure).toBeUndefined();
			expect(entries.hotLoop).toBeUndefined();
			expect(entries.refusals.map(({ reason }) => reason)).toEqual([
				'The kernel repeats by a loop that is entered at several places, and only loops with one entry are analysed; try a plain for or while.'
			]);
			const source = `#include "cyclelab.h"
#include <string.h>
static char text[512];
uint64_t kernel(uint64_t n) {
	uint64_t sum = 0, length = 512;
	for (uint64_t i = 0; i < n; i++) {
		__asm__ volatile("" : "+r"(length));
		memset(text, (int)i, length);
		sum += (unsigned char)text[i & 511];
	}
	return sum;
}
`;
			const library = await inspected(source, { compiler, target });
			expect(library.hotLoop?.badges.map(({ id }) => id)).toEqual(
				expect.arrayContaining(['call', 'part-of-the-kernel'])
			);
			expect(library.hotLoop?.share).toBeLessThan(0.6);
			for (const { reason } of library.refusals) expect(reason).toContain('calls memset,');
			expect(library.predictions).toEqual([]);
		}
	);

	test('atomic operations are exclusive loads and stores by default, and LSE instructions with a flag', async () => {
		const source = `#include "cyclelab.h"
static uint64_t word;
uint64_t kernel(uint64_t n) {
	for (uint64_t i = 0; i < n; i++) __atomic_fetch_add(&word, i, __ATOMIC_SEQ_CST);
	return word;
}
`;
		const mnemonics = async (flags: string[]) =>
			(await inspected(source, { compiler, flags })).hotLoop?.instructions.map(
				({ text }) => text.split(' ')[0]
			) ?? [];
		expect(await mnemonics([])).toEqual(expect.arrayContaining(['ldaxr', 'stlxr']));
		expect((await mnemonics(['-march=armv8.1-a'])).join(' ')).toMatch(/ldaddal|staddl/);
	});
});

const additions = {
	c: `#include "cyclelab.h"
static uint64_t word;
uint64_t kernel(uint64_t n) {
	for (uint64_t i = 0; i < n; i++) __atomic_fetch_add(&word, i, __ATOMIC_SEQ_CST);
	return word;
}
`,
	cpp: `#include "cyclelab.h"
#include <atomic>
static std::atomic<uint64_t> word;
extern "C" uint64_t kernel(uint64_t n) {
	for (uint64_t i = 0; i < n; i++) word.fetch_add(i);
	return word;
}
`,
	rs: `use std::sync::atomic::{AtomicU64, Ordering};

static WORD: AtomicU64 = AtomicU64::new(0);

#[no_mangle]
pub extern "C" fn kernel(n: u64) -> u64 {
    for i in 0..n { WORD.fetch_add(i, Ordering::SeqCst); }
    WORD.load(Ordering::SeqCst)
}
`,
	go: `package main

import "sync/atomic"

var word uint64

func kernel(n uint64) uint64 {
	for i := uint64(0); i < n; i++ {
		atomic.AddUint64(&word, i)
	}
	return word
}
`,
	cr: `WORD = Atomic(UInt64).new(0_u64)

fun kernel(iterations : UInt64) : UInt64
  i = 0_u64
  while i < iterations
    WORD.add(i)
    i &+= 1
  end
  WORD.get
end
`
};

/** 0 + 1 + ... + (n - 1). */
const sum = ((n * (n - 1)) / 2).toString(16).padStart(16, '0');

describe.each([
	['c', 'clang-22'],
	['c', 'gcc-14'],
	['cpp', 'clang-22'],
	['cpp', 'gcc-14'],
	['rs', 'rust-1.85'],
	['go', 'go-1.27'],
	['go', 'go-1.24'],
	['cr', 'crystal-1.14']
] as const)('an addition in one step, in %s by %s', (language, compiler) => {
	const source = additions[language];
	async function inspectAtomics(atomics: Atomics) {
		const variant = await inspected(source, {
			...{ language, compiler, models: 'all' },
			variants: [{ id: 'mine', edited: true, source, atomics }]
		});
		expect(variant.failure).toBeUndefined();
		expect([variant.checksum, variant.hotLoop?.sourceIterations]).toEqual([sum, 1]);
		const loop = variant.hotLoop?.instructions ?? [];
		expect(new Set(loop.map(({ count }) => count && Math.floor(count / n)))).toEqual(new Set([1]));
		return {
			mnemonics: loop.map(({ text }) => text.split(' ')[0] ?? ''),
			predicted: new Set(variant.predictions.map(({ mcpu }) => mcpu)),
			refusals: variant.refusals
		};
	}
	const patience = 180_000;

	test(
		'is a load and a store exclusive, which every model predicts',
		{ timeout: patience },
		async () => {
			const { mnemonics, predicted, refusals } = await inspectAtomics('exclusive');
			expect(mnemonics).toEqual(expect.arrayContaining(['ldaxr', 'stlxr']));
			expect(mnemonics.filter(isAtomic)).toEqual([]);
			expect([...predicted].toSorted()).toEqual(
				offeredModels('arm64')
					.map(({ mcpu }) => mcpu)
					.toSorted()
			);
			expect(refusals).toEqual([]);
		}
	);

	test(
		'is one instruction with LSE, for which the other models have no figures',
		{ timeout: patience },
		async () => {
			const { mnemonics, predicted, refusals } = await inspectAtomics('lse');
			const [atomic, ...more] = mnemonics.filter(isAtomic);
			expect([atomic, more]).toEqual([expect.stringMatching(/^(ldadd|stadd)a?l?$/), []]);
			expect(mnemonics.filter((one) => /^(ldax|stlx)r$/.test(one))).toEqual([]);
			const [known, unknown] = [true, undefined].map((lse) =>
				offeredModels('arm64').filter((one) => one.lse === lse)
			);
			expect([...predicted].toSorted()).toEqual(known?.map(({ mcpu }) => mcpu).toSorted());
			const reasons = new Map(refusals.map(({ mcpu, reason }) => [mcpu, reason]));
			expect([...reasons].toSorted()).toEqual(
				unknown
					?.map(({ mcpu, model }) => [
						mcpu,
						`llvm-mca has no figures for ${atomic} in its ${model} model; the same operation by load and store exclusive, as for armv8-a, it can predict.`
					])
					.toSorted()
			);
		}
	);
});
