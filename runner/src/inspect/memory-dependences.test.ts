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

describe('a load whose address comes from a load', () => {
	const chased = (...texts: string[]) =>
		dependences(
			texts.map((text, index) => decode(index, text, isa)),
			isa
		).chased;
	const sum = 'vpaddd ymm0, ymm0, ymmword ptr [rsi + 4*rcx]';
	const base = 'mov rsi, qword ptr [rbp - 0x38]';

	test('not if the base is the same in every pass', () => {
		expect(chased(base, sum, 'add rcx, 0x8')).toEqual([]);
		expect(chased('mov rsi, qword ptr [rip + 0x40]', sum, 'add rcx, 0x8')).toEqual([]);
		expect(chased(base, sum, 'mov qword ptr [rdx], rcx', 'add rcx, 0x8')).toEqual([]);
		expect(chased(base, sum, 'mov qword ptr [rbp - 0x40], rcx')).toEqual([]);
	});

	test.each([
		['it moves', ['mov rsi, qword ptr [rdx]', sum, 'add rdx, 0x8']],
		['a store changes it', [base, sum, 'mov qword ptr [rbp - 0x38], rcx']],
		['a store may change it', ['mov rsi, qword ptr [rdi + 0x40]', sum, 'mov qword ptr [rdx], rcx']],
		['a function may change it', [base, sum, 'call 0x1000']]
	])('if %s', (_, texts) => {
		expect(chased(...texts)).toEqual([1]);
	});
});

describe('a value that a store of another address expression has left', () => {
	const all = (...texts: string[]) =>
		dependences(
			texts.map((text, index) => decode(index, text, isa)),
			isa
		);

	// C#: cells[(i + 1) & 63] = cells[i & 63], of 48 bytes each, in a static field.
	const copied = (target: string, source: string) => [
		'mov rdi, qword ptr [rax]',
		`lea ecx, [${target}]`,
		'and ecx, 0x3f',
		'imul rcx, rcx, 0x30',
		`mov r8d, ${source}`,
		'and r8d, 0x3f',
		'mov edx, r8d',
		'imul rdx, rdx, 0x30',
		'vmovdqu ymm0, ymmword ptr [rdi + rdx + 0x10]',
		'vmovdqu ymmword ptr [rdi + rcx + 0x10], ymm0',
		'inc r15',
		'cmp r15, rbx',
		'jb 0x0'
	];

	test('in the pass before, at an index that has moved on', () => {
		expect(all(...copied('r15 + 0x1', 'r15d'))).toMatchObject({
			chased: [],
			forwarded: [{ load: 8, stores: [9], contained: true, carried: true }]
		});
		expect(all(...copied('r15 + 0x2', 'r15d')).forwarded).toEqual([]);
		expect(all(...copied('r15', 'r15d')).forwarded).toEqual([]);
		expect(
			all(
				'mov rax, qword ptr [rdi + 8*rcx]',
				'add rax, rdx',
				'mov qword ptr [rdi + 8*rcx + 0x8], rax',
				'add rcx, 0x1'
			).forwarded
		).toEqual([{ load: 0, stores: [2], contained: true, carried: true }]);
	});

	test('and a part of which a further store has changed', () => {
		expect(
			all(
				'lea rsi, [rdi + rcx]',
				'vmovdqu ymm0, ymmword ptr [rsi]',
				'mov rax, qword ptr [rsi]',
				'inc rax',
				'lea rdx, [rsi + 0x20]',
				'vmovdqu ymmword ptr [rdx], ymm0',
				'mov qword ptr [rdx], rax',
				'add rcx, 0x20'
			).forwarded
		).toEqual([
			{ load: 1, stores: [5, 6], contained: false, carried: true },
			{ load: 2, stores: [6], contained: true, carried: true }
		]);
	});

	test.each([
		['one is the upper byte', ['movzx esi, ch', 'movzx edx, cl']],
		['it keeps its upper bytes', ['mov dl, cl', 'movzx esi, cl']],
		[
			'a store goes between two loads of it',
			['mov rsi, qword ptr [rsp]', 'mov qword ptr [rsp], rcx', 'mov rdx, qword ptr [rsp]']
		],
		[
			'a double would lose the difference',
			['imul rsi, rcx, 0x7fffffff', 'imul rsi, rsi, 0x7fffffff', 'lea rdx, [rsi + rcx]']
		]
	])('not if %s', (_, texts) => {
		const into = ['mov rax, qword ptr [rdi + rsi]', 'mov qword ptr [rdi + rdx], rax'];
		const carried = (found: string[]) =>
			all(...found).forwarded.filter((forwarding) => forwarding.carried);
		expect(carried([...texts, ...into])).toEqual([]);
		expect(carried([...texts, 'mov esi, 0x8', 'mov edx, 0x8', ...into])).toHaveLength(1);
	});
});

describe('push and pop', () => {
	const forwarded = (...texts: string[]) =>
		dependences(
			texts.map((text, index) => decode(index, text, isa)),
			isa
		).forwarded;
	const carried = { contained: true, carried: true };

	test('a value that waits on the stack from pass to pass', () => {
		expect(forwarded('push rax', 'push rbx', 'pop rcx', 'pop rax', 'inc rax')).toEqual([
			{ load: 2, stores: [1], contained: true, carried: false },
			{ load: 3, stores: [0], ...carried }
		]);
	});

	test('beside operands that name the stack', () => {
		expect(
			forwarded(
				'push rbx',
				'mov rax, qword ptr [rsp + 0x10]',
				'inc rax',
				'mov qword ptr [rsp + 0x10], rax',
				'pop rbx'
			)
		).toEqual([
			{ load: 1, stores: [3], ...carried },
			{ load: 4, stores: [0], ...carried }
		]);
		expect(
			forwarded('push rax', 'mov rax, qword ptr [rsp + 0x8]', 'pop rbx', 'mov qword ptr [rsp], rax')
		).toEqual([
			{ load: 1, stores: [3], ...carried },
			{ load: 2, stores: [0], contained: true, carried: false }
		]);
	});

	test.each([
		[
			'something else moves the stack',
			['push rax', 'sub rsp, 0x8', 'add rsp, 0x10', 'mov rax, rbx']
		],
		['a pass does not leave it as it was', ['push rax', 'push rax', 'pop rax']],
		['an operand is in memory', ['push qword ptr [rdi]', 'pop rax']]
	])('no place is known if %s', (_, texts) => {
		expect(forwarded(...texts)).toEqual([]);
	});
});
