import { expect, test } from 'vitest';
import { whyByLines } from './code-lines.ts';

const span = (from: number) => {
	const at = (offset: number) => `0x${(from + offset).toString(16)}`;
	return [
		{ address: at(0), text: 'cmp edi, ecx' },
		{ address: at(2), text: 'jae', target: at(0x40) },
		{ address: at(4), text: 'mov esi, edi' },
		{ address: at(6), text: 'add eax, dword ptr [rdx + 4*rsi]' },
		{ address: at(9), text: 'inc edi' },
		{ address: at(11), text: 'cmp edi, ecx' },
		{ address: at(13), text: 'jl', target: at(0) }
	];
};
const zen4 = { mcpu: 'znver4', cyclesPerLoop: 1.33 };
const why = (instructions: ReturnType<typeof span>, measured: number, model = zen4) =>
	whyByLines({ instructions }, model, measured, 0.1);

test('a pass in two lines of code takes two cycles, in one line none more', () => {
	expect(why(span(0x103d), 2.02)).toMatch(/^ A pass enters 2 lines of code/);
	expect(why(span(0x1000), 2.02)).toBe('');
});

test('it is a reason only where it is what was measured and more than predicted, on a core that does so', () => {
	expect(why(span(0x103d), 2.6)).toBe('');
	expect(why(span(0x103d), 2.02, { ...zen4, cyclesPerLoop: 2 })).toBe('');
	expect(why(span(0x103d), 2.02, { ...zen4, mcpu: 'znver5' })).toBe('');
	expect(why(span(0x103d), 2.02, { ...zen4, mcpu: 'skylake' })).toBe('');
});

test('a jump over code ends what is followed in a cycle, and one that is not taken does not', () => {
	const through = (target: string) => [
		{ address: '0x1000', text: 'test edi, edi' },
		{ address: '0x1002', text: 'jns', target },
		{ address: '0x100c', text: 'inc edi' },
		{ address: '0x100e', text: 'jne', target: '0x1000' }
	];
	expect(why(through('0x100c'), 2)).toMatch(/ enters 2 lines /);
	expect(why(through('0x1040'), 2)).toBe('');
});

/** `nop`s of a length from an address, then a counter and its jump. */
const nops = (count: number, bytes: number, from = 0x1000) => [
	...Array.from({ length: count }, (_, at) => ({
		address: `0x${(from + at * bytes).toString(16)}`,
		text: 'nop'
	})),
	{ address: `0x${(from + count * bytes).toString(16)}`, text: 'dec r15' },
	{
		address: `0x${(from + count * bytes + 3).toString(16)}`,
		text: 'jne',
		target: `0x${from.toString(16)}`
	}
];

// Cycles as a Zen 5 (family 26, model 2) takes them.
test.each([
	['12 operations of a line, at 8 a cycle', nops(11, 1), 1.5, false],
	['13', nops(12, 1), 2.98, true],
	['24', nops(23, 1), 2.99, true],
	['25', nops(24, 1), 4.98, true],
	['20 in one line, and in two', nops(19, 3), 2.99, true],
	['21 of which one is in the next line', nops(20, 3), 3.98, true],
	['31 in two lines', nops(30, 4), 6.0, true],
	['6 in two lines, at 8 a cycle', nops(5, 3, 0x1034), 1.0, false],
	['13 in two lines, at 8 a cycle', nops(12, 3, 0x1034), 1.7, false],
	['11 and 2', nops(12, 3, 0x1020), 1.99, true]
])('Zen 5 reads %s', (_, instructions, measured, isReason) => {
	const model = { mcpu: 'znver5', cyclesPerLoop: 1 };
	const found = whyByLines({ instructions }, model, measured, 0.1);
	if (isReason) expect(found).toMatch(/^ This core reads the code of a pass in \d/);
	else expect(found).toBe('');
});
