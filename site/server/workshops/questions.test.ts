import { expect, test } from 'vitest';
import { exerciseOf, factsOf, reportOf, variantReport } from '../../fixtures/examples.ts';
import { resultOf } from './questions.ts';

test('a result names the flags that the exercise does not have', () => {
	const facts = factsOf('A cycle', { a: 'A', b: 'B' });
	const exercise = exerciseOf(facts, {});
	const built = (more: { addedFlags?: string[] }) =>
		resultOf(
			exercise,
			reportOf([variantReport('a', more), variantReport('b', more)], {
				toolchain: {
					compiler: 'clang-22',
					version: '1',
					flags: ['-O2', ...(more.addedFlags ?? [])],
					image: 'i',
					llvmMca: '19'
				}
			})
		).toolchain;
	expect(built({})).toBe('clang-22 -O2');
	expect(built({ addedFlags: ['-O0'] })).toBe("clang-22 -O2 -O0 (not the exercise's: -O0)");
});
