import { expect, test } from 'vitest';
import { blockFromText } from './from-text.ts';
import { interventionsOf } from './interventions.ts';

const variants = (...lines: string[]) => {
	const block = blockFromText(lines.join('\n'));
	if (!block) throw new Error(`Not read: ${lines.join('; ')}`);
	return interventionsOf(block).map(({ block: variant, ...one }) => ({
		...one,
		text: variant.text.split('\n')
	}));
};
const of = (kind: string, ...lines: string[]) =>
	variants(...lines).filter((line) => line.kind === kind);

test('a chain is broken by the first value of its register, before the first instruction', () => {
	const lines = ['imul rax, rcx', 'lea r8, [r9 + 0x1]'];
	expect(variants(...lines)).toEqual([
		{ kind: 'nop-added', text: ['nop', ...lines] },
		{ kind: 'break', register: 'rax', text: ['mov eax, 0x10000200', ...lines] },
		{ kind: 'leave-out', at: 0, text: [lines[1]] },
		{ kind: 'nop-in-place', at: 0, text: ['nop', lines[1]] },
		{ kind: 'leave-out', at: 1, text: [lines[0]] },
		{ kind: 'nop-in-place', at: 1, text: [lines[0], 'nop'] }
	]);
});

test('several chains are broken each and all; flags by a register that the block does not write', () => {
	const lines = ['adc rax, rcx', 'lea r9, [r9 + 0x1]'];
	expect(of('break', ...lines).map(({ register, text: [first] }) => [register, first])).toEqual([
		['rax', 'mov eax, 0x10000200'],
		['flags', 'test rcx, rcx'],
		['r9', 'mov r9d, 0x340008c0']
	]);
	expect(of('break-all', ...lines)[0]?.text).toHaveLength(5);
});

test('vector chains are broken in the encoding of the block', () => {
	expect(of('break', 'addps xmm1, xmm2', 'inc rax')[0]?.text[0]).toBe('xorps xmm1, xmm1');
	expect(of('break', 'vaddps ymm1, ymm1, ymm2', 'inc rax')[0]?.text[0]).toBe(
		'vxorps xmm1, xmm1, xmm1'
	);
	expect(of('break', 'vaddps zmm17, zmm17, zmm2', 'inc rax')[0]?.text[0]).toBe(
		'vpxord xmm17, xmm17, xmm17'
	);
});

test.each([
	['movzx eax, byte ptr [rdi]', 'movzx eax, r15b'],
	['mov eax, dword ptr [rdi + 4*rcx]', 'mov eax, r15d'],
	['cmp word ptr [rdi], 0x5', 'cmp r15w, 0x5'],
	['push qword ptr [rdi]', 'push r15'],
	['movss xmm0, dword ptr [rdi]', 'movaps xmm0, xmm15'],
	['vmovsd xmm0, qword ptr [rdi]', 'vmovaps xmm0, xmm15'],
	['addsd xmm0, qword ptr [rdi]', 'addsd xmm0, xmm15'],
	['vaddps ymm0, ymm1, ymmword ptr [rdi]', 'vaddps ymm0, ymm1, ymm15'],
	['cvtsi2sd xmm0, dword ptr [rdi]', 'cvtsi2sd xmm0, r15d'],
	['pinsrw xmm0, word ptr [rdi], 0x2', 'pinsrw xmm0, r15d, 0x2']
])('%s reads a register instead: %s', (load, instead) => {
	expect(of('register-for-load', load, 'inc rbx')).toEqual([
		{ kind: 'register-for-load', at: 0, text: [instead, 'inc rbx'] }
	]);
});

test.each([
	'lea rax, [rdi + 0x8]',
	'mov qword ptr [rdi], rax',
	'add qword ptr [rdi], rax',
	'lock xadd qword ptr [rdi], rax',
	'mov ah, byte ptr [rdi]',
	'lddqu xmm0, xmmword ptr [rdi]',
	'movbe eax, dword ptr [rdi]',
	'pop rax'
])('%s has no form that reads a register instead', (line) => {
	expect(of('register-for-load', line, 'inc rbx')).toEqual([]);
});

test('an update of memory becomes a store to the same address', () => {
	expect(of('store-for-update', 'add dword ptr [rdi + 0x8], 0x3', 'inc rbx')[0]?.text[0]).toBe(
		'mov dword ptr [rdi + 0x8], r15d'
	);
	expect(of('store-for-update', 'mov dword ptr [rdi], eax', 'inc rbx')).toEqual([]);
});

test('the data of a variant is where the data of the block is', () => {
	const block = blockFromText('add dword ptr [rip + 0x20], 0x1\nmov eax, dword ptr [rip + 0x40]')!;
	const [one, other] = block.instructions.map(({ reference }) => reference);
	expect(one).not.toBe(other);
	const store = interventionsOf(block).find(({ kind }) => kind === 'store-for-update');
	expect(store?.block.text.split('\n')[0]).toBe('mov dword ptr [rip + 0x20], r15d');
	expect(store?.block.instructions[0]?.reference).toBe(one);
});

test('all loads and all stores are changed together if there are several', () => {
	const lines = [
		'mov rax, qword ptr [rdi]',
		'add rax, qword ptr [rsi]',
		'mov qword ptr [rdx], rax'
	];
	expect(of('registers-for-loads', ...lines)[0]?.text).toEqual([
		'mov rax, r15',
		'add rax, r15',
		lines[2]
	]);
	// The only store has its own variant.
	expect(of('no-stores', ...lines)).toEqual([]);
	const stores = ['mov qword ptr [rdi], rax', 'mov qword ptr [rsi], rax', 'inc rbx'];
	expect(of('no-stores', ...stores)[0]?.text).toEqual(['inc rbx']);
});

test('equal variants are measured once', () => {
	expect(of('leave-out', 'inc rax', 'inc rax')).toHaveLength(1);
});
