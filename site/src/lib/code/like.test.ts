import { expect, test } from 'vitest';
import type { Category } from '@cyclelab/runner/schema/blocks';
import type { ModelErrors } from '../../../shared/models-schema.ts';
import { likeOf } from './like.ts';

const predictor = (more: string[], blocks: number, version = '22') => ({
	predictor: {
		id: ['llvm-mca', version, ...more].join(' '),
		...{ tool: 'llvm-mca' as const, version, model: 'Znver4', exact: false },
		options: ['--mcpu=znver5', ...more]
	},
	like: [{ category: 'loads' as Category, blocks, low: 0.5, high: 1.5 }]
});
const processor = (identity: string, predictors: ReturnType<typeof predictor>[]) => ({
	...{ key: `znver5-${identity}`, processor: 'AMD Zen 5', microarchitecture: 'znver5' },
	...{ identity, predictors }
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
