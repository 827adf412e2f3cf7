import { expect, test } from 'vitest';
import { instructionLines, withDataNotes } from './instruction-lines.ts';

const at = (address: string, text: string, data?: string) => ({
	address,
	text,
	...(data === undefined ? {} : { data })
});

test('the variable stands behind an instruction, and is not compared', () => {
	const instructions = [at('0x1', 'inc dword ptr [rip + 0x10]', 'packet+0x4')];
	expect(instructionLines({ symbol: 'kernel', address: '0x1', instructions })).toEqual([
		{ key: 'inc dword ptr [rip]', text: 'inc dword ptr [rip + 0x10] # packet+0x4' }
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
