/** A long listing as it is drawn: in blocks of rows, with columns of known width. Pure. */
import { sum } from '@cyclelab/contract/measure/statistics';
import { dataNote } from '../../../shared/instruction-lines.ts';
import { grouped } from '../ui/format.ts';
import { pressureText, type ListedInstruction } from './listing.ts';

/** Rows of a block. A browser lays out the blocks in sight alone, so one should be about a screenful. */
export const blockRows = 100;

/** A listing of more rows than these has blocks; below, a table's own columns fit better and cost nothing. */
export const shortRows = 500;

/** Blocks of a longer listing that a page has at first, in some 100 kB of HTML. */
export const blocksAtFirst = 2;

/** Blocks that follow at a time while the reader looks at them. */
export const blocksAtOnce = 10;

export function blocksOf<Row>(rows: readonly Row[]): Row[][] {
	const count = Math.ceil(rows.length / blockRows);
	return Array.from({ length: count }, (_, i) => rows.slice(i * blockRows, (i + 1) * blockRows));
}

/** Where the instructions of each source line stand. */
export function rowsByLine(rows: readonly { line?: number | undefined }[]): Map<number, number[]> {
	const found = new Map<number, number[]>();
	for (const [at, { line }] of rows.entries()) {
		if (line === undefined) continue;
		const known = found.get(line);
		if (known) known.push(at);
		else found.set(line, [at]);
	}
	return found;
}

/**
 * Columns of a listing whose blocks know nothing of each other's, each as wide as its widest cell: CSS for a grid.
 * @param shows which columns there are beside the instructions
 */
export function columnsOf(
	rows: readonly ListedInstruction[],
	shows: {
		numbers: boolean;
		addresses: boolean;
		bytes: boolean;
		counts: boolean;
		jumps: boolean;
		figures: boolean;
		/** Names of the chosen events. */
		events: readonly string[];
	},
	mnemonic: number
): string {
	const most = rows.reduce((sum, { count = 0 }) => Math.max(sum, count), 0);
	const wide = (characters: number) => `calc(${characters}ch + 24px)`;
	return [
		...(shows.numbers ? [wide(Math.max(4, `${rows.length}`.length))] : []),
		...(shows.addresses
			? [wide(Math.max(8, ...rows.slice(-1).map((row) => row.address.length)))]
			: []),
		...(shows.bytes
			? [wide(rows.reduce((most, { bytes = '' }) => Math.max(most, bytes.length * 1.5), 0))]
			: []),
		...(shows.counts ? [wide(Math.max(8, grouped(most).length))] : []),
		...shows.events.map((name) => wide(Math.max(8, name.length))),
		...(shows.jumps ? [wide(jumpCharacters(rows))] : []),
		`minmax(${wide(widest(rows, mnemonic))}, 1fr)`,
		...(shows.figures ? [wide(8), wide(8), wide(24)] : [])
	].join(' ');
}

/** Characters of labels and of the lines of jumps. */
const jumpCharacters = (rows: readonly ListedInstruction[]): number =>
	rows.reduce((most, { jump }) => Math.max(most, (jump?.label?.length ?? 0) + 1), 0) + 5;

/** Characters of a listing's mnemonics, with the space behind them. A few long ones do not move the others. */
export const mnemonicWidth = (rows: readonly ListedInstruction[]): number =>
	Math.min(
		11,
		Math.max(
			5,
			...rows.slice(0, shortRows).map((row) => (row.operands === '' ? 0 : row.mnemonic.length))
		)
	) + 1;

/** The most characters that an instruction takes, with its badges. */
const widest = (rows: readonly ListedInstruction[], mnemonicCharacters: number): number =>
	rows.reduce((most, { mnemonic, operands, data, badges }) => {
		const note = data === undefined ? 0 : 2 + dataNote(data).length;
		const characters =
			Math.max(mnemonicCharacters, mnemonic.length + 1) +
			operands.length +
			note +
			3 * badges.length;
		return Math.max(most, characters);
	}, 0);

/** The register beside it says how many bytes are read or written. */
export const vectorSize = /[xyz]mmword ptr /;

/** Characters. Longer lists of ports end with an ellipsis. */
export const longestPorts = 14;
/** Characters of a column beside its text, and of two columns. */
const [padding, latencyAndUops] = [2.5, 14];

/**
 * How many of the model's three columns fit beside the loop's longest instruction. Ports need the most room, and go first.
 * @param width of the pane, characters
 * @param shows which columns there are besides counts and labels
 */
export function figuresThatFit(
	rows: readonly ListedInstruction[],
	mnemonic: number,
	width: number,
	shows: { numbers: boolean; addresses: boolean; bytes: boolean; events: number }
): number {
	const loop = rows
		.filter(({ hot }) => hot)
		.map((row) => ({ ...row, operands: row.operands.replace(vectorSize, ''), data: undefined }));
	const most = Math.max(0, ...loop.map(({ count = 0 }) => count));
	const counts = Math.max(7, grouped(most).length) + padding;
	const columns = [
		...(shows.numbers ? [4] : []),
		...(shows.addresses ? [rows[0]?.address.length ?? 0] : []),
		...(shows.bytes ? [Math.max(...rows.map(({ bytes = '' }) => bytes.length * 1.35))] : [])
	];
	const chosen =
		sum(columns.map((characters) => characters + padding)) + shows.events * (7 + padding);
	const left = width - chosen - counts - jumpCharacters(loop) - widest(loop, mnemonic) - padding;
	const ports = Math.max(
		...loop.map(({ figures }) => pressureText(figures?.pressure ?? []).length)
	);
	if (left >= latencyAndUops + Math.min(longestPorts, ports) + padding) return 3;
	return left >= latencyAndUops ? 2 : 0;
}
