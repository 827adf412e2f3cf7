import { describe, expect, test } from 'vitest';
import { isaOf } from './isa-of.ts';
import { dependences } from './memory-dependences.ts';
import { decode } from './objdump.ts';

const isa = isaOf('x86-64');
const undecided = (...texts: string[]) =>
	dependences(
		texts.map((text, index) => decode(index, text, isa)),
		isa
	).undecided;

describe('a load and a store that may be one place', () => {
	test('if neither moves and the load decides what is stored', () => {
		expect(
			undecided('mov qword ptr [rcx], rax', 'mov rax, qword ptr [rdx + 0x10]', 'add rax, 0x1')
		).toEqual([{ load: 1, store: 0 }]);
	});

	test.each([
		['one of them moves', ['mov qword ptr [rcx], rax', 'mov rax, qword ptr [rdx]', 'add rdx, 0x8']],
		['what is stored is something else', ['mov qword ptr [rcx], rbx', 'mov rax, qword ptr [rdx]']],
		['one is the stack', ['mov qword ptr [rsp + 0x8], rax', 'mov rax, qword ptr [rdx]']],
		['the registers are the same', ['mov qword ptr [rcx], rax', 'mov rax, qword ptr [rcx + 0x8]']]
	])('not if %s', (_, texts) => {
		expect(undecided(...texts)).toEqual([]);
	});
});
