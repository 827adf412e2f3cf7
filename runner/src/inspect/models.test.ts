import { expect, test } from 'vitest';
import { olderModelOf } from './models-19.ts';
import { allModels, leadingModel, modelOf, offeredModels } from './models.ts';

test('each name has one row, and only models of the same architecture beside it', () => {
	const names = allModels.map(({ mcpu }) => mcpu);
	expect(new Set(names).size).toBe(names.length);
	expect(offeredModels('arm64').map(({ mcpu }) => mcpu)).toEqual([
		'cortex-a55',
		'cortex-a72',
		'neoverse-n1',
		'neoverse-n2',
		'neoverse-v1',
		'neoverse-v2',
		'neoverse-v3',
		'ampere1',
		'a64fx',
		'exynos-m5',
		'thunderx2t99'
	]);
});

test('the arm64 model that stands in for another core is named', () => {
	expect(offeredModels('arm64').filter(({ exact }) => !exact)).toEqual([
		{
			target: 'arm64',
			mcpu: 'cortex-a72',
			model: 'CortexA57',
			resourcePrefix: 'A57Unit',
			exact: false
		}
	]);
});

test("the host's model leads for its own architecture, a server's for another", () => {
	const leads = (host: string, target: 'x86-64' | 'arm64') => {
		const leader = leadingModel(host, target);
		return leader && [leader.model.mcpu, leader.host];
	};
	expect(leads('znver5', 'x86-64')).toEqual(['znver5', true]);
	expect(leads('znver5', 'arm64')).toEqual(['neoverse-v2', false]);
	expect(leads('neoverse-n1', 'arm64')).toEqual(['neoverse-n1', true]);
	expect(leads('neoverse-n1', 'x86-64')).toEqual(['sapphirerapids', false]);
	expect(leads('generic', 'arm64')).toEqual(['neoverse-v2', false]);
});

test("Apple's cores, which LLVM answers with a model of 2013, are not asked for", () => {
	expect(modelOf('apple-m1')).toBeUndefined();
});

test('the older llvm-mca has its own model for a name, and another model for a newer core', () => {
	const then = (mcpu: string) => {
		const { model, exact, dispatch, older } = olderModelOf(mcpu) ?? {};
		return [model, exact, dispatch, older];
	};
	expect(then('skylake')).toEqual(['SkylakeClient', true, 4, true]);
	expect(then('lunarlake')).toEqual(['AlderLakeP', false, undefined, true]);
	expect(then('neoverse-v3')).toEqual(['NeoverseV2', false, 8, true]);
	expect(olderModelOf('neoverse-v3')?.mcpu).toBe('neoverse-v3');
	expect(olderModelOf('apple-m1')).toBeUndefined();
});
