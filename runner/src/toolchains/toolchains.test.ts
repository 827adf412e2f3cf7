import { defined } from '@cyclelab/contract/defined';
import { expect, test } from 'vitest';
import {
	toolchainsOn,
	toolchainOf,
	buildOf,
	compilersIn,
	reportedToolchain,
	sharedToolchain
} from './toolchains.ts';
import { forwarding } from '@cyclelab/contract/fixtures/examples';
import type { AtomicForm } from '@cyclelab/exercises/schema';
import { compilersOf, type Compiler } from '@cyclelab/contract/schema/compiler';
import type { Job } from '@cyclelab/contract/schema/job';

const told = (arch: 'x86-64' | 'arm64') =>
	toolchainsOn(arch).map(({ compiler, targets }) => [compiler, targets]);

test('a host with x86-64 images has every toolchain', () => {
	expect(told('x86-64')).toEqual([
		['clang-22', ['x86-64', 'arm64']],
		['clang-19', ['x86-64', 'arm64']],
		['gcc-14', ['x86-64', 'arm64']],
		['gcc-12', ['x86-64', 'arm64']],
		['rust-1.85', ['x86-64', 'arm64']],
		['go-1.27', ['x86-64', 'arm64']],
		['go-1.24', ['x86-64', 'arm64']],
		['coreclr-8.0', ['x86-64']],
		['coreclr-8.0-tier0', ['x86-64']],
		['coreclr-8.0-unpromoted', ['x86-64']],
		['mono-6.12', ['x86-64']],
		['crystal-1.14', ['x86-64', 'arm64']]
	]);
});

test('a host with arm64 images has no CoreCLR and no Crystal, and its Mono compiles for arm64', () => {
	expect(told('arm64')).toEqual([
		['clang-22', ['x86-64', 'arm64']],
		['clang-19', ['x86-64', 'arm64']],
		['gcc-14', ['x86-64', 'arm64']],
		['gcc-12', ['x86-64', 'arm64']],
		['rust-1.85', ['x86-64', 'arm64']],
		['go-1.27', ['x86-64', 'arm64']],
		['go-1.24', ['x86-64', 'arm64']],
		['mono-6.12', ['arm64']]
	]);
});

const job: Job = {
	run: 'run-1',
	exercise: 'store-forwarding',
	facts: forwarding,
	language: 'cs',
	target: 'x86-64',
	compiler: 'coreclr-8.0',
	flags: ['-checked+'],
	variants: [
		{ id: 'word', edited: false, source: 'one' },
		{ id: 'bytes', edited: false, source: 'two', compiler: 'mono-6.12' }
	],
	values: [],
	stages: ['inspect'],
	models: 'host'
};

test("a variant is built by its own compiler, else by the job's", () => {
	expect(job.variants.map((variant) => buildOf(job, variant))).toEqual([
		{
			variant: 'word',
			language: 'cs',
			compiler: 'coreclr-8.0',
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
	expect(compilersIn(job)).toEqual(['coreclr-8.0', 'mono-6.12']);
	expect(sharedToolchain(job).image).toBe('dotnet');
});

test('a variant with two arm64 forms is built in its own form, which its report names', () => {
	const form = (compiler: Compiler, atomics?: AtomicForm) => {
		const { image } = toolchainOf(compiler);
		const variant = { id: 'swap', edited: false, source: '', ...defined({ atomics }) };
		const arm: Job = { ...job, language: 'c', target: 'arm64', compiler, flags: [] };
		const build = buildOf({ ...arm, variants: [variant] }, variant);
		expect(build.atomics).toBe(atomics);
		return reportedToolchain(
			build,
			new Map([[compiler, { version: '1', image, digest: '' }]])
		).flags.join(' ');
	};
	expect(form('clang-22')).toBe('-O2 -g -march=armv8-a -mno-outline-atomics');
	expect(form('clang-22', 'exclusive')).toBe(form('clang-22'));
	expect(form('gcc-14', 'lse')).toBe('-O2 -g -march=armv8.1-a -mno-outline-atomics');
	expect(form('go-1.27', 'exclusive')).toBe('GOARM64=v8.0 GODEBUG=cpu.atomics=off');
	expect(form('go-1.27', 'lse')).toBe('GOARM64=v8.0');
	expect(form('crystal-1.14', 'lse')).toBe('--release --mattr=+lse');
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

test('a report has version, image and all flags of a compiler', () => {
	const digest = `sha256:${'0'.repeat(64)}`;
	const installed = new Map([
		['mono-6.12' as const, { version: '6.12.0', image: 'dotnet:1', digest }]
	]);
	const { variants, ...withoutVariants } = job;
	const [, second] = variants.map((variant) => buildOf(job, variant));
	expect(second && reportedToolchain(second, installed)).toEqual({
		compiler: 'mono-6.12',
		version: '6.12.0',
		flags: [...toolchainOf('mono-6.12').defaultFlags('x86-64'), '-checked+'],
		image: 'dotnet:1',
		digest
	});
	expect(() => reportedToolchain(withoutVariants, installed)).toThrow(
		'The toolchain coreclr-8.0 is not ready.'
	);
});
