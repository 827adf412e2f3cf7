import { expect, test } from 'vitest';
import { x86 } from '../inspect/isa-of.ts';
import { decode } from '../inspect/objdump.ts';
import { chainBound } from './bounds.ts';
import { blockFromText } from './from-text.ts';
import { trialsOf } from './trials.ts';

const trials = (text: string) => trialsOf(decode(0, text, x86));
const blockOf = (lines: readonly string[]) => blockFromText(lines.join('\n'));

test.each([
	'add rax, rcx',
	'imul r10d, dword ptr [rdi], 0x3',
	'mov rax, rcx',
	'mov rax, qword ptr [rbp - 0x8]',
	'movzx eax, byte ptr [rip + 0x10]',
	'vfmadd213sd xmm0, xmm1, xmm2',
	'movups xmmword ptr [rsp], xmm3',
	'cvttsd2si eax, xmm1',
	'sete al',
	'shl rax, cl'
])('the trials of %s are read again as the instructions that they are made of', (text) => {
	const { chain, stream } = trials(text);
	expect(blockOf(stream.lines)).toBeDefined();
	if (chain) expect(blockOf(chain.lines)).toBeDefined();
});

test.each([
	['add rax, rcx', 1],
	['mov rax, rcx', 2],
	['lea rax, [rcx + 0x1]', 2],
	['vaddsd xmm0, xmm1, xmm2', 2],
	['cmp rax, rcx', 2],
	['ucomisd xmm0, xmm1', 3],
	['cvtsi2sd xmm0, rax', 2],
	['vpmovmskb eax, ymm1', 2],
	['movsd xmm0, qword ptr [rdi]', 2],
	['sete al', 2]
])('in the chain of %s each instruction waits for the one before', (text, longest) => {
	const lines = trials(text).chain?.lines ?? [];
	const block = blockOf(lines);
	expect(
		block &&
			chainBound(
				block,
				lines.map(() => 1),
				0
			)
	).toBe(longest);
});

test.each([
	['mov rax, qword ptr [rdi]', '0x48', '0x1f8'],
	['mov al, byte ptr [rdi]', '0x41', '0x1c7'],
	['movaps xmm1, xmmword ptr [rdi]', '0x50', '0x230'],
	['vmovaps ymm1, ymmword ptr [rdi]', '0x60', '0x2a0']
])(
	'accesses of the stream of %s are aligned, in eight lines and at eight offsets in them',
	(text, second, eighth) => {
		const { lines } = trials(text).stream;
		const addresses = lines.map((line) => /\[(?:rdi \+ )?(\w+)\]/.exec(line)?.[1]);
		expect(addresses.slice(0, 2)).toEqual(['rdi', second]);
		expect(addresses.slice(7, 10)).toEqual([eighth, 'rdi', second]);
	}
);

test.each(['add rax, rcx', 'mov rax, qword ptr [rdi]', 'vaddsd xmm0, xmm1, xmm2', 'adc rax, rcx'])(
	'instances of %s in a stream write different registers',
	(text) => {
		const { lines, instances } = trials(text).stream;
		const [mnemonic] = text.split(' ');
		const own = lines.filter((line) => line.startsWith(`${mnemonic} `));
		expect(own).toHaveLength(instances);
		expect(new Set(own.map((line) => line.split(/[ ,]/)[1])).size).toBe(instances);
	}
);

test('nothing waits for a store, and a constant waits for nothing', () => {
	expect(trials('mov qword ptr [rdi], rax').chain).toBeUndefined();
	expect(trials('mov eax, 0x1').chain?.instances).toBe(0);
});
