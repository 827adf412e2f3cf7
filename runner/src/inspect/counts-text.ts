/**
 * The text of a count run, as the supervisor writes it (`images/base/supervisor/counts.go` defines the lines). Read byte by byte into
 * columns: CoreCLR's start has 75,000 lines, and an object for each kept the garbage collector busy for longer than all else. Pure.
 */

/** As many blocks as there is room for (`images/base/supervisor/counts.go`). */
const mostBlocks = 2 ** 18;
const mostRegions = 64;
/** Of regions and blocks together, with the first. */
const mostLines = mostBlocks + 128;
const longestLine = 128;
const mostThreads = 1_000_000;

/** Blocks, threads and marks. */
const startLine = /^start (\d{1,16}) (\d{1,20}) (\d{1,20})$/;
const othersLine = /^others((?: \d{1,20})+)$/;
const regionLine = /^region ([0-9a-f]{1,16}) ([0-9a-f]{1,16}) ([A-Za-z0-9_.+-]{1,48})$/;

export type CountsText = {
	/** That the program had while it was counted; at most a million. */
	threads: number;
	/** Instructions that other threads and processes executed than the first, up to each mark from the one before it. */
	others: number[];
	/** Memory that code was executed from: bounds, and the file's name, or "-". */
	regions: { from: number; to: number; name: string }[];
	/** Blocks that were executed. The columns have an entry for each, and may be longer. */
	blocks: number;
	/** Addresses. */
	pcs: Float64Array;
	/** Instructions in a block. */
	lengths: Float64Array;
	/** For each mark: how often the blocks were executed up to it, from the mark before it or from the start. */
	executed: Float64Array[];
};

/**
 * @param marks how many the harness makes
 * @returns undefined if the text is not what the supervisor writes, it has other marks, or a block was executed that there was no
 *   room to count
 */
export function readCountsText(text: Buffer, marks: number): CountsText | undefined {
	const first = text.subarray(0, longestLine).toString('latin1').split('\n', 1)[0] ?? '';
	const [start, translated, threads, marked] = startLine.exec(first) ?? [];
	const room = Number(translated);
	if (start === undefined || room > mostBlocks || Number(marked) !== marks) return undefined;
	const read: CountsText = {
		threads: Math.min(Number(threads), mostThreads),
		others: [],
		regions: [],
		blocks: 0,
		pcs: new Float64Array(room),
		lengths: new Float64Array(room),
		executed: Array.from({ length: marks }, () => new Float64Array(room))
	};
	let from = first.length + 1;
	for (let lines = 1; from < text.length; lines++) {
		const end = text.indexOf(lineFeed, from);
		const to = end < 0 ? text.length : end;
		if (to - from > longestLine || lines === mostLines) return undefined;
		if (readBlock(text, from, to, read)) read.blocks++;
		else {
			for (const column of read.executed) column[read.blocks] = 0;
			readOther(text.toString('latin1', from, to), read);
		}
		from = to + 1;
	}
	return read;
}

const lineFeed = 10;
const blank = 32;
const mostHexadecimalDigits = 16;

/**
 * `<pc> <instructions> <count> ...`: a column for each mark, of which zeros at the end are left out. False: no such line, of which
 * some columns may be filled.
 */
function readBlock(text: Buffer, from: number, to: number, read: CountsText): boolean {
	const { blocks, pcs, lengths, executed } = read;
	let at = from;
	let pc = 0;
	for (; at < to && at - from < mostHexadecimalDigits; at++) {
		const digit = hexadecimalDigit(text[at] ?? 0);
		if (digit < 0) break;
		pc = pc * 16 + digit;
	}
	if (at === from || blocks === pcs.length) return false;
	for (let column = -1; at < to; column++) {
		if (text[at] !== blank || column === executed.length) return false;
		const begin = ++at;
		let value = 0;
		for (; at < to; at++) {
			const digit = (text[at] ?? 0) - zero;
			if (digit < 0 || digit > 9) break;
			value = value * 10 + digit;
		}
		if (at === begin || !Number.isSafeInteger(value)) return false;
		const into = column < 0 ? lengths : executed[column];
		if (into) into[blocks] = value;
	}
	pcs[blocks] = pc;
	return true;
}

const zero = 48;

/** -1: no digit. */
function hexadecimalDigit(code: number): number {
	if (code >= zero && code <= 57) return code - zero;
	return code >= 97 && code <= 102 ? code - 87 : -1;
}

/** A line of another form is left out. */
function readOther(line: string, { others, regions }: CountsText): void {
	const [region, from = '', to = '', name = ''] = regionLine.exec(line) ?? [];
	if (region !== undefined && regions.length < mostRegions)
		regions.push({ from: parseInt(from, 16), to: parseInt(to, 16), name });
	const [, work] = othersLine.exec(line) ?? [];
	if (work !== undefined) others.splice(0, Infinity, ...work.slice(1).split(' ').map(Number));
}
