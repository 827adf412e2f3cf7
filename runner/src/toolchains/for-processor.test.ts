import { expect, test } from 'vitest';
import { lackedBy, namedIn, withNative } from './for-processor.ts';
import { extensionsOf } from '@cyclelab/contract/flags/processors';

const zen3 = {
	arch: 'x86-64',
	microarchitecture: 'znver3',
	extensions: [...extensionsOf('znver3')]
} as const;
const zen4 = { ...zen3, microarchitecture: 'znver4', extensions: [...extensionsOf('znver4')] };
const all = ['gcc-14', 'clang-22'] as const;

test('native is the processor that measures, by its name', () => {
	expect(withNative(['-O3', '-march=native', '-mtune=native'], all, zen3)).toEqual([
		'-O3',
		'-march=znver3',
		'-mtune=znver3'
	]);
	expect(withNative(['-Ctarget-cpu=native'], ['rust-1.85'], zen4)).toEqual(['-Ctarget-cpu=znver4']);
	expect(withNative(['--mcpu=native'], ['crystal-1.14'], zen4)).toEqual(['--mcpu=znver4']);
});

test('what a hypervisor hides is turned off', () => {
	const hidden = zen3.extensions.filter(
		(extension) => extension !== 'sha_ni' && extension !== 'pni'
	);
	const host = { ...zen3, extensions: hidden };
	expect(withNative(['-march=native'], all, host)).toEqual([
		'-march=znver3',
		'-mno-sse3',
		'-mno-sha'
	]);
	expect(withNative(['-Ctarget-cpu=native'], ['rust-1.85'], host)).toEqual([
		'-Ctarget-cpu=znver3',
		'-Ctarget-feature=-sse3',
		'-Ctarget-feature=-sha'
	]);
	expect(withNative(['--mcpu=native'], ['crystal-1.14'], host)).toEqual([
		'--mcpu=znver3',
		'--mattr=-sse3,-sha'
	]);
});

test('a processor that a compiler does not know is called by its level', () => {
	expect(withNative(['-march=native', '-mtune=native'], ['gcc-12'], zen4)).toEqual([
		'-march=x86-64-v4',
		'-mtune=generic'
	]);
	expect(withNative(['-march=native'], all, { ...zen4, microarchitecture: 'arrowlake' })).toEqual([
		'-march=x86-64-v4'
	]);
});

test.each([
	['-march=x86-64-v4', 'avx512f'],
	['-march=znver4', 'avx512f'],
	['-march=alderlake', 'avx_vnni'],
	['-mavx512vnni', 'avx512_vnni'],
	['-mgfni', 'gfni'],
	['-Ctarget-cpu=sapphirerapids', 'avx512f'],
	['-Ctarget-feature=-avx2,+gfni', 'gfni'],
	['--mattr=+avx512bw', 'avx512bw']
])('%s needs %s, which Zen 3 lacks', (flag, extension) => {
	expect(lackedBy(['-O2', flag], zen3)).toEqual({ flag, extension });
});

test('nothing is lacked where the processor has it, no code of its own, or is not known', () => {
	for (const flag of [
		'-march=znver3',
		'-mno-avx512f',
		'-Ctarget-feature=-avx512f',
		'-march=skylake'
	])
		expect(lackedBy([flag], zen3)).toBeUndefined();
	expect(lackedBy(['-march=znver4', '-mavx512f'], zen4)).toBeUndefined();
	const { extensions: _, ...earlier } = zen3;
	expect(lackedBy(['-march=znver4'], earlier)).toBeUndefined();
	expect(lackedBy(['-march=znver4'], { ...zen3, arch: 'arm64' })).toBeUndefined();
});

test('the processors that flags name are those whose models are asked', () => {
	expect(namedIn(['-O2', '-march=x86-64-v3', '-mtune=znver4', '-march=skylake'])).toEqual([
		'znver4',
		'skylake'
	]);
});
