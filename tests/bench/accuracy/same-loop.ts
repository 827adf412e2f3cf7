/** Whether two hot loops have the same instructions, up to the names of registers and the first instruction. Pure. */
import type { Instruction } from '@cyclelab/contract/schema/code';

/**
 * A normal form of the loop: registers numbered by first use, branches by their kind, operands of a comparison sorted,
 * targets and data addresses left out, rotated to the smallest text.
 */
export function canonical(instructions: readonly Pick<Instruction, 'text'>[]): string {
	const texts = instructions.map(({ text }) => text);
	return (
		texts.map((_, start) => renamed([...texts.slice(start), ...texts.slice(0, start)])).sort()[0] ??
		''
	);
}

function renamed(texts: readonly string[]): string {
	const names = new Map<string, string>();
	const rename = (operand: string) =>
		operand.replaceAll(register, (word) => {
			const { name, width } = registerOf(word);
			if (!names.has(name)) names.set(name, `${width.startsWith('v') ? 'v' : 'r'}${names.size}`);
			return `${names.get(name)}:${width}`;
		});
	return texts
		.map((text) => {
			const [, mnemonic = '', operandText = ''] = /^(\S+)\s*(.*)$/.exec(text) ?? [];
			if (/^j[a-z]+$/.test(mnemonic)) return mnemonic === 'jmp' ? 'jmp' : 'jcc';
			const operands = operandText.split(/,\s*/).map((operand) => rename(withoutAddress(operand)));
			if (/^(cmp|test)$/.test(mnemonic)) operands.sort();
			return `${mnemonic} ${operands.join(', ')}`.trim();
		})
		.join('; ');
}

/** Removes data addresses, which the linker chooses. */
const withoutAddress = (operand: string) =>
	operand.replace(/\[(rip [+-] )?0x[0-9a-f]{4,}\]/, '[data]');

const register =
	/\b(r(?:[abcd]x|[sd]i|[sb]p|\d+[bwd]?)|e(?:[abcd]x|[sd]i|[sb]p)|[abcd][xlh]|[sd]il?|[sb]pl?|[xyz]mm\d+)\b/g;

/** The register of a name, and its width. */
function registerOf(word: string): { name: string; width: string } {
	const vector = /^([xyz])mm(\d+)$/.exec(word);
	if (vector) return { name: `v${vector[2]}`, width: `v${vector[1]}` };
	const numbered = /^(r\d+)([bwd]?)$/.exec(word);
	if (numbered) return { name: numbered[1] ?? word, width: numbered[2] || 'q' };
	const base = word.replace(/^[re]/, '').replace(/l$/, (end) => (word.length > 2 ? '' : end));
	const name = /^[abcd][lh]$/.test(base) ? `${base.charAt(0)}x` : base;
	const width = word.startsWith('r')
		? 'q'
		: word.startsWith('e')
			? 'd'
			: /[lh]$/.test(word)
				? 'b'
				: 'w';
	return { name, width };
}
