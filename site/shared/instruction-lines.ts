/** Machine code as lines to compare. Pure. */
import type { DisassembledFunction, Instruction } from '@cyclelab/contract/schema/code';
import type { Line } from './lines.ts';

/** The instructions of a function as lines to compare. Where a jump leads is not compared, nor how far away data lie. */
export const instructionLines = (shown: DisassembledFunction | undefined): Line[] =>
	(shown?.instructions ?? []).map(({ text, target, data }) => ({
		key: target === undefined ? withoutAddress(text) : (text.split(' ')[0] ?? text),
		text: withDataNote(text, data)
	}));

/** The variable that an instruction addresses, as a comment behind it. */
export const dataNote = (name: string) => `# ${name}`;

const withDataNote = (text: string, data: string | undefined) =>
	data === undefined ? text : `${text} ${dataNote(data)}`;

/**
 * Lines of machine code, each with the variable that the instruction with this text addresses. Two instructions with one text
 * may address two variables, because the text has the distance only: such lines get none.
 */
export function withDataNotes(
	lines: readonly string[],
	instructions: readonly Pick<Instruction, 'text' | 'data'>[]
): string[] {
	return lines.map((line) => {
		const names = new Set(instructions.flatMap(({ text, data }) => (text === line ? [data] : [])));
		return withDataNote(line, names.size === 1 ? [...names][0] : undefined);
	});
}

/** Jumps and calls of both architectures whose last operand is an address, with what stands before it. */
const transfer =
	/^((?:notrack )?(?:j[a-z]+|call|loop[a-z]*|xbegin|bl?|b\.[a-z]+|cbn?z \w+,|tbn?z \w+, #(?:0x)?[\da-f]+,)) 0x[\da-f]+(?= <|$)/;

const withoutAddress = (text: string) =>
	text.replace(transfer, '$1').replace(/\[rip [+-] 0x[\da-f]+\]/g, '[rip]');
