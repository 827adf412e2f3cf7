/** Instructions of strings that a prefix repeats. Pure. */

/**
 * Whether an instruction is executed once and counted once per repetition: the emulator enters `rep movsb` again for each
 * byte, and the trap flag stops there. Before any other instruction, a jump for example, the prefix repeats nothing.
 * @param text with its prefixes, as a listing has it
 */
export const isRepeated = (text: string): boolean =>
	/^(?:\S+ )*?rep\w* (?:\S+ )*?(?:movs|stos|lods|cmps|scas|ins|outs)[bwdlq]?(?: (?!.*mm\d)|$)/.test(
		text
	);
