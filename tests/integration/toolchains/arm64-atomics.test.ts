/** Atomic operations for arm64 in every compiled language: load and store exclusive, or one instruction with LSE. */
import type { AtomicForm } from '@cyclelab/exercises/schema';
import { describe, expect, test } from 'vitest';
import { offeredModels } from '../../../runner/src/inspect/models.ts';
import { isAtomic } from '../../../runner/src/inspect/opcodes.ts';
import { arm64ForAll } from './arm64-bench.ts';
import { n } from './arm64-kernels.ts';

const inspected = arm64ForAll(['cc', 'rust', 'go', 'crystal']);

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
	async function inspectAtomics(atomics: AtomicForm) {
		const variant = await inspected(source, {
			language,
			compiler,
			models: 'all',
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
			expect(mnemonics.filter((mnemonic) => /^(ldax|stlx)r$/.test(mnemonic))).toEqual([]);
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
