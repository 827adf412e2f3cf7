import { defined } from '@cyclelab/contract/defined';
import { expect, test } from 'vitest';
import { instructionLines, withDataNotes } from './instruction-lines.ts';

const at = (address: string, text: string, data?: string) => ({
	address,
	text,
	...defined({ data })
});

test('the variable stands behind an instruction, and is not compared', () => {
	const instructions = [at('0x1', 'inc dword ptr [rip + 0x10]', 'packet+0x4')];
	expect(instructionLines({ symbol: 'kernel', address: '0x1', instructions })).toEqual([
		{ key: 'inc dword ptr [rip]', text: 'inc dword ptr [rip + 0x10] # packet+0x4' }
	]);
});

test.each([
	['je 0x2013e9', 'je'],
	['jmp 0x201400', 'jmp'],
	['call 0x201000 <memcpy>', 'call <memcpy>'],
	['notrack jmp rax', 'notrack jmp rax'],
	['b.ne 0x210120', 'b.ne'],
	['tbz w0, #3, 0x210120', 'tbz w0, #3,'],
	['cbnz x1, 0x210120', 'cbnz x1,'],
	['mov eax, 0x2013e9', 'mov eax, 0x2013e9']
])('of %s the address is not compared', (text, key) => {
	const instructions = [at('0x1', text)];
	expect(instructionLines({ symbol: 'kernel', address: '0x1', instructions })).toEqual([
		{ key, text }
	]);
});

test('a line has the variable of the instruction with its text', () => {
	const instructions = [
		at('0x1', 'mov eax, dword ptr [rip + 0x10]', 'sent'),
		at('0x2', 'add eax, ecx')
	];
	const lines = instructions.map(({ text }) => text);
	expect(withDataNotes([...lines, 'nop'], instructions)).toEqual([
		'mov eax, dword ptr [rip + 0x10] # sent',
		'add eax, ecx',
		'nop'
	]);
});

test('a text that two variables have is left as it is', () => {
	const text = 'mov eax, dword ptr [rip + 0x10]';
	for (const other of [at('0x2', text, 'seen'), at('0x2', text)])
		expect(withDataNotes([text], [at('0x1', text, 'sent'), other])).toEqual([text]);
});
