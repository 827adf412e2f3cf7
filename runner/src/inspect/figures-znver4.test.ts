/** Badges of instructions for which the model of Zen 4 has other figures than the processor. */
import { expect, test } from 'vitest';
import { badges } from './badges.ts';
import { pathOf } from '../../fixtures/predict/loops.ts';

function badgesOf(microarchitecture: string, ...texts: string[]) {
	const found = {
		path: pathOf('x86-64', [...texts, 'dec r15', 'jne 0x1000']),
		share: 1,
		pathCoverage: 1,
		passesPerEntry: 1000,
		irreducible: 0
	};
	return badges({
		found,
		variant: 'a',
		edited: false,
		blindSpots: [],
		target: 'x86-64',
		microarchitecture
	}).map(({ id }) => id);
}

test.each([
	'vpmovsxdq ymm0, xmmword ptr [rsi]',
	'vpmovzxbd zmm0, xmmword ptr [rsi]',
	'vpmovqd xmm0, ymm1',
	'vpmovuswb ymm0, zmm1',
	'vcvtdq2pd ymm0, xmm1',
	'vcvttpd2dq xmm0, ymm1',
	'vcvtps2ph xmm0, ymm1, 0x0',
	'cvttsd2si rax, xmm0',
	'vcvtsi2ss xmm0, xmm1, eax'
])('%s is a conversion that the model of Zen 4 has wrong', (text) => {
	expect(badgesOf('znver4', text)).toEqual(['conversion']);
	expect(badgesOf('znver5', text)).toEqual(['conversion']);
	expect(badgesOf('sapphirerapids', text)).toEqual([]);
});

test.each([
	'vpmovsxdq ymm0, xmm1',
	'vpmovsxdq xmm0, qword ptr [rsi]',
	'vcvtdq2pd xmm0, xmm1',
	'vcvtdq2ps ymm0, ymm1',
	'vmovq rax, xmm0',
	'vpaddd ymm0, ymm0, ymm1',
	'vpermd ymm0, ymm1, ymm2'
])('%s gets no badge', (text) => {
	expect(badgesOf('znver4', text)).toEqual([]);
});

test('a value between register files counts where the next pass needs it', () => {
	const back = ['vmovq rax, xmm0', 'imul rax, rax, 0x7', 'vmovq xmm0, rax'];
	expect(badgesOf('znver4', ...back)).toEqual(['register-files']);
	expect(badgesOf('znver3', ...back)).toEqual([]);
	expect(badgesOf('znver4', 'vmovq rax, xmm0', 'imul rax, rax, 0x7', 'vmovq xmm1, rax')).toEqual(
		[]
	);
});

test('two shuffles of 256 bits', () => {
	const two = ['vpshufb ymm0, ymm0, ymm1', 'vperm2i128 ymm2, ymm2, ymm3, 0x1'];
	expect(badgesOf('znver4', ...two)).toEqual(['shuffle']);
	expect(badgesOf('znver4', ...two.map((text) => text.replaceAll('ymm', 'xmm')))).toEqual([]);
	const others = Array.from({ length: 12 }, (_, index) => `vpaddd ymm4, ymm5, ymm${index}`);
	expect(badgesOf('znver4', ...two, ...others)).toEqual([]);
	expect(badgesOf('znver4', 'vpermt2d ymm0, ymm1, ymm2', ...two.slice(1))).toEqual([]);
});
