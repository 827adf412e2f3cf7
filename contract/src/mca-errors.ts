/** Errors of LLVM's llvm-mca that the static llvm-mca in the images is corrected for (the patches in `images/tools/llvm`). Pure. */

/** LLVM's models in which a move between registers takes no unit and no time (`register-copies.patch`). */
const eliminateMoves = ['Znver3', 'Znver4'];
const copy = /^(v?mov[a-z]*|xchg) [a-z]+\d*[a-z]*, [a-z]+\d*[a-z]*$/;

/** Operations of x86-64 on what they load (`folded-loads.patch`). Those that store as well are not corrected. */
const onMemory = / ptr (?:[c-gs]s:)?\[/;
const movesOnly = /^(v?p?mov|lea|push|pop|prefetch|nop|call|j|set)/;

/**
 * Whether an uncorrected llvm-mca may have another answer about these instructions.
 * @param texts as objdump prints them in Intel syntax
 * @param model LLVM's name of the scheduling model that is used
 */
export function mayBeMispredicted(texts: readonly string[], model: string | undefined): boolean {
	const eliminates = eliminateMoves.includes(model ?? '');
	return texts.some(
		(text) => (onMemory.test(text) && !movesOnly.test(text)) || (eliminates && copy.test(text))
	);
}
