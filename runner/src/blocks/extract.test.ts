import { describe, expect, test } from 'vitest';
import { x86 } from '../inspect/isa-of.ts';
import { parseListing } from '../inspect/objdump.ts';
import { extractBlocks } from './extract.ts';
import { blockFromText } from './from-text.ts';

const blocksIn = (...lines: string[]) =>
	extractBlocks(parseListing(['1000 <f>:', ...lines].join('\n'), x86));
const at = (address: number, text: string) => `    ${address.toString(16)}: \t${text}`;

describe('extractBlocks', () => {
	test('a block ends where control leaves and begins where a jump leads', () => {
		const { blocks, excluded } = blocksIn(
			at(0x1000, 'mov\teax, 0x1'),
			at(0x1005, 'add\teax, edi'),
			at(0x1007, 'imul\teax, esi'),
			at(0x100a, 'jne\t0x1005 <f+0x5>'),
			at(0x100c, 'lea\trcx, [rax + 8*rdi]'),
			at(0x1010, 'sub\trcx, rdx'),
			at(0x1013, 'ret')
		);
		expect(blocks.map(({ text }) => text.split('\n'))).toEqual([
			['add eax, edi', 'imul eax, esi'],
			['lea rcx, [rax + 8*rdi]', 'sub rcx, rdx']
		]);
		expect(excluded).toEqual(new Map([['too-short', 1]]));
	});

	test('the same code at two places is one block', () => {
		const { blocks } = blocksIn(
			at(0x1000, 'inc\teax'),
			at(0x1002, 'inc\tecx'),
			at(0x1004, 'ret'),
			at(0x1005, 'inc\teax'),
			at(0x1007, 'inc\tecx'),
			at(0x1009, 'ret')
		);
		expect(blocks.map(({ text }) => text)).toEqual(['inc eax\ninc ecx']);
	});

	test.each([
		['system', 'syscall'],
		['system', 'wrfsbase\trax'],
		['system', 'popfq'],
		['segment', 'mov\trax, qword ptr fs:[0x28]'],
		['repeated', 'rep\t\tstosq\tqword ptr es:[rdi], rax'],
		['x87', 'fadd\tst, st(1)'],
		['x87', 'paddd\tmm0, mm1']
	])('a block is excluded as %s: %s', (reason, text) => {
		const { blocks, excluded } = blocksIn(at(0x1000, 'inc\teax'), at(0x1002, text));
		expect(blocks).toEqual([]);
		// A string instruction names its segment: it is excluded for the first reason that holds.
		expect([...excluded.keys()]).toEqual([reason === 'repeated' ? 'segment' : reason]);
	});

	test('space between blocks is no instruction', () => {
		const { blocks } = blocksIn(
			at(0x1000, 'nop\tword ptr cs:[rax + rax]'),
			at(0x100a, 'inc\teax'),
			at(0x100c, 'dec\tecx')
		);
		expect(blocks.map(({ text }) => text)).toEqual(['inc eax\ndec ecx']);
	});
});

test('a block is read from its text, and refused where it would be another block', () => {
	const text =
		'movzx ecx, byte ptr [rip + 0x2395e1]\nvmovsd xmm0, qword ptr [rsp + 0x8]\nlock inc dword ptr [rax]';
	expect(blockFromText(text)?.instructions).toHaveLength(3);
	expect(blockFromText(text)?.text).toBe(text);
	expect(blockFromText('<unknown>')).toBeUndefined();
});
