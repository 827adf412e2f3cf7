/** The toolchain's stages, with recorded outputs. The steps in a sandbox are tested in tests/integration/toolchains/go.test.ts. */
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { drive, ended } from '../../fixtures/outputs.ts';
import { go, goToolchains, learners, readExtent } from './go.ts';
import type { Build, BuiltProgram } from './toolchain.ts';

const build: Build = {
	variant: 'sum',
	language: 'go',
	compiler: 'go-1.27',
	target: 'arm64',
	flags: ['-B'],
	source: 'package main\n'
};
const made: BuiltProgram = { artifacts: ['sum.elf'], text: '', diagnostics: [] };

test('a file is compiled with the generated main, for the architecture asked, and linked', () => {
	const { asked, result } = drive(go.build(build), [ended()], [ended()]);
	const [compile, link] = asked.map(([step]) => step?.command);
	expect(compile?.argv).toEqual([
		'/opt/cyclelab/go/1.27/bin/compile',
		'-p',
		'main',
		'-lang=go1.27',
		'-complete',
		'-pack',
		'-importcfg',
		'/opt/cyclelab/go/1.27/arm64/importcfg',
		'-B',
		'-o',
		'{out}/sum.o',
		'{in}/cyclelab_main.go',
		'{in}/sum.go'
	]);
	expect(compile?.env).toMatchObject({ GOOS: 'linux', GOARCH: 'arm64' });
	expect(compile?.files).toEqual({
		'sum.go': '//line /sum.go:1:1\npackage main\n',
		'cyclelab_main.go': expect.stringContaining('func main() { cyclelab.Run(kernel) }')
	});
	expect(link).toMatchObject({ uses: ['sum.o'], produces: ['sum.elf'] });
	expect(result).toEqual({ ok: true, value: made });
});

test('each version has its own programs, packages and language', () => {
	expect(goToolchains.map(({ compiler }) => compiler)).toEqual(['go-1.27', 'go-1.24']);
	for (const { compiler, build: make, version } of goToolchains) {
		const { asked } = drive(make({ ...build, compiler }), [ended()], [ended()]);
		const words = asked.flatMap((steps) => steps.flatMap(({ command }) => command.argv));
		const versions = [...words, ...version.argv].flatMap((word) => /1\.2\d/.exec(word) ?? []);
		expect(new Set(versions)).toEqual(new Set([compiler.replace('go-', '')]));
		expect(versions.length).toBeGreaterThan(4);
	}
});

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

test('phases are printed while the symbols are read, and the functions are listed where they are', () => {
	const fixture = (name: string) =>
		readFileSync(new URL(`../../fixtures/go/${name}`, import.meta.url), 'utf8');
	const listing = `
000000000047f980 <main.kernel>:
  47f980:      	xor	ecx, ecx
  47f982:      	ret
  47f983:      	int3
`;
	const lines = [
		'{"Address":"0x47f980","Symbol":[{"FileName":"/sum.go","Line":5,"FunctionName":"main.kernel"}]}',
		'{"Address":"0x47f982","Symbol":[{"FileName":"/sum.go","Line":8,"FunctionName":"main.kernel"}]}'
	];
	const { asked, result } = drive(
		go.disassemble({ ...build, target: 'x86-64' }, made),
		[ended({ stdout: fixture('chase.symbols.txt') }), ended({ stdout: fixture('add.phases.txt') })],
		[ended({ stdout: listing })],
		[ended({ stdout: `${lines.join('\n')}\n` })]
	);
	expect(asked[0]?.map(({ command }) => command.env)).toEqual([
		{},
		expect.objectContaining({ GOSSAFUNC: 'kernel+', GOARCH: 'amd64' })
	]);
	// As the learner wrote it: the lines of the phases are the file's own.
	expect(asked[0]?.[1]?.command.files?.['sum.go']).toBe('package main\n');
	expect(asked[1]?.[0]?.command.argv).toContain(`--start-address=${0x489f40}`);
	if (!result.ok) throw new Error(JSON.stringify(result.failure));
	expect(result.value.representations?.[0]?.phases.at(-1)?.name).toBe('genssa');
	expect(
		result.value.functions.map(({ symbol, instructions }) => [
			symbol,
			instructions.map(({ text, line }) => `${line} ${text}`)
		])
	).toEqual([['kernel', ['5 xor ecx, ecx', '8 ret']]]);
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
