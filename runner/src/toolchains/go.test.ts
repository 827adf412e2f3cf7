/** The toolchain's stages, with recorded outputs. The steps in a sandbox are tested in tests/integration/toolchains/go.test.ts. */
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { drive, ended } from '../../fixtures/outputs.ts';
import { go, learners, readExtent } from './go.ts';
import type { Build } from './toolchain.ts';

const build: Build = {
	variant: 'sum',
	language: 'go',
	compiler: 'go-1.27',
	target: 'arm64',
	flags: ['-B'],
	source: 'package main\n'
};

test('an error has short paths, and a second place only once', () => {
	const stdout = `/sum.go:3:6: main redeclared in this block
	/cyclelab_main.go:5:6[../in/cyclelab_main.go:6:6]: other declaration of main
`;
	const failing = [ended({ stdout, exit: { code: 2 } })];
	const { result } = drive(go.build(build), failing, failing);
	expect(result).toMatchObject({
		ok: false,
		failure: {
			kind: 'compile-error',
			text: `sum.go:3:6: main redeclared in this block
	cyclelab_main.go:5:6: other declaration of main
`
		}
	});
});

test('a compiler that is killed is a crash, not an error in the source', () => {
	const { result } = drive(go.build(build), [ended({ exit: { signal: 'SIGSEGV' } })]);
	expect(result).toMatchObject({ ok: false, failure: { kind: 'crash', signal: 'SIGSEGV' } });
});

/** Excerpt of llvm-objdump's symbol table of `fixtures/go/kernels/chase.go`. */
const symbols = readFileSync(new URL('../../fixtures/go/chase.symbols.txt', import.meta.url));

test('the extent is from the first to the last function of the file, without the generated main', () => {
	expect(readExtent({ stdout: symbols })).toEqual([
		'-j',
		'.text',
		`--start-address=${0x489f40}`,
		`--stop-address=${0x48a080 + 0x89}`
	]);
});

test('names with blanks, as generic functions have, are functions too', () => {
	const line =
		'000000000047f800 g     F .text\t0000000000000028 main.sum[go.shape.struct { X int }]\n';
	expect(readExtent({ stdout: Buffer.from(line) })).toContain(`--stop-address=${0x47f828}`);
});

test('a program without functions of its file has none', () => {
	expect(() => readExtent({ stdout: Buffer.from('') })).toThrow('without functions');
});

test('functions of other packages are left out, and the package is not named', () => {
	const named = (symbol: string) => ({ symbol, address: 1, instructions: [] });
	const all = ['main.main', 'main.kernel', 'slices.Sort[go.shape.int]', 'main.kernel.func1'];
	expect(learners(all.map(named))).toEqual(['kernel', 'kernel.func1'].map(named));
});
