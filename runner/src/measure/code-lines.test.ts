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
const zen4 = { mcpu: 'znver4', exact: true, cyclesPerLoop: 1.33 };
const why = (instructions: ReturnType<typeof span>, measured: number, model = zen4) =>
	whyByLines({ instructions }, model, measured, 0.1);

test('a pass in two lines of code takes two cycles, in one line none more', () => {
	expect(why(span(0x103d), 2.02)).toMatch(/^ A pass enters 2 lines of code/);
	expect(why(span(0x1000), 2.02)).toBe('');
});

test('it is a reason only where it is what was measured and more than predicted, on a core that does so', () => {
	expect(why(span(0x103d), 2.6)).toBe('');
	expect(why(span(0x103d), 2.02, { ...zen4, cyclesPerLoop: 2 })).toBe('');
	expect(why(span(0x103d), 2.02, { ...zen4, exact: false })).toBe('');
	expect(why(span(0x103d), 2.02, { ...zen4, mcpu: 'znver5' })).toBe('');
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
