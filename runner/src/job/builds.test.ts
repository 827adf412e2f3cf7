import { expect, test } from 'vitest';
import { forwarding } from '../../fixtures/measure/examples.ts';
import { compilersOf } from '../schema/compiler.ts';
import type { Job } from '../schema/job.ts';
import { toolchainOf } from '../toolchains/toolchains.ts';
import { buildOf, compilersIn, reportedOf, sharedOf } from './builds.ts';

const job: Job = {
	run: 'run-1',
	exercise: 'store-forwarding',
	facts: forwarding,
	language: 'cs',
	target: 'x86-64',
	compiler: 'coreclr-3.1',
	flags: ['-checked+'],
	variants: [
		{ id: 'word', edited: false, source: 'one' },
		{ id: 'bytes', edited: false, source: 'two', compiler: 'mono-6.12' }
	],
	values: [],
	phases: ['inspect'],
	models: 'host'
};

test("a variant is built by its own compiler, else by the job's", () => {
	expect(job.variants.map((variant) => buildOf(job, variant))).toEqual([
		{
			variant: 'word',
			language: 'cs',
			compiler: 'coreclr-3.1',
			target: 'x86-64',
			flags: ['-checked+'],
			source: 'one'
		},
		{
			variant: 'bytes',
			language: 'cs',
			compiler: 'mono-6.12',
			target: 'x86-64',
			flags: ['-checked+'],
			source: 'two'
		}
	]);
	expect(compilersIn(job)).toEqual(['coreclr-3.1', 'mono-6.12']);
	expect(sharedOf(job).image).toBe('dotnet');
});

test.each(Object.entries(compilersOf))(
	'all compilers of %s share their image and limits, so one sandbox serves variants of several',
	(_, [first, ...others]) => {
		const shared = (compiler: typeof first) => {
			const { image, limits } = toolchainOf(compiler);
			return { image, limits };
		};
		for (const other of others) expect(shared(other)).toEqual(shared(first));
	}
);

test('a report says of a compiler its version, its image and all of its flags', () => {
	const installed = new Map([['mono-6.12' as const, { version: '6.12.0', image: 'dotnet:1' }]]);
	expect(reportedOf(job, 'mono-6.12', installed)).toEqual({
		compiler: 'mono-6.12',
		version: '6.12.0',
		flags: [...toolchainOf('mono-6.12').defaultFlags('x86-64'), '-checked+'],
		image: 'dotnet:1'
	});
	expect(() => reportedOf(job, 'coreclr-3.1', installed)).toThrow(
		'The toolchain coreclr-3.1 is not ready.'
	);
});
