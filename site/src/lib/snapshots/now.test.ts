import { expect, test } from 'vitest';
import { reportOf, variantReport } from '../../../fixtures/examples.ts';
import { requestOf } from './now.ts';

const then = reportOf([
	variantReport('a', { source: 'int a;' }),
	variantReport('b', { source: 'int b;' })
]);

test('the snapshot’s sources run again, on any runner', () => {
	const request = {
		exercise: 'cycle',
		language: 'c' as const,
		target: 'x86-64' as const,
		compiler: 'gcc-14' as const,
		flags: ['-O3'],
		sources: {},
		runner: 'gone',
		stages: ['inspect' as const, 'measure' as const],
		models: 'all' as const
	};
	const again = {
		exercise: 'cycle',
		language: 'c',
		target: 'x86-64',
		compiler: 'gcc-14',
		flags: ['-O3'],
		variants: ['a', 'b'],
		sources: { a: 'int a;', b: 'int b;' }
	};
	expect(requestOf({ request, report: then }, true)).toEqual(again);
	expect(requestOf({ request, report: then }, false)).toEqual({ ...again, stages: ['inspect'] });
});
