/** Atomic operations for arm64 in every compiled language: load and store exclusive, or one instruction with LSE. */
import type { AtomicForm } from '@cyclelab/exercises/schema';
import { describe, expect, test } from 'vitest';
import { offeredModels } from '../../../runner/src/inspect/models.ts';
import { isAtomic } from '../../../runner/src/inspect/opcodes.ts';
import { arm64ForAll } from './arm64-bench.ts';
import { n } from './arm64-kernels.ts';
import { fixture } from './programs.ts';

const inspected = arm64ForAll(['cc', 'rust', 'go', 'crystal']);

const atomicsOf = (mnemonics: readonly string[]) =>
	mnemonics.filter((mnemonic) => isAtomic({ mnemonic, prefixes: [], operands: [] }));

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
	const source = fixture(`atomic-addition.${language}`);
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
			expect(atomicsOf(mnemonics)).toEqual([]);
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
			const [atomic, ...more] = atomicsOf(mnemonics);
			expect([atomic, more]).toEqual([expect.stringMatching(/^(ldadd|stadd)a?l?$/), []]);
			expect(mnemonics.filter((mnemonic) => /^(ldax|stlx)r$/.test(mnemonic))).toEqual([]);
			const [known, unknown] = [true, undefined].map((lse) =>
				offeredModels('arm64').filter((model) => model.lse === lse)
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
