import { expect, test } from 'vitest';
import { x86 } from '../inspect/isa-of.ts';
import { decode } from '../inspect/objdump.ts';
import {
	copiesOf,
	imageBase,
	kernelIndex,
	kernelSource,
	kernelSymbol,
	registers,
	valueOf
} from './kernel-source.ts';

const block = (...texts: string[]) => ({
	instructions: texts.map((text, index) => decode(4 * index, text, x86)),
	text: texts.join('\n')
});

test('a short block is copied more often, and the long kernel has three times the copies', () => {
	expect(copiesOf(block('inc rax', 'dec rcx'))).toEqual({ short: 64, long: 192 });
	const long = block(...Array.from({ length: 40 }, () => 'inc rax'));
	expect(copiesOf(long)).toEqual({ short: 8, long: 24 });
});

test('each block has a kernel of each length, and its data an address of their own', () => {
	const source = kernelSource([
		block(
			'mov rax, qword ptr [rip + 0x20] # 0x2000 <a>',
			'add rax, qword ptr [rip + 0x8] # 0x3008 <b>',
			'mov byte ptr [rip + 0x9], al # 0x3009 <b+0x1>'
		),
		block('vaddps ymm0, ymm1, ymm2', 'inc rax')
	]);
	const lines = source.split('\n').map((line) => line.replace(/^"|\\n"$/g, ''));
	for (const [index, length] of [
		[0, 'short'],
		[1, 'long']
	] as const)
		expect(
			lines.filter((line) => line === `${kernelSymbol(kernelIndex(index, length))}:`)
		).toHaveLength(1);
	expect(lines).toContain('mov rax, qword ptr [rip + cyclelab_data + 0]');
	expect(lines).toContain('add rax, qword ptr [rip + cyclelab_data + 72]');
	expect(lines).toContain('mov byte ptr [rip + cyclelab_data + 73], al');
	// Whole vector registers are in use only where the block has such.
	expect(lines).toContain('movaps xmm0, [rip + cyclelab_vector]');
	expect(lines).toContain('vmovaps ymm0, [rip + cyclelab_vector]');
});

test('no two registers with a scale make an address within 5 MiB of the program', () => {
	const values = registers.map((_, index) => valueOf(index));
	const addresses = [1, 2, 4, 8].flatMap((scale) =>
		values.flatMap((index) => [0, ...values].map((base) => scale * index + base))
	);
	expect(addresses).toHaveLength(4 * 16 * 17);
	expect(addresses.filter((address) => Math.abs(address - imageBase) < 5 * 2 ** 20)).toEqual([]);
});
