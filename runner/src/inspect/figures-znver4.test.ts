/** Badges of instructions for which the model of Zen 4 has other figures than the processor. */
import { expect, test } from 'vitest';
import { badges } from './badges.ts';
import { correctionOf } from './figures-znver4.ts';
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
	expect(badgesOf('znver5', text)).toContain('conversion');
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
	expect(badgesOf('znver4', 'vmovq rax, xmm0', 'not rax', 'vmovq xmm1, rax')).toEqual([
		'slower-throughput'
	]);
	expect(badgesOf('znver4', 'vmovq rax, xmm0', 'vmovq xmm1, rax')).toEqual([]);
});

const chain = (text: string) => badgesOf('znver4', text);

test.each([
	'lea rax, [rax + 2*rax]',
	'lea rax, [rcx + 8*rax]',
	'lea eax, [8*rax]',
	'lea rax, [4*rax + 0x10]',
	'vpermilps xmm0, xmm0, xmm1',
	'vphaddd ymm0, ymm0, ymm1',
	'vcvttps2dq ymm0, ymm0'
])('the next pass needs %s, which Zen 4 has done earlier than the model', (text) => {
	expect(chain(text)).toEqual(['quicker-latency']);
	expect(badgesOf('sapphirerapids', text)).toEqual([]);
});

test.each([
	'vpshufb xmm0, xmm0, xmm1',
	'vpcmpgtq ymm0, ymm0, ymm1',
	'vpabsd ymm0, ymm0',
	'vpaddusb ymm0, ymm0, ymm1',
	'vgf2p8mulb xmm0, xmm0, xmm1',
	'vpermq zmm0, zmm0, 0x3'
])('the next pass needs %s, which takes longer on Zen 4 than in the model', (text) => {
	expect(chain(text)).toEqual(['slower-latency']);
});

test.each([
	'lea rax, [rax + rcx]',
	'lea rax, [rax + 2*rcx + 0x10]',
	'lea rax, [rax + 0x10]',
	'lea rax, [rcx + 2*rdx]',
	'vpermilps xmm0, xmm0, 0x3',
	'vpshufb ymm0, ymm0, ymm1',
	'vpabsd xmm0, xmm0',
	'vpabsd ymm0, ymm1',
	'vpermq ymm0, ymm0, 0x3',
	'mov rax, qword ptr [rcx + 0x8]',
	'xor rax, qword ptr [rcx + 8*rdx]'
])('%s has the latency of the model, or nothing waits for it', (text) => {
	expect(chain(text)).toEqual([]);
});

const chased = (text: string) => chain(text).filter((id) => id.endsWith('latency'));

test.each([
	['mov rax, qword ptr [rax]', 'quicker-latency'],
	['mov rax, qword ptr [rax + 0x8]', 'quicker-latency'],
	['mov rax, qword ptr [rbx + rax]', 'quicker-latency'],
	['movzx eax, byte ptr [rax + 0x204190]', 'quicker-latency'],
	['mov rax, qword ptr [rbx + 8*rax]', undefined],
	['mov rax, qword ptr [rbx + rax + 0x8]', undefined],
	['mov al, byte ptr [rax]', undefined],
	['mov rax, qword ptr fs:[rax]', undefined],
	['movsxd rax, dword ptr [rax]', undefined],
	['add rax, qword ptr [rbx + rax]', undefined],
	['movsxd rax, dword ptr [rbx + 4*rax]', 'slower-latency'],
	['xor eax, dword ptr [4*rax + 0x204190]', 'slower-latency'],
	['popcnt rax, qword ptr [rbx + rax + 0x8]', 'slower-latency'],
	['vpinsrw xmm0, xmm0, word ptr [rsi], 0x0', 'quicker-latency'],
	['vpinsrw xmm0, xmm1, word ptr [rsi], 0x0', undefined]
])('a load in a chain from pass to pass, %s: %s', (text, id) => {
	expect(chased(text)).toEqual(id === undefined ? [] : [id]);
	expect(badgesOf('sapphirerapids', text).filter((one) => one.endsWith('latency'))).toEqual([]);
});

test.each([
	['add qword ptr [rdi + 8*r8], rcx', 'slower-throughput'],
	['inc dword ptr [rdi + 4*r8]', 'slower-throughput'],
	['lock add qword ptr [rdi + 8*r8], rcx', undefined],
	['adc qword ptr [rdi + 0x8], rcx', 'quicker-throughput'],
	['vpinsrb xmm1, xmm2, byte ptr [rsi], 0x1', 'quicker-throughput'],
	['vpinsrb xmm1, xmm2, ecx, 0x1', undefined],
	['bsr rax, rcx', 'quicker-throughput'],
	['tzcnt rax, rcx', 'quicker-throughput'],
	['lzcnt rax, rcx', undefined],
	['lea rax, [rcx + rdx + 0x8]', 'slower-throughput'],
	['lea rax, [rcx + rdx]', undefined],
	['vpcmpeqb k1, zmm2, zmm3', 'slower-throughput'],
	['vpcmpeqb zmm1, zmm2, zmm3', undefined],
	['kmovq rax, k1', 'slower-throughput'],
	['kmovd k1, eax', undefined],
	['kortestq k1, k1', 'slower-throughput']
])('six of %s: %s', (text, id) => {
	const found = badgesOf('znver4', ...Array.from({ length: 6 }, () => text));
	expect(found.filter((one) => one.endsWith('throughput'))).toEqual(id === undefined ? [] : [id]);
});

test('instructions of one kind count where they take longer than the pass otherwise', () => {
	const two = ['vpshufb ymm0, ymm0, ymm1', 'vperm2i128 ymm2, ymm2, ymm3, 0x1'];
	expect(badgesOf('znver4', ...two)).toEqual(['quicker-throughput']);
	expect(badgesOf('znver4', ...two.map((text) => text.replaceAll('ymm', 'xmm')))).toEqual([
		'slower-latency'
	]);
	const others = Array.from({ length: 12 }, (_, index) => `vpaddd ymm4, ymm5, ymm${index}`);
	expect(badgesOf('znver4', ...two, ...others)).toEqual([]);
	expect(badgesOf('znver4', 'vpermt2d ymm0, ymm1, ymm2', ...two.slice(1))).toEqual([]);
});

test('memory of Zen 4: two stores of general registers a cycle, one load of 512 bits, a store of them in two', () => {
	const several = (text: string) => [text, text, text];
	const kinds = (...texts: string[]) =>
		badgesOf('znver4', ...texts).filter((id) => id.endsWith('throughput'));
	expect(kinds(...several('mov dword ptr [rdi + 4*r8], ecx'))).toEqual(['quicker-throughput']);
	expect(kinds(...several('mov dword ptr [rdi + 4*r8], 0x7'))).toEqual(['quicker-throughput']);
	expect(kinds(...several('vmovups ymmword ptr [rdi + 4*r8], ymm1'))).toEqual([]);
	expect(kinds(...several('vmovups zmmword ptr [rdi + 4*r8], zmm1'))).toEqual([
		'slower-throughput'
	]);
	expect(kinds(...several('vpaddd zmm1, zmm2, zmmword ptr [rdi + 4*r8]'))).toEqual([
		'slower-throughput'
	]);
	expect(kinds(...several('vmovdqu ymm1, ymmword ptr [rdi + 4*r8]'))).toEqual([]);
	expect(kinds('mov dword ptr [rdi + 4*r8], ecx')).toEqual([]);
});

test.each([
	['lea rax, [rax + 2*rax]', { later: -1, part: 1 }],
	['vpshufb ymm0, ymm1, ymm2', { later: 0, part: 0.5 }],
	['vpshufb xmm0, xmm1, xmm2', { later: 1, part: 1 }],
	// Slower, and it is not known which unit is taken for longer.
	['vmovups zmm0, zmmword ptr [rsi]', undefined],
	['vpaddd ymm0, ymm1, ymm2', undefined],
	// It goes past the caches, and not to L1.
	['movnti qword ptr [rsi], rax', undefined]
])('%s is corrected by what was measured', (text, correction) => {
	const [instruction] = pathOf('x86-64', [text]).instructions;
	expect(instruction && correctionOf(instruction)).toEqual(correction);
});

test('no integer operation ends while Zen 4 moves from vector to general registers', () => {
	const passes = (...texts: string[]) => badgesOf('znver4', 'vpxor xmm2, xmm2, xmm2', ...texts);
	const additions = ['add rcx, rax', 'add rdx, rsi', 'lea rdi, [rcx + r8]'];
	for (const move of [
		'vpmovmskb eax, ymm1',
		'vmovd eax, xmm1',
		'vpextrq rax, xmm1, 0x1',
		'vptest ymm1, ymm1',
		'kmovd eax, k1'
	])
		expect(passes(move, ...additions), move).toEqual(['slower-throughput']);
	expect(badgesOf('znver3', 'vpmovmskb eax, ymm1', ...additions)).toEqual([]);
	// The counter alone, comparisons, loads and renamed moves.
	expect(passes('vpmovmskb eax, ymm1')).toEqual([]);
	expect(passes('vpmovmskb eax, ymm1', 'cmp rcx, rdx', 'mov rcx, rdx')).toEqual([]);
	expect(passes('vpmovmskb eax, ymm1', 'mov rcx, qword ptr [rsi]')).toEqual([]);
	expect(passes('vmovd xmm1, eax', ...additions)).toEqual([]);
	// Enough other work hides it.
	const vectors = Array.from({ length: 12 }, (_, index) => `vpaddd ymm4, ymm5, ymm${index}`);
	expect(passes('vpmovmskb eax, ymm1', ...additions, ...vectors)).toEqual([]);
});
