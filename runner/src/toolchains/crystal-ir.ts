/**
 * The learner's functions in the LLVM IR of a whole program, which Crystal prints as it gave it to the code generator:
 * after optimisation. A function's file is in its debug information: define -> DISubprogram -> DIFile.
 */
import type { Representation } from '../schema/code.ts';
import { crystalLibrary, crystalParts, plainPaths } from './crystal-paths.ts';
import { sourceName } from './names.ts';
import type { Build } from './toolchain.ts';

/** Characters shown of all functions together; a thousand lines are more than anybody reads. */
const maximumCharacters = 200_000;

/** Undefined if the text has none of the learner's functions. */
export function readIr(
	module: string,
	build: Pick<Build, 'variant' | 'language'>
): Representation | undefined {
	const lines = module.split('\n');
	const own = ownSubprograms(lines, sourceName(build));
	const shown: string[] = [];
	let inside = false;
	for (const line of lines) {
		if (line.startsWith('define ')) {
			inside = own.has(/ !dbg (!\d+) /.exec(line)?.[1] ?? '');
			if (inside && shown.length) shown.push('');
		}
		if (inside && !/^\s+#dbg_/.test(line)) shown.push(withoutDebug(line));
		if (line === '}') inside = false;
	}
	if (shown.length === 0) return undefined;
	return {
		id: 'llvm-ir',
		title: 'LLVM IR',
		phases: [{ name: 'after optimisation', text: cut(plainPaths(shown.join('\n'), build)) }]
	};
}

/** The names (`!123`) of the descriptions of the functions that lie in `file`. */
function ownSubprograms(lines: readonly string[], file: string): Set<string> {
	const files = new Set<string>();
	const own = new Set<string>();
	const described = lines.filter((line) => line.startsWith('!'));
	for (const line of described) {
		const match = /^(!\d+) = !DIFile\(filename: "([^"]*)", directory: "([^"]*)"/.exec(line);
		const [, name = '', base, folder = ''] = match ?? [];
		if (base === file && !isOurs(folder)) files.add(name);
	}
	for (const line of described) {
		const match = /^(!\d+) = distinct !DISubprogram\(.*?, file: (!\d+),/.exec(line);
		const [, name = '', where = ''] = match ?? [];
		if (files.has(where)) own.add(name);
	}
	return own;
}

const isOurs = (folder: string) =>
	[crystalLibrary, crystalParts].some((one) => folder === one || folder.startsWith(`${one}/`));

/** References to debug information, which is not shown. */
const withoutDebug = (line: string) => line.replace(/,? !dbg !\d+/, '');

function cut(text: string): string {
	if (text.length <= maximumCharacters) return text;
	const end = text.lastIndexOf('\n', maximumCharacters);
	const more = text.slice(end).split('\n').length - 1;
	return `${text.slice(0, end)}\n; ${more} more lines are not shown`;
}
