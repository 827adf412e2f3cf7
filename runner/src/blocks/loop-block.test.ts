import { expect, test } from 'vitest';
import { x86 } from '../inspect/isa-of.ts';
import { hexadecimal, type DecodedFunction } from '../inspect/listing.ts';
import { decode } from '../inspect/objdump.ts';
import { blockOfLoop } from './loop-block.ts';

function loopOf(texts: string[], pathCoverage = 1) {
	const instructions = texts.map((text, index) => decode(0x1000 + 4 * index, text, x86));
	const functions: DecodedFunction[] = [
		{ symbol: 'other', address: 0x1000, instructions: [decode(0x1000, 'nop', x86)] },
		{ symbol: 'kernel', address: 0x1000, instructions }
	];
	const shown = instructions.map(({ address, text }) => ({ address: hexadecimal(address), text }));
	return [{ symbol: 'kernel', instructions: shown, pathCoverage }, functions] as const;
}
const refusalOf = (texts: string[], pathCoverage?: number) => {
	const found = blockOfLoop(...loopOf(texts, pathCoverage));
	return 'refused' in found ? found.refused : undefined;
};

test('a loop is its instructions in order without its jumps', () => {
	const loop = loopOf([
		'add rax, qword ptr [rdi + 8*rcx]',
		'inc rcx',
		'cmp rcx, rsi',
		'jne 0x1000'
	]);
	const found = blockOfLoop(...loop);
	if ('refused' in found) throw new Error(found.refused);
	expect(found.text).toBe('add rax, qword ptr [rdi + 8*rcx]\ninc rcx\ncmp rcx, rsi');
	expect(found.instructions).toHaveLength(3);
	expect(blockOfLoop(...loopOf(['dec rax', 'jne 0x1000']))).toMatchObject({ text: 'dec rax' });
});

test.each([
	[['jmp 0x1000'], /no instruction but jumps/],
	[Array.from({ length: 41 }, () => 'inc rax'), /has 41 instructions.* at most 40/],
	[
		['inc rax', 'call 0x2000 <other>', 'jne 0x1000'],
		/calls other,.* only where the compiler inlines it/
	],
	[['inc rax', 'call rcx', 'jne 0x1000'], /calls a function through a pointer/],
	[['inc rax', 'cpuid', 'jne 0x1000'], /enters the system/],
	[['mov\trax, qword ptr fs:[0x28]', 'jne 0x1000'], /segment register/],
	[['rep\t\tmovsb\tbyte ptr es:[rdi], byte ptr [rsi]', 'jne 0x1000'], /segment register|string/],
	[['fadd\tst, st(1)', 'jne 0x1000'], /x87/]
])('%j is refused with a sentence', (texts, sentence) => {
	expect(refusalOf(texts)).toMatch(sentence);
});

test('a loop whose passes differ, or that is not in the program, is refused', () => {
	expect(refusalOf(['inc rax', 'dec rcx', 'jne 0x1000'], 0.66)).toMatch(/only 66 %/);
	const [loop] = loopOf(['inc rax', 'dec rcx']);
	expect(blockOfLoop(loop, [])).toHaveProperty('refused');
});
