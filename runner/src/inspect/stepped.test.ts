import { expect, test } from 'vitest';
import { countingEnv } from '../toolchains/harness-env.ts';
import { stepLimits } from '../sandbox/limits.ts';
import type { DecodedFunction } from './listing.ts';
import { beyondIn, mayChooseOtherwise, readUnstepped, stepCommand } from './stepped.ts';

test('the observer is asked to count as many calls as the harness makes', () => {
	const asked = { iterations: 64, later: [32, 64], seed: 1, parameters: {} };
	const { audit, env, uses } = stepCommand(
		{ argv: ['{in}/a.elf'], env: { GC_MARKERS: '1' }, uses: ['a.elf'] },
		0x201360,
		asked,
		stepLimits.measure
	);
	expect([audit, env, uses]).toEqual([
		['count', '201360', '3', '400000', '12000'],
		{ GC_MARKERS: '1', ...countingEnv(asked) },
		['a.elf']
	]);
});

test.each([
	['start 10 1 6\n201376 1 0 64 0 32 0 64\n', undefined],
	['', { none: 'steps' }],
	['{"none":"ended","signal":4}\n', { none: 'ended', signal: 4 }],
	['{"none":"threads"}\n', { none: 'threads' }],
	['{"none":"hunger"}\n', { none: 'unreachable' }],
	['{"none":', { none: 'steps' }]
])('%j', (text, reason) => {
	expect(readUnstepped(Buffer.from(text))).toEqual(reason);
});

test.each([
	['vpaddd zmm1, zmm1, zmm0', 'avx512f'],
	['vpcmpeqd k1, ymm0, ymm1', 'avx512f'],
	['vmovdqu32 ymm17, ymmword ptr [rdi]', 'avx512f'],
	['vpmovwb xmm1, xmm0', 'avx512f'],
	['vpternlogd ymm1, ymm2, ymm3, 0x96', 'avx512f'],
	['vprorq xmm1, xmm0, 0x7', 'avx512f'],
	['vpaddd ymm0, ymm0, dword ptr [rdi]{1to8}', 'avx512f'],
	['vcvttpd2uqq ymm0, ymm1', 'avx512f'],
	['vinserti32x4 ymm0, ymm1, xmm2, 0x1', 'avx512f'],
	['vmovdqu8 ymm0, ymmword ptr [rdi]', 'avx512f'],
	['vgf2p8mulb ymm0, ymm1, ymm2', 'gfni'],
	['vpclmulqdq ymm1, ymm1, ymm0, 0', 'vpclmulqdq'],
	['{vex} vpdpbusd ymm1, ymm2, ymm3', 'avx_vnni'],
	['vpdpbusd ymm1, ymm2, ymm3', 'avx512_vnni'],
	['vpclmulqdq xmm1, xmm1, xmm0, 0', undefined],
	['vaesenc ymm0, ymm1, ymm2', undefined],
	['vpaddd ymm15, ymm1, ymm0', undefined],
	['vpmovmskb eax, ymm1', undefined],
	['vpmovzxwd ymm0, xmm1', undefined],
	['vpsravd ymm0, ymm1, ymm2', undefined],
	['vpermd ymm0, ymm1, ymm2', undefined],
	['vpand ymm0, ymm1, ymm2', undefined],
	['vpxor xmm0, xmm0, xmm0', undefined],
	['vinserti128 ymm0, ymm1, xmm2, 0x1', undefined],
	['vbroadcastf128 ymm0, xmmword ptr [rdi]', undefined],
	['vpalignr xmm0, xmm1, xmm2, 0x8', undefined],
	['vcvtdq2ps ymm0, ymm1', undefined],
	['vcvttps2dq ymm0, ymm1', undefined],
	['vcvtps2ph xmm0, ymm1, 0x0', undefined],
	['vcvtsi2sd xmm0, xmm0, rax', undefined]
])('%s needs %s', (text, extension) => {
	expect(beyondIn(text)).toBe(extension);
});

const code = (...texts: string[]): DecodedFunction[] => [
	{
		symbol: 'kernel',
		address: 0,
		instructions: texts.map((text, address) => ({
			address,
			text,
			mnemonic: text.split(' ')[0] ?? '',
			prefixes: [],
			operands: []
		}))
	}
];

test('a program may choose otherwise if it asked the processor, or has code that the emulator lacks and did not reach', () => {
	const wide = code('vpaddd zmm1, zmm1, zmm0', 'ret');
	const once = new Map([
		[0, 1],
		[1, 1]
	]);
	expect(mayChooseOtherwise(wide, new Map([[1, 1]]))).toBe(true);
	expect(mayChooseOtherwise(code('cpuid', 'ret'), once)).toBe(true);
	expect(mayChooseOtherwise(code('cpuid', 'ret'), new Map([[1, 1]]))).toBe(false);
	expect(mayChooseOtherwise(code('vpaddd ymm1, ymm1, ymm0', 'ret'), once)).toBe(false);
	const calls = (name: string) => mayChooseOtherwise(code(`call 0x2f4950 <${name}>`, 'ret'), once);
	const detects = 'std_detect::detect::cache::detect_and_initialize::hce2c8ab525ecd5ab';
	expect([detects, `std::${detects}`, 'getauxval@plt'].map(calls)).toEqual([true, true, true]);
	expect(['my_std_detect::run', 'getauxvalue'].map(calls)).toEqual([false, false]);
});
