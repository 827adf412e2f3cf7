/**
 * LLVM's models in which a move between registers takes no unit and no time. LLVM's llvm-mca may
 * answer wrongly about code with such moves; the static llvm-mca in the images is corrected
 * (`images/tools/llvm/register-copies.patch`). Pure.
 */
const corrected = ['Znver3', 'Znver4'];

/** @param model LLVM's name of the scheduling model that is used */
export const isCorrected = (model: string | undefined): boolean => corrected.includes(model ?? '');

const copy = /^(v?mov[a-z]*|xchg) [a-z]+\d*[a-z]*, [a-z]+\d*[a-z]*$/;

/** Whether an instruction, as objdump prints it in Intel syntax, copies one register to another or swaps two. */
export const copiesRegister = (text: string): boolean => copy.test(text);
