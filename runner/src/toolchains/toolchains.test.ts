import { expect, test } from 'vitest';
import { toolchainsOn } from './toolchains.ts';

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
