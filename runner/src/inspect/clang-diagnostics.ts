/**
 * clang's serialized diagnostics (`--serialize-diagnostics`, clang/Frontend/SerializedDiagnostics.h): every message with its
 * ranges, notes and suggested changes, beside the text that clang prints. Lines and columns count from 1, columns in bytes.
 */
import { readBitstream, UnreadBitstream, type BitBlock, type BitRecord } from './bitstream.ts';
import type { Found, FoundEdit, FoundRange } from './found.ts';

const diagnosticBlock = 9;
const record = { diagnostic: 2, range: 3, flag: 4, filename: 6, fix: 7 } as const;
/** The level of what optimisations say of themselves. */
const remark = 5;
const levels = ['ignored', 'note', 'warning', 'error', 'error', 'note'] as const;

/** Undefined if the file is not of the form that is read here. */
export function readClangDiagnostics(file: Buffer): Found[] | undefined {
	try {
		const blocks = readBitstream(file, 'DIAG').filter(({ id }) => id === diagnosticBlock);
		const names = new Map<number, string>();
		const flags = new Map<number, string>();
		return blocks.flatMap((block) => readBlock(block, names, flags));
	} catch (cause) {
		if (cause instanceof UnreadBitstream) return undefined;
		throw cause;
	}
}

/** Names of files and of warnings stand before their first use, in whichever block that is. */
function readBlock(
	block: BitBlock,
	names: Map<number, string>,
	flags: Map<number, string>
): Found[] {
	let found: Found | undefined;
	const edits: FoundEdit[] = [];
	for (const { code, values, blob } of block.records) {
		const text = blob?.toString('utf8') ?? '';
		if (code === record.filename) names.set(values[0] ?? 0, text);
		else if (code === record.flag) flags.set(values[0] ?? 0, text);
		else if (code === record.diagnostic) {
			const level = levels[values[0] ?? 0] ?? 'error';
			if (level === 'ignored') continue;
			const flag = flags.get(values[6] ?? 0);
			const at = position(values, 1, names);
			found = {
				severity: level,
				message: flag ? `${text} [-${values[0] === remark ? 'R' : 'W'}${flag}]` : text,
				...(at ? { at: { ...at, endLine: 0, endColumn: 0 } } : {}),
				notes: [],
				fixes: []
			};
		} else if (code === record.range && found?.at && found.at.endLine === 0)
			found.at = around(found.at, range(values, names)) ?? found.at;
		else if (code === record.fix) {
			const at = range(values, names);
			if (at) edits.push({ ...at, text });
		}
	}
	const notes = block.blocks.flatMap((inner) => readBlock(inner, names, flags));
	if (!found) return notes;
	if (edits.length > 0) found.fixes.push({ title: undefined, edits });
	found.notes.push(...notes);
	return [found];
}

/** A file's number, line, column and offset. */
function position(values: BitRecord['values'], from: number, names: ReadonlyMap<number, string>) {
	const [file = 0, line = 0, column = 0] = values.slice(from, from + 3);
	const name = names.get(file);
	return name === undefined || line === 0 ? undefined : { file: name, line, column };
}

function range(
	values: BitRecord['values'],
	names: ReadonlyMap<number, string>
): FoundRange | undefined {
	const [start, end] = [position(values, 0, names), position(values, 4, names)];
	if (!start || !end || start.file !== end.file) return undefined;
	return { ...start, endLine: end.line, endColumn: end.column };
}

/** The range from the message's position on: what the position itself points at. Several ranges may surround an operator. */
function around(at: FoundRange, given: FoundRange | undefined): FoundRange | undefined {
	const isAt = given?.file === at.file && given.line === at.line && given.column === at.column;
	return given && isAt ? given : undefined;
}
