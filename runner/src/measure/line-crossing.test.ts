import { expect, test } from 'vitest';
import { whyByCrossing } from './line-crossing.ts';

const loop = (...texts: string[]) => ({
	instructions: texts.map((text, at) => ({ address: `0x${1000 + at}`, text }))
});
const dot = loop(
	...['0x208150', '0x208190', '0x2081d0', '0x208210'].flatMap((place) => [
		`vmovups zmm6, zmmword ptr [rcx + ${place}]`,
		`vfmadd132ps zmm6, zmm2, zmmword ptr [rcx + ${place}]`
	])
);

test('loads of 512 bits that may need two lines explain a cycle each', () => {
	expect(whyByCrossing(dot, 'znver5', 8.06)).toMatch(/^ Its loads of 512 bits \(8 a pass\) /);
	const copies = ['vmovdqu64 zmm0, zmmword ptr [rsi + 8*rax]', 'vmovdqu64 zmmword ptr [rdi], zmm0'];
	expect(whyByCrossing(loop(...copies), 'znver5', 1.95)).toMatch(/ \(1 a pass\) /);
});

test('not another time, without such loads, from static data that begins with a line, or on another processor', () => {
	expect(whyByCrossing(dot, 'znver5', 6)).toBe('');
	expect(whyByCrossing(dot, 'znver5', 12)).toBe('');
	expect(whyByCrossing(dot, 'znver4', 8)).toBe('');
	expect(whyByCrossing(undefined, 'znver5', 8)).toBe('');
	expect(whyByCrossing(loop('vmovups ymm6, ymmword ptr [rcx]'), 'znver5', 1)).toBe('');
	expect(whyByCrossing(loop('vmovups zmmword ptr [rcx], zmm1'), 'znver5', 1)).toBe('');
	expect(whyByCrossing(loop('vmovups zmm6, zmmword ptr [rcx + 0x208140]'), 'znver5', 1)).toBe('');
});
