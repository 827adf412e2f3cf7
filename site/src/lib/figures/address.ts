/** An address as tag, set and offset, and the sets that the lines of a matrix's column belong to. Pure. */
import type { Machine } from './context.ts';

/** A cache whose sets are chosen by the bits above the offset; all powers of two but the ways. */
export interface Sets {
	/** Bytes of a line. */
	line: number;
	sets: number;
	ways: number;
}

const isPowerOfTwo = (value: number) => Number.isInteger(Math.log2(value));

/** The L1 data cache that a machine reports, if it has the ways and its sets can be chosen by bits. */
export function reportedL1(machine: Machine | undefined, line: number): Sets | undefined {
	const l1 = machine?.caches.find(({ level }) => level === 1);
	if (!l1?.ways) return undefined;
	const sets = l1.bytes / l1.ways / line;
	return isPowerOfTwo(sets) ? { line, sets, ways: l1.ways } : undefined;
}

export const bytesOf = ({ line, sets, ways }: Sets): number => line * sets * ways;

export interface Split {
	tag: number;
	set: number;
	offset: number;
}

export function splitOf(address: number, { line, sets }: Sets): Split {
	const lineNumber = Math.floor(address / line);
	return { tag: Math.floor(lineNumber / sets), set: lineNumber % sets, offset: address % line };
}

export interface Column {
	/** Bytes from one element to the next. */
	stride: number;
	/** The addresses of its elements, from the first one at 0. */
	addresses: number[];
	/** How many of its lines belong to each set. */
	lines: number[];
	/** Sets with a line of it. */
	used: number;
	/** Most lines in one set. */
	most: number;
	/** Lines that find a place at a time. */
	held: number;
	total: number;
}

/** The column of a square matrix: as many elements as a row has. */
export function columnOf(side: number, element: number, cache: Sets): Column {
	const stride = side * element;
	const addresses = Array.from({ length: side }, (_, row) => row * stride);
	const distinct = [...new Set(addresses.map((address) => Math.floor(address / cache.line)))];
	const lines = Array.from({ length: cache.sets }, () => 0);
	for (const line of distinct) {
		const set = line % cache.sets;
		lines[set] = (lines[set] ?? 0) + 1;
	}
	return {
		stride,
		addresses,
		lines,
		used: lines.filter((count) => count > 0).length,
		most: Math.max(...lines),
		held: lines.reduce((sum, count) => sum + Math.min(count, cache.ways), 0),
		total: distinct.length
	};
}

/** A number in so many binary digits. */
export const binary = (value: number, digits: number): string =>
	value.toString(2).padStart(digits, '0');
