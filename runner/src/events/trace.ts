/**
 * The trace of a kernel's calls, as the supervisor writes it (`images/base/supervisor/trace.go` defines the bytes): which blocks
 * were executed, and each load and store with its address, in order. What it holds is as hostile as the program. Pure.
 */

export type SiteKind = 'mark' | 'lost' | 'block' | 'load' | 'store';

/** What entries of a trace are of. */
export type Site = {
	kind: SiteKind;
	/** Address of the instruction, or of the block's first one. */
	pc: number;
	/** Bytes of an access, instructions of a block. */
	size: number;
};

export type Trace = {
	/** Entries, and those before them that the ring lost. */
	entries: number;
	lost: number;
	/** Threads of the program. Only what the first one executed is traced. */
	threads: number;
	sites: Site[];
	/** For each entry: the number of its site, and the address of a load or store. */
	site: Uint32Array;
	address: Float64Array;
};

const kinds: readonly SiteKind[] = ['mark', 'lost', 'block', 'load', 'store'];
/** As many entries and sites as the emulator has room for (`images/base/supervisor/trace.go`). */
const mostEntries = 2 ** 21;
const mostSites = 2 ** 17;
/** A user's addresses have 47 bits. */
const addresses = 2 ** 47;

/** Undefined if the bytes are not what the supervisor writes. */
export function readTrace(bytes: Uint8Array): Trace | undefined {
	let at = 0;
	let isWhole = true;
	/** A LEB128 varint; exact below 2^53. */
	const varint = (): number => {
		let value = 0;
		for (let scale = 1; ; scale *= 128) {
			const byte = bytes[at++];
			if (byte === undefined || scale > 2 ** 63) {
				isWhole = false;
				return 0;
			}
			value += (byte & 127) * scale;
			if (byte < 128) return value;
		}
	};
	const recorded = varint();
	const threads = varint();
	const sites: Site[] = [];
	const last: number[] = [];
	// An entry has a byte at least.
	const room = Math.min(mostEntries, bytes.length);
	const site = new Uint32Array(room);
	const address = new Float64Array(room);
	let entries = 0;
	while (at < bytes.length && isWhole) {
		if (entries === mostEntries) return undefined;
		const number = varint();
		if (number === sites.length) {
			const pc = varint();
			const kind = kinds[varint()];
			if (kind === undefined || number === mostSites) return undefined;
			sites.push({ kind, pc, size: varint() });
			last.push(0);
		}
		const described = sites[number];
		if (!described) return undefined;
		if (described.kind === 'load' || described.kind === 'store') {
			const zigzag = varint();
			const change = zigzag % 2 === 0 ? zigzag / 2 : -(zigzag + 1) / 2;
			const next = (last[number] ?? 0) + change;
			if (next < 0 || next >= addresses) return undefined;
			last[number] = next;
			address[entries] = next;
		}
		site[entries++] = number;
	}
	if (!isWhole || recorded < entries || threads < 1) return undefined;
	return {
		entries,
		lost: recorded - entries,
		threads,
		sites,
		site: site.subarray(0, entries),
		address: address.subarray(0, entries)
	};
}
