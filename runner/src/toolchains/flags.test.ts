import fc from 'fast-check';
import { expect, test } from 'vitest';
import { parseFlags } from './flags.ts';

test('flags that only change how code is compiled are passed on', () => {
	const flags = [
		...[
			'-O3',
			'-march=x86-64-v2',
			'-march=haswell',
			'-march=skylake',
			'-fno-tree-vectorize',
			'-funroll-loops',
			'-ffast-math'
		],
		...['-fno-strict-aliasing', '-std=c++20', '-DN=64', '-Wall', '-Wno-unused-variable']
	];
	expect(parseFlags(flags, 'gcc-14', 'x86-64')).toEqual({ flags });
});

test.each([
	...[
		'@file',
		'-o',
		'-o/x',
		'-Wl,-x',
		'-Wa,-x',
		'-Wp,-x',
		'-Xclang',
		'-include',
		'-B/x',
		'-specs=x'
	],
	...[
		'-fplugin=x.so',
		'-I/',
		'-isystem',
		'-march=native',
		'-march=znver4',
		'-march=skylake-avx512',
		'-march=x86-64-v4',
		'-O2 -o x',
		'-O2\n'
	],
	...[
		'-D_X=a/b',
		'-D__FILE__="x"',
		'-fuse-ld=x',
		'-save-temps',
		'-x',
		'file.c',
		'',
		'-',
		'-g0',
		'-flto'
	]
])('%j is refused', (flag) => {
	expect(parseFlags([flag], 'gcc-14', 'x86-64')).toHaveProperty('error');
});

test('the sentence names the option and a possible one', () => {
	expect(parseFlags(['-O2', '-march=native'], 'gcc-14', 'x86-64')).toEqual({
		error:
			'The flag "-march=native" is not possible here; try one like -march=x86-64, -v2, -v3 or a processor (nehalem, sandybridge, ivybridge, haswell, broadwell, skylake; not -v4: AVX-512 code cannot be counted here).'
	});
	expect(
		parseFlags(
			Array.from({ length: 25 }, () => '-O2'),
			'gcc-14',
			'x86-64'
		)
	).toEqual({
		error: 'These are 25 flags; at most 24 are possible.'
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
	expect(parseFlags(['-mavx512f'], 'clang-22', 'x86-64')).toEqual({
		error:
			'The flag "-mavx512f" is not possible here; try one like -mavx2, -mno-avx2 and the like (not -mavx512f: AVX-512 code cannot be counted here).'
	});
	expect(parseFlags(['-march=x86-64-v4'], 'clang-22', 'arm64')).toEqual({
		error:
			'The flag "-march=x86-64-v4" is not possible here; try one like -march=armv8-a, -march=armv8.1-a (with atomic instructions).'
	});
});

test('rustc takes the same processors by name as clang', () => {
	for (const flag of ['-Ctarget-cpu=haswell', '-Ctarget-cpu=skylake'])
		expect(parseFlags([flag], 'rust-1.85', 'x86-64')).toEqual({ flags: [flag] });
	for (const flag of ['-Ctarget-cpu=native', '-Ctarget-cpu=znver4', '-Ctarget-cpu=skylake-avx512'])
		expect(parseFlags([flag], 'rust-1.85', 'x86-64')).toHaveProperty('error');
});
