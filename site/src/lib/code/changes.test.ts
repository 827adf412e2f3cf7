import { expect, test } from 'vitest';
import { variantReport } from '../../../fixtures/examples.ts';
import { assemblyLines, changesIn } from './changes.ts';

const kernel = (...texts: string[]) => ({
	symbol: 'kernel',
	address: '0x0',
	instructions: texts.map((text, at) => ({
		address: `0x${at}`,
		text,
		...(text.startsWith('j') ? { target: text.split(' ')[1] ?? '' } : {})
	}))
});
const reportWith = (...functions: ReturnType<typeof kernel>[]) =>
	variantReport('word', { functions });

test('new instructions are named by their places, and removed instructions are counted', () => {
	const before = reportWith(kernel('mov eax, 1', 'add eax, ecx', 'jne 0x10', 'ret'));
	const now = kernel('mov eax, 1', 'imul eax, ecx', 'inc eax', 'jne 0x14', 'ret');
	expect(changesIn(now, before)).toEqual({ fresh: new Set([1, 2]), gone: 1, marked: true });
	const other = kernel('xor eax, eax', 'imul eax, ecx', 'ret');
	expect(changesIn(other, before)).toMatchObject({ gone: 3, marked: false });
});

test('code that only moved is the same code', () => {
	const before = reportWith(kernel('mov eax, dword ptr [rip + 0x2742]', 'jne 0x20138c'));
	const now = kernel('mov eax, dword ptr [rip + 0x2752]', 'jne 0x20139c');
	expect(changesIn(now, before)).toEqual({ fresh: new Set(), gone: 0, marked: true });
});

test('a function that was not there before is not compared', () => {
	const other = { ...kernel('ret'), symbol: 'other' };
	expect(
		changesIn(other, reportWith(kernel('ret'), { ...kernel('ret'), symbol: 'b' }))
	).toBeUndefined();
	expect(changesIn(other, undefined)).toBeUndefined();
});

test('of a jump only its kind is compared, for where it leads moves with every line', () => {
	const variant = variantReport('mul', {
		functions: [
			{
				symbol: 'kernel',
				address: '0x10',
				instructions: [
					{ address: '0x10', text: 'imul rax, rdi' },
					{ address: '0x14', text: 'jne 0x10', target: '0x10' }
				]
			}
		]
	});
	expect(assemblyLines(variant)).toEqual([
		{ key: 'imul rax, rdi', text: 'imul rax, rdi' },
		{ key: 'jne', text: 'jne 0x10' }
	]);
});
