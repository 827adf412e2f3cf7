/**
 * A file's functions in the LLVM IR of a module, which compilers print as they gave it to the code generator: after
 * optimisation. A function's file is in its debug information: define -> DISubprogram -> DIFile.
 */
import type { Representation } from '@cyclelab/contract/schema/code';

/** Characters shown of all functions together; a thousand lines are more than anybody reads. */
const maximumCharacters = 200_000;

/** Which functions of a module are shown, and how their text is written. */
type ShownIr = {
	/** The learner's file. */
	file: string;
	/** Whether a folder has a library's files, which may have the learner's file's name. Absent: no folder has. */
	isLibrary?: (folder: string) => boolean;
	/** What people read in place of the text. Absent: the text as it is. */
	readable?: (text: string) => string;
};

/** Undefined if the module has none of the file's functions. */
export function readLlvmIr(module: string, shown: ShownIr): Representation | undefined {
	const lines = module.split('\n');
	const own = ownSubprograms(lines, shown);
	const text: string[] = [];
	let inside = false;
	let name = '';
	for (const line of lines) {
		if (line.startsWith('define ')) {
			inside = own.has(/ !dbg (!\d+) /.exec(line)?.[1] ?? '');
			if (inside && text.length) text.push('');
			if (inside && name) text.push(name);
		}
		if (inside && !/^\s+#dbg_/.test(line)) text.push(withoutDebug(line));
		if (line === '}') inside = false;
		// rustc writes a comment with the function's readable name before it, and one with its attributes.
		if (line.startsWith('; ') && !line.startsWith('; Function Attrs:')) name = line;
		else if (!line.startsWith(';')) name = '';
	}
	if (text.length === 0) return undefined;
	const { readable = (one) => one } = shown;
	return {
		id: 'llvm-ir',
		title: 'LLVM IR',
		phases: [{ name: 'after optimisation', text: cut(readable(text.join('\n'))) }]
	};
}

/** A function of the learner's file: its symbol, and its name in the source. */
export type OwnFunction = { symbol: string; name: string };

/** The kernel, else the first of the file's functions in the module. */
export function mainFunction(module: string, shown: ShownIr): OwnFunction | undefined {
	const lines = module.split('\n');
	const own = ownSubprograms(lines, shown);
	const functions = lines.flatMap((line): OwnFunction[] => {
		const [, symbol, subprogram = ''] = /^define .*?@([\w.$]+)\(.* !dbg (!\d+) /.exec(line) ?? [];
		const name = own.get(subprogram);
		return symbol === undefined || name === undefined ? [] : [{ symbol, name }];
	});
	return functions.find(({ symbol }) => symbol === 'kernel') ?? functions[0];
}

/** Names in the source of the functions that lie in `file`, by the names (`!123`) of their descriptions. */
function ownSubprograms(
	lines: readonly string[],
	{ file, isLibrary = () => false }: ShownIr
): Map<string, string> {
	const files = new Set<string>();
	const own = new Map<string, string>();
	const described = lines.filter((line) => line.startsWith('!'));
	for (const line of described) {
		const match = /^(!\d+) = !DIFile\(filename: "([^"]*)", directory: "([^"]*)"/.exec(line);
		const [, name = '', base, folder = ''] = match ?? [];
		if (base === file && !isLibrary(folder)) files.add(name);
	}
	for (const line of described) {
		const match = /^(!\d+) = distinct !DISubprogram\((?:name: "([^"]*)")?.*?, file: (!\d+),/.exec(
			line
		);
		const [, id = '', name = '', where = ''] = match ?? [];
		if (files.has(where)) own.set(id, name);
	}
	return own;
}

/** References to debug information, which is not shown. */
const withoutDebug = (line: string) => line.replace(/,? !dbg !\d+/, '');

export function cut(text: string): string {
	if (text.length <= maximumCharacters) return text;
	const end = text.lastIndexOf('\n', maximumCharacters);
	const more = text.slice(end).split('\n').length - 1;
	return `${text.slice(0, end)}\n; ${more} more lines are not shown`;
}
