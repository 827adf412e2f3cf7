/**
 * Messages about inline assembly. What the assembler read is in no file of the learner's, and the line that a compiler names is
 * counted from the statement on: clang's is that before, where a line ends with \n, and gcc's is too far down by as many \n as
 * stand on one line. So the message is put to the nearest line of the source that has the instruction.
 */
import type { Found } from './found.ts';
import type { SourceText } from './source-text.ts';

/** The file that clang and rustc name. */
export const assemblyFile = '<inline asm>';
/** A line of it in clang's text, below the note that is about it. Not in the form that is for programs. */
const shown = /^<inline asm>:\d{1,10}:\d{1,10}: note: .*\n *\d{1,10} \|(.*)$/gm;
/** GNU as: "no such instruction: `frobnicate %rax'". */
const named = /`([^'\n]+)'/;
const farthest = 20;

/** Adds to clang's notes what the assembler read, and finds the learner's line. */
export function withAssembly(
	found: readonly Found[],
	text: string,
	file: string,
	source: SourceText
): Found[] {
	const texts = Array.from(text.matchAll(shown), ([, line = '']) => line.trim());
	return found.map((one) => {
		const note = one.notes.find(({ at }) => at?.file === assemblyFile);
		const read = note ? texts.shift() : named.exec(assemblerWords(one))?.[1];
		if (read === undefined || read === '') return one;
		const notes = one.notes.map((other) =>
			other === note ? { ...other, message: `${other.message}: ${read}` } : other
		);
		return { ...placed(one, read, file, source), notes };
	});
}

const assemblerWords = ({ message }: Found) => (message.startsWith('assembler: ') ? message : '');

/** Only where the learner's file has the instruction: a macro may write it otherwise. */
function placed(found: Found, read: string, file: string, source: SourceText): Found {
	const line = found.at?.line;
	const word = /^[\w.]+/.exec(read)?.[0];
	if (line === undefined || word === undefined || !found.at?.file.endsWith(file)) return found;
	const whole = new RegExp(`(?<![\\w.])${word.replaceAll('.', '\\.')}(?![\\w.])`);
	for (let distance = 0; distance <= farthest; distance++) {
		for (const at of distance === 0 ? [line] : [line + distance, line - distance]) {
			const text = unescaped(source.line(at));
			const index = text.search(whole);
			if (index < 0) continue;
			const column = Buffer.byteLength(text.slice(0, index)) + 1;
			const range = { line: at, column, endLine: at, endColumn: column + word.length };
			return { ...found, at: { ...found.at, ...range } };
		}
	}
	return found;
}

/** `\n` and `\t` as blanks, which end a word, at the same columns. */
const unescaped = (line: string) => line.replaceAll(/\\[nt]/g, '  ');
