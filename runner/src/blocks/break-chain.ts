/** Instructions that give a register a value that no earlier instruction has to compute. Pure. */
import { partOf, wholeRegister } from '../inspect/registers-x86-64.ts';
import type { CodeBlock } from './extract.ts';
import { registers, valueOf } from './kernel-source.ts';

/**
 * Put before the first instruction of a pass, it ends the register's chain. General registers get the value that they
 * begin with, so that addresses stay mapped; vector and mask registers become 0. Undefined if there is no such instruction.
 * @param written whole registers that the block writes
 */
export function breakOf(
	register: string,
	{ instructions }: Pick<CodeBlock, 'instructions'>,
	written: ReadonlySet<string>
): string | undefined {
	if (register === 'flags') {
		const idle = registers.find((name) => !written.has(name));
		return idle && `test ${idle}, ${idle}`;
	}
	const general = registers.indexOf(register);
	// Writing 32 bits clears the upper half.
	if (general >= 0) return `mov ${partOf(register, 32)}, 0x${valueOf(general).toString(16)}`;
	if (register.startsWith('k')) return `kxorw ${register}, ${register}, ${register}`;
	if (!/^xmm\d+$/.test(register)) return undefined;
	if (Number(register.slice(3)) > 15) return `vpxord ${register}, ${register}, ${register}`;
	const isVex = instructions.some(
		({ mnemonic, operands }) =>
			mnemonic.startsWith('v') &&
			operands.some((one) => wholeRegister(one)?.startsWith('xmm') ?? false)
	);
	return isVex ? `vxorps ${register}, ${register}, ${register}` : `xorps ${register}, ${register}`;
}
