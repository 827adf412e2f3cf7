/** Instructions that begin again before they are done: the steps that are counted are more than the executions. Pure. */

/**
 * Whether an instruction is executed once and may be counted more often. The emulator enters `rep movsb` again for each byte, and the
 * trap flag stops there. Before any other instruction, a jump for example, the prefix repeats nothing. A gather or scatter
 * that a fault or an interrupt stops between two elements begins again with the elements that are left.
 * @param text with its prefixes, as a listing has it
 */
export const isRepeated = (text: string): boolean =>
	repeatedString.test(text) || byElement.test(text);

const repeatedString =
	/^(?:\S+ )*?rep\w* (?:\S+ )*?(?:movs|stos|lods|cmps|scas|ins|outs)[bwdlq]?(?: (?!.*mm\d)|$)/;
const byElement = /^vp?(?:gather|scatter)[dq]/;
