import { expect, test } from 'vitest';
import { sheetCell } from './sheet-cell.ts';

test.for([
	[undefined, ''],
	[null, ''],
	[1.5, '1.5'],
	[true, 'true'],
	['plain-text', 'plain-text'],
	['a "word", twice', '"a ""word"", twice"'],
	['=1+1', "'=1+1"],
	['\t=1', "'\t=1"],
	['x; =cmd;-1', "x; '=cmd;'-1"],
	['＝1', "'＝1"]
] as const)('%j is %j in a sheet', ([value, cell]) => {
	expect(sheetCell(value)).toBe(cell);
});
