/** Badges of instructions for which the model that stands in for Zen 5 has other figures than a Zen 5. */
import { expect, test } from 'vitest';
import { badges } from './badges.ts';
import { pathOf } from '../../fixtures/predict/loops.ts';

const badgesOf = (...texts: string[]) =>
	badges({
		found: {
			path: pathOf('x86-64', [...texts, 'dec r15', 'jne 0x1000']),
			share: 1,
			pathCoverage: 1,
			passesPerEntry: 1000,
			irreducible: 0
		},
		variant: 'a',
		edited: false,
		blindSpots: [],
		target: 'x86-64',
		microarchitecture: 'znver5'
	});
const of = (kind: string, ...texts: string[]) =>
	badgesOf(...texts)
		.map(({ id }) => id)
		.filter((id) => id.endsWith(kind));

test.each([
	['vaddps zmm0, zmm0, zmm1', 'quicker-latency'],
	['addsd xmm0, xmm1', 'quicker-latency'],
	['lea rax, [rax + 2*rax]', 'quicker-latency'],
	['mov rax, qword ptr [rax]', 'quicker-latency'],
	['vpinsrw xmm0, xmm0, word ptr [rsi], 0x0', 'quicker-latency'],
	['vpaddd ymm0, ymm0, ymm1', 'slower-latency'],
	['pxor xmm0, xmm1', 'slower-latency'],
	['vpslld zmm0, zmm0, 0x3', 'slower-latency'],
	['vpternlogd zmm0, zmm1, zmm2, 0x96', 'slower-latency'],
	['vphaddd ymm0, ymm0, ymm1', 'slower-latency'],
	['vgf2p8mulb xmm0, xmm0, xmm1', 'slower-latency'],
	// As in the model.
	['vmulps ymm0, ymm0, ymm1', undefined],
	['vpshufb ymm0, ymm0, ymm1', undefined],
	['vpmulld ymm0, ymm0, ymm1', undefined],
	['vpslld ymm0, ymm0, xmm1', undefined],
	['imul rax, rcx', undefined],
	// Nothing waits for it.
	['vpaddd ymm0, ymm1, ymm2', undefined]
])('the next pass needs %s: %s', (text, id) => {
	expect(of('latency', text)).toEqual(id === undefined ? [] : [id]);
});

test('a latency counts only where it is a tenth of what the pass takes at least', () => {
	const others = Array.from({ length: 100 }, () => 'mov rax, rcx');
	expect(of('latency', 'vextracti128 xmm0, ymm0, 0x1')).toEqual(['quicker-latency']);
	expect(of('latency', 'vextracti128 xmm0, ymm0, 0x1', ...others)).toEqual([]);
});

test.each([
	['vperm2i128 ymm0, ymm1, ymm2, 0x1', 'quicker-throughput'],
	['vpunpckldq zmm0, zmm1, zmm2', 'quicker-throughput'],
	['mov qword ptr [rdi + 0x8], rax', 'quicker-throughput'],
	['vmovups ymmword ptr [rdi], ymm1', 'quicker-throughput'],
	['vmulps zmm0, zmm1, zmm2', 'quicker-throughput'],
	['vpaddd zmm0, zmm1, zmm2', 'quicker-throughput'],
	['vpmovmskb eax, ymm1', 'quicker-throughput'],
	['vdivpd zmm0, zmm1, zmm2', 'quicker-throughput'],
	['imul rax, rcx', 'quicker-throughput'],
	['nop', 'quicker-throughput'],
	['cmovne rax, rcx', 'quicker-throughput'],
	['cmovle rax, rcx', undefined],
	['blsr rax, rcx', 'slower-throughput'],
	['add qword ptr [rdi + 8*r8], rcx', 'slower-throughput'],
	['kmovd k1, eax', 'slower-throughput'],
	['vpcmpeqb k1, ymm2, ymm3', 'slower-throughput'],
	['vpclmulqdq xmm0, xmm1, xmm2, 0x0', 'slower-throughput'],
	// Slower on Zen 4; as in its model on Zen 5.
	['vmovups zmm0, zmmword ptr [rsi]', undefined],
	['vmovups zmmword ptr [rdi], zmm1', undefined],
	['vpcmpeqb k1, zmm2, zmm3', undefined],
	['kmovq rax, k1', undefined],
	['kortestq k1, k1', undefined],
	['vmulps ymm0, ymm1, ymm2', undefined]
])('eight of %s: %s', (text, id) => {
	const found = of('throughput', ...Array.from({ length: 8 }, () => text));
	expect(found).toEqual(id === undefined ? [] : [id]);
});

test('integer operations end beside moves from vector registers', () => {
	const additions = ['add rcx, rax', 'add rdx, rsi', 'lea rdi, [rcx + r8]'];
	expect(of('throughput', 'vpxor xmm2, xmm2, xmm2', 'vpmovmskb eax, ymm1', ...additions)).toEqual(
		[]
	);
});

test('no sentence is about another processor than the one that measures', () => {
	const sentences = [
		...badgesOf('vaddps zmm0, zmm0, zmm1', 'vmovq rax, xmm3', 'vmovq xmm3, rax'),
		...badgesOf('vpaddd ymm0, ymm0, ymm1', ...Array.from({ length: 8 }, () => 'imul rax, rcx'))
	].map(({ sentence }) => sentence);
	expect(sentences).toEqual([
		expect.stringContaining('there and back take 7 cycles on Zen 5'),
		'The next pass needs the result of an addition of floating-point numbers, which takes 2.00 cycles on Zen 5, and 3.00 in LLVM’s model of Zen 4, which stands in.',
		'The next pass needs the result of vpaddd, which takes up to 2.00 cycles on Zen 5, and 1.00 in LLVM’s model of Zen 4, which stands in.',
		'A pass has 8 instructions like imul, which take at least 2.67 cycles on Zen 5, and 8.00 in LLVM’s model of Zen 4, which stands in.'
	]);
});
