import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Target } from '@cyclelab/exercises/schema';
import { Compiler } from '../schema/compiler.ts';
import { offeredFlags, parseFlags } from './flags.ts';
import { extensions, extensionsOf, processorsOf } from './processors.ts';

/** Every flag that is offered is accepted, too (below). What is refused: tests/hostile/filter.test.ts. */
test.each<[Compiler, Target, string[]]>([
	[
		'gcc-14',
		'x86-64',
		['-march=x86-64-v2', '-mavx512vnni', '-fno-tree-vectorize', '-DN=64', '-Wno-unused-variable']
	],
	['rust-1.85', 'x86-64', ['-Ctarget-feature=-avx2,+fma', '--cfg=fast', '-Wunused']],
	['rust-1.85', 'arm64', ['-Ctarget-cpu=neoverse-n1', '-Ctarget-feature=+lse']],
	['crystal-1.14', 'x86-64', ['--mattr=-avx2,+fma', '-Dfast']],
	['crystal-1.14', 'arm64', ['--mcpu=neoverse-n1', '--mattr=+lse']],
	['mono-6.12', 'x86-64', ['-define:A;B']]
])('flags that only change how %s compiles for %s are passed on', (compiler, target, flags) => {
	expect(parseFlags(flags, compiler, target)).toEqual({ flags });
});

const refusalOf = (flag: string, compiler: Compiler = 'gcc-14', target: Target = 'x86-64') => {
	const parsed = parseFlags([flag], compiler, target);
	return 'error' in parsed ? parsed.error : undefined;
};

test('too many flags are counted', () => {
	expect(
		parseFlags(
			Array.from({ length: 25 }, () => '-O2'),
			'gcc-14',
			'x86-64'
		)
	).toEqual({ error: 'These are 25 flags; at most 24 are possible.' });
});

test.each<[flag: string, why: string, compiler?: Compiler]>([
	['-masm=gas', '-masm= takes att or intel'],
	['-Ofast', 'write -O3 -ffast-math, which is the same'],
	['-fopenmp', 'its run-time library is not linked, and one thread is counted and timed'],
	['-O4', 'the levels are -O0, -O1, -O2, -O3, -Os'],
	['-funrol', 'these begin so: -funroll-loops'],
	['-O', 'these begin so: -O0, -O1, -O2, -O3, -Os'],
	['-E2', '-E takes no value'],
	['-mprefer-vector-width=64', '-mprefer-vector-width= takes 128, 256 or 512'],
	['-ffp-contract=maybe', '-ffp-contract= takes on, off or fast'],
	['-O2 -g', 'a flag has no blanks; write each as a word of its own'],
	['-GOAMD64=v3', 'Go’s code is compiled for the level of x86-64 that the page names', 'go-1.27'],
	[
		'-Clto=fat',
		'a program has one file of yours, so there is nothing to optimise across files',
		'rust-1.85'
	],
	['--edition=2015', '--edition= takes 2018, 2021 or 2024', 'rust-1.85'],
	[
		'-langversion:9',
		'C# 7.2 is used, the newest version that this compiler has whole',
		'mono-6.12'
	],
	[
		'--emit=asm',
		'the site decides which files a compiler reads and writes, and what is linked',
		'crystal-1.14'
	],
	[
		'--colour',
		'possible are flags that only change how code is compiled, and begin with --release, -O, --mcpu, --mattr, --frame-pointers, -D',
		'crystal-1.14'
	]
])('%s is answered with a sentence about that flag', (flag, why, compiler) => {
	expect(refusalOf(flag, compiler)).toBe(`The flag "${flag}" is not possible here; ${why}.`);
});

test('a name that one compiler does not know is answered with the names that it knows', () => {
	expect(refusalOf('-march=znver4', 'gcc-14')).toBeUndefined();
	const refusal = refusalOf('-march=znver4', 'gcc-12');
	expect(refusal).toMatch(
		/^The flag "-march=znver4" is not possible here; -march= takes native, x86-64,/
	);
	expect(refusal).not.toMatch(/takes.*znver4/);
});

test('every flag that is offered is accepted, and says what it does', () => {
	const targets = ['x86-64', 'arm64'] as const;
	const refused = Compiler.options.flatMap((compiler) =>
		targets.flatMap((target) =>
			offeredFlags(compiler, target).filter(
				({ flag, purpose }) => 'error' in parseFlags([flag], compiler, target) || purpose === ''
			)
		)
	);
	expect(refused).toEqual([]);
	expect(offeredFlags('gcc-12', 'x86-64')).toContainEqual({
		flag: '-march=native',
		purpose: 'instructions that the compiler may use; native: those of the processor that measures'
	});
});

test('no accepted flag holds a path, a comma or a blank, whatever is asked for', () => {
	const stems = [
		'-O',
		'-f',
		'-fno-',
		'-march=',
		'-std=',
		'-D',
		'-W',
		'-Wno-',
		'-m',
		'-falign-loops='
	];
	fc.assert(
		fc.property(fc.constantFrom(...stems), fc.string(), (stem, suffix) => {
			const parsed = parseFlags([stem + suffix], 'gcc-14', 'x86-64');
			return 'error' in parsed || !/[/,\s@\\"']/.test(stem + suffix);
		})
	);
});

test('what names an architecture is possible for that one only', () => {
	const arm = ['-march=armv8.1-a', '-mtune=neoverse-v2'];
	expect(parseFlags(arm, 'clang-22', 'arm64')).toEqual({ flags: arm });
	for (const flag of ['-march=x86-64-v2', '-mavx2', '-march=native', '-march=armv9-a'])
		expect(parseFlags([flag], 'clang-22', 'arm64')).toHaveProperty('error');
	for (const flag of arm) expect(parseFlags([flag], 'clang-22', 'x86-64')).toHaveProperty('error');
	expect(refusalOf('-march=x86-64-v4', 'clang-22', 'arm64')).toBe(
		'The flag "-march=x86-64-v4" is not possible here; -march= takes armv8-a, armv8.1-a (with atomic instructions) and armv8.2-a.'
	);
});

test('rustc and Crystal take the same processors by name as clang', () => {
	for (const name of processorsOf('clang-22')) {
		expect(refusalOf(`-Ctarget-cpu=${name}`, 'rust-1.85')).toBeUndefined();
		expect(refusalOf(`--mcpu=${name}`, 'crystal-1.14')).toBeUndefined();
	}
	expect(refusalOf('-Ctarget-cpu=znver9', 'rust-1.85')).toBeDefined();
});

test('a name has the extensions of its level', () => {
	const missing = (name: string, level: string) =>
		extensionsOf(level).filter((extension) => !extensionsOf(name).includes(extension));
	expect(missing('znver4', 'x86-64-v4')).toEqual([]);
	expect(missing('sapphirerapids', 'x86-64-v4')).toEqual([]);
	expect(missing('znver3', 'x86-64-v3')).toEqual([]);
	expect(extensionsOf('znver3')).not.toContain('avx512f');
	const named = new Set(extensions.map(({ cpuinfo }) => cpuinfo));
	expect(
		processorsOf('clang-22')
			.flatMap((name) => extensionsOf(name))
			.filter((extension) => !named.has(extension))
	).toEqual([]);
});
