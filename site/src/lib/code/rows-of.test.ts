import { expect, test } from 'vitest';
import {
	blockRows,
	blocksOf,
	columnsOf,
	figuresThatFit,
	mnemonicWidth,
	rowsByLine
} from './rows-of.ts';

/** As long a listing as a page is ever shown, with a last block that is not full. */
const listing = Array.from({ length: 20_000 + 7 }, (_, at) => ({
	address: `0x${at.toString(16)}`,
	text: 'add eax, 1',
	mnemonic: 'add',
	operands: at === 12_345 ? 'qword ptr [rdi + 8*rsi]' : 'eax, 1',
	line: at % 3 === 0 ? undefined : 1 + (at % 50),
	hot: false,
	figures: undefined,
	badges: at === 5 ? [1, 2] : []
}));

test('blocks hold every row once, in its order, and all but the last are full', () => {
	const blocks = blocksOf(listing);
	expect(blocks.flat()).toEqual(listing);
	expect(new Set(blocks.slice(0, -1).map(({ length }) => length))).toEqual(new Set([blockRows]));
	expect(blocks.at(-1)?.length).toBe(7);
	expect(blocksOf([])).toEqual([]);
});

test('the instructions of a line are found by their places', () => {
	const found = rowsByLine(listing);
	expect([...found.values()].flat().length).toBe(
		listing.filter(({ line }) => line !== undefined).length
	);
	for (const [line, places] of found)
		expect(places.every((at) => listing[at]?.line === line)).toBe(true);
});

test('a column is as wide as its widest cell, badges included', () => {
	const shows = {
		numbers: false,
		addresses: false,
		bytes: false,
		counts: false,
		jumps: false,
		figures: false,
		events: []
	};
	const instruction = (characters: number) => `minmax(calc(${characters}ch + 24px), 1fr)`;
	expect(columnsOf(listing, shows, 7)).toBe(instruction(7 + 'qword ptr [rdi + 8*rsi]'.length));
	expect(columnsOf(listing.slice(0, 10), shows, 7)).toBe(instruction(7 + 'eax, 1'.length + 6));
	expect(columnsOf([], shows, 7)).toBe(instruction(0));
	const [first] = listing;
	expect(first && columnsOf([{ ...first, data: 'packet' }], shows, 7)).toBe(
		instruction('add    eax, 1  # packet'.length)
	);
	const counted = listing.map((row, at) => ({
		...row,
		count: at === 3 ? 123_456_789 : 1,
		...(at === 4 ? { jump: { label: '.L10', parts: [] } } : {})
	}));
	const all = {
		numbers: true,
		addresses: true,
		bytes: false,
		counts: true,
		jumps: true,
		figures: true,
		events: ['loads', 'stores that miss L1']
	};
	expect(columnsOf(counted, all, 7)).toBe(
		`calc(5ch + 24px) calc(8ch + 24px) calc(11ch + 24px) calc(8ch + 24px) calc(19ch + 24px) calc(10ch + 24px) ${instruction(30)} calc(8ch + 24px) calc(8ch + 24px) calc(24ch + 24px)`
	);
});

test('operands stand below one another, and a few long mnemonics move only themselves', () => {
	const named = (...mnemonics: string[]) =>
		listing.slice(0, 1).flatMap((row) => mnemonics.map((mnemonic) => ({ ...row, mnemonic })));
	expect(mnemonicWidth(named('or', 'vaddpd'))).toBe(7);
	expect(mnemonicWidth(named('or'))).toBe(6);
	expect(mnemonicWidth(named('vcvttss2si', 'vgetmantpd', 'vextractf32x4'))).toBe(12);
	expect(mnemonicWidth([])).toBe(6);
	const alone = named('vzeroupper').map((row) => ({ ...row, operands: '' }));
	expect(mnemonicWidth([...named('vaddpd'), ...alone])).toBe(7);
});

test('columns of figures give way to the loop’s longest instruction, ports first', () => {
	const [row] = listing;
	if (!row) throw new Error('The listing is empty.');
	const figures = {
		address: row.address,
		latency: 1,
		uops: 1,
		reciprocalThroughput: 1,
		pressure: [{ resource: 'ALU0', cycles: 1 }],
		mayLoad: false,
		mayStore: false,
		sideEffects: false
	};
	const none = { numbers: false, addresses: false, bytes: false, events: 0 };
	const loop = (operands: string) => [
		{ ...row, operands: operands.repeat(9) },
		{ ...row, operands, figures, hot: true }
	];
	const fitting = (operands: string) =>
		[40, 60, 70, 80, 120].map((width) => figuresThatFit(loop(operands), 7, width, none));
	expect(fitting('eax, 1')).toEqual([0, 3, 3, 3, 3]);
	const vector = 'ymm0, ymm1, ymmword ptr [rdi + 8*rsi]';
	expect(fitting(vector)).toEqual([0, 0, 2, 3, 3]);
	expect(fitting(vector.replace('ymmword ptr ', ''))).toEqual(fitting(vector));
	const rows = loop('eax, 1').map((row) => ({ ...row, bytes: '4c895424f0' }));
	const beside = (more: Partial<typeof none>) =>
		[50, 70, 90].map((width) => figuresThatFit(rows, 7, width, { ...none, ...more }));
	expect([beside({}), beside({ bytes: true }), beside({ addresses: true, events: 2 })]).toEqual([
		[2, 3, 3],
		[0, 3, 3],
		[0, 2, 3]
	]);
});
