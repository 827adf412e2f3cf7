import { expect, test } from 'vitest';
import type { VariantReport } from '@cyclelab/contract/schema/report';
import { differsByErrors, type ModelRow, likeOf } from './models.ts';
import type { Category } from '@cyclelab/contract/schema/blocks';
import type { ModelErrors } from '../../../shared/models-schema.ts';

const row = (model: string, noalias: ModelRow['noalias'], older: number): ModelRow => ({
	mcpu: model.toLowerCase(),
	model,
	exact: true,
	host: true,
	noalias,
	alias: noalias,
	older: { llvm: '19', model, exact: true, cyclesPerIteration: older }
});
const loopOf = (...texts: string[]) =>
	({ hotLoop: { instructions: texts.map((text) => ({ text })) } }) as unknown as VariantReport;

test.each([
	[
		'a copied register, and another figure',
		['mov rbx, rax', 'imul rax, r14'],
		row('Znver4', 3, 1),
		true
	],
	['a swap', ['xchg rax, rbx'], row('Znver3', 1.5, 1), true],
	['a copied vector', ['vmovaps ymm1, ymm0'], row('Znver4', 3, 1), true],
	['the same figure', ['mov rbx, rax'], row('Znver4', 3, 2.99), false],
	[
		'no move between registers',
		['mov rbx, qword ptr [rax]', 'add rbx, 1'],
		row('Znver4', 3, 1),
		false
	],
	['a model without elimination', ['mov rbx, rax'], row('SapphireRapids', 5, 1), false],
	['a folded load', ['add rax, qword ptr [rsi]'], row('SapphireRapids', 2, 6), true],
	['a store', ['mov qword ptr [rsi], rax'], row('SapphireRapids', 2, 6), false],
	['no figure', ['mov rbx, rax'], row('Znver4', 'not asked', 1), false]
])('%s', (_, texts, one, expected) => {
	expect(differsByErrors(loopOf(...texts), [one])).toBe(expected);
});

const predictor = (more: string[], blocks: number, version = '22') => ({
	predictor: {
		id: ['llvm-mca', version, ...more].join(' '),
		tool: 'llvm-mca' as const,
		version,
		model: 'Znver4',
		exact: false,
		options: ['--mcpu=znver5', ...more]
	},
	like: [{ category: 'loads' as Category, blocks, low: 0.5, high: 1.5 }]
});
const processor = (identity: string, predictors: ReturnType<typeof predictor>[]) => ({
	key: `znver5-${identity}`,
	processor: 'AMD Zen 5',
	microarchitecture: 'znver5',
	identity,
	predictors
});
const errors: ModelErrors = {
	processors: [
		processor('few', [predictor(['--noalias=false'], 51), predictor([], 51)]),
		processor('many', [
			predictor(['--noalias=false'], 90),
			predictor([], 90),
			predictor([], 99, '19')
		])
	]
};
const asked = { mcpu: 'znver5', model: 'Znver4', host: true, noalias: true };

test('blocks of the loop’s category, by the same model with the same aliasing, where most were measured', () => {
	expect(likeOf(errors, asked, 'loads')).toMatchObject({
		key: 'znver5-many',
		predictor: 'llvm-mca 22',
		blocks: 90
	});
	expect(likeOf(errors, { ...asked, noalias: false }, 'loads')?.predictor).toBe(
		'llvm-mca 22 --noalias=false'
	);
});

test('nothing for another category, another model, another core, and a model of another processor', () => {
	for (const [one, category] of [
		[asked, 'vector'],
		[asked, undefined],
		[{ ...asked, model: 'Znver5' }, 'loads'],
		[{ ...asked, mcpu: 'znver4' }, 'loads'],
		[{ ...asked, host: false }, 'loads']
	] as const)
		expect(likeOf(errors, one, category)).toBeUndefined();
});
