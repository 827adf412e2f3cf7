import { expect, test } from 'vitest';
import { x86 } from '../inspect/isa-of.ts';
import { decode } from '../inspect/objdump.ts';
import { categoryOf, lengthOf, stratified } from './category.ts';
import type { CodeBlock } from './extract.ts';

const block = (...texts: string[]): CodeBlock => ({
	instructions: texts.map((text, index) => decode(4 * index, text, x86)),
	text: texts.join('\n')
});

test.each([
	['scalar', ['add rax, rcx', 'lea rcx, [rax + 8*rdi]']],
	['loads', ['mov rax, qword ptr [rdi]', 'inc rax']],
	['stores', ['mov qword ptr [rdi], rax', 'inc rax']],
	['loads and stores', ['add qword ptr [rdi], 0x1', 'inc rax']],
	['vector', ['movaps xmm0, xmmword ptr [rdi]', 'inc rax']]
])('%s', (category, texts) => {
	expect(categoryOf(block(...texts))).toBe(category);
});

test.each([
	[2, '2-4'],
	[4, '2-4'],
	[5, '5-8'],
	[16, '9-16'],
	[40, '17-40']
])('%i instructions belong to %s', (length, range) => {
	expect(lengthOf(block(...Array.from({ length }, () => 'inc rax')))).toBe(range);
});

test('a sample has equally many of each kind, as far as there are, and depends on the seed alone', () => {
	const scalar = Array.from({ length: 50 }, (_, i) => block('inc rax', `add rax, 0x${i + 1}`));
	const loads = Array.from({ length: 3 }, (_, i) =>
		block('inc rax', `mov rax, qword ptr [rdi + 0x${i + 1}]`)
	);
	const sample = stratified([...scalar, ...loads], 10, 7);
	expect(sample.map(categoryOf).sort()).toEqual([
		...Array.from({ length: 3 }, () => 'loads'),
		...Array.from({ length: 7 }, () => 'scalar')
	]);
	expect(stratified([...scalar, ...loads], 10, 7)).toEqual(sample);
	expect(stratified([...scalar, ...loads], 10, 8)).not.toEqual(sample);
	expect(stratified(loads, 10, 7)).toHaveLength(3);
});
