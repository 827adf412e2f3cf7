/** The machine code that a runtime reports, method by method, and its source lines. */
import type { RuntimeRow } from '../measure/runtime-rows.ts';
import type { IlLine } from './dotnet-mdb.ts';

export type Method = { name: string; at: number; bytes: Buffer };

/** Rows that continue each other are one method. Empty methods are indistinguishable. */
export function methodsOf(rows: readonly RuntimeRow[]): Method[] {
	const methods: Method[] = [];
	for (const row of rows) {
		if (row.t !== 'code') continue;
		const bytes = Buffer.from(row.bytes, 'hex');
		const last = methods.at(-1);
		if (last && last.name === row.method && last.at + last.bytes.length === row.at)
			last.bytes = Buffer.concat([last.bytes, bytes]);
		else methods.push({ name: row.method, at: row.at, bytes });
	}
	return methods;
}

/** A stretch of machine code and its line; 0: no line. */
type Stretch = { from: number; line: number };

/**
 * The line by address for `addresses`, through IL: the runtime reports the IL of each stretch of code, the compiler
 * from which line that IL. Code of prologue, epilogue and the runtime's own has none.
 */
export function linesOf(
	rows: readonly RuntimeRow[],
	il: ReadonlyMap<number, readonly IlLine[]>,
	methods: readonly Method[],
	addresses: readonly number[]
): Map<number, number> {
	const lines = new Map<number, number>();
	const stretches = new Map<number, Stretch[]>();
	for (const row of rows) {
		if (row.t !== 'il') continue;
		const own = stretches.get(row.at) ?? [];
		for (const [native, offset] of row.pairs)
			own.push({ from: row.at + native, line: lineAt(il.get(row.token) ?? [], offset) });
		stretches.set(row.at, own);
	}
	// Where several begin at one address only the last has code; the others are empty.
	for (const own of stretches.values()) own.sort((a, b) => a.from - b.from);
	const byAddress = methods.toSorted((a, b) => a.at - b.at);
	for (const address of addresses) {
		const method = lastUpTo(byAddress, address, ({ at }) => at);
		if (!method || address >= method.at + method.bytes.length) continue;
		const line = lastUpTo(stretches.get(method.at) ?? [], address, ({ from }) => from)?.line;
		if (line !== undefined && line > 0) lines.set(address, line);
	}
	return lines;
}

const lineAt = (lines: readonly IlLine[], offset: number): number =>
	offset < 0 ? 0 : (lastUpTo(lines, offset, (ilLine) => ilLine.offset)?.line ?? 0);

/**
 * The last item that begins at or before a place, by binary search: the program determines the number of items, and thousands
 * of places are looked up. They are in the order of their beginnings.
 */
export function lastUpTo<T>(
	all: readonly T[],
	place: number,
	beginOf: (one: T) => number
): T | undefined {
	let [low, high] = [0, all.length];
	while (low < high) {
		const middle = (low + high) >>> 1;
		const one = all[middle];
		if (one !== undefined && beginOf(one) <= place) low = middle + 1;
		else high = middle;
	}
	return all[low - 1];
}
