/**
 * The count run: the program under our qemu-user, which counts how often each translated block was executed, in each call of the
 * kernel apart. The counts are in memory that the program's system calls do not reach, and the supervisor writes them down
 * (`counts-text.ts`). Here they become exact executions per instruction. The program is linked to fixed addresses, so the
 * counted addresses are the listing's.
 */
import { defined } from '@cyclelab/contract/defined';
import type { Target } from '@cyclelab/exercises/schema';
import { countingEnv, type CountRequest } from '../toolchains/harness-env.ts';
import type { Command, Limits } from '../sandbox/command.ts';
import { isaOf } from './isa-of.ts';
import { isRepeated } from './repeated.ts';
import { readCountsText, type CountsText } from './counts-text.ts';
import { isEnd, isJump, type Decoded, type DecodedFunction } from './listing.ts';

const qemu = '/opt/cyclelab/qemu';

/**
 * @param program as the processor would execute it
 * @param counts artifact of the counts
 * @param trace artifact of the trace of the calls, if there is to be one
 */
export function countCommand(
	{
		argv,
		env,
		uses = [],
		counts,
		trace
	}: Pick<Command, 'argv' | 'env' | 'uses' | 'trace'> & { counts: string },
	target: Target,
	asked: CountRequest,
	limits: Limits
): Command {
	const [emulator = '', ...options] = isaOf(target).emulator;
	return {
		argv: [`${qemu}/${emulator}`, ...options, '-count', ...argv],
		env: { ...env, ...countingEnv(asked) },
		uses: [...uses],
		counts,
		...defined({ trace }),
		fetches: [trace ?? counts],
		limits
	};
}

/** Instructions executed in code that is not shown: in one file, or in memory that is of none. */
export type UnshownRegion = {
	/** Of the file it was mapped from; absent: anonymous memory, as of code made while the program ran. */
	file?: string;
	/** Addresses of the first and last block. */
	from: number;
	to: number;
	executed: number;
};

/** What was executed in a part of a count run: in one call of the kernel, or before the first. */
export type PartCounts = {
	/** Executions by instruction address, for all instructions of the functions that were asked about; 0 = never. */
	counts: Map<number, number>;
	/** All instructions that were executed, in whatever code, and each repetition of a repeated one. */
	total: number;
	/** Of these, the instructions that other threads and processes executed than the one that calls the kernel. */
	others: number;
	/** Where the blocks ran that do not begin in the functions, most executed first. */
	unshown: UnshownRegion[];
};

/** One count run: what was executed before the first call of the kernel, the calls, and the threads that were counted together. */
type CountedRun = { start: PartCounts; calls: PartCounts[]; threads: number };

/**
 * @param calls how often the kernel was asked to be called
 * @returns undefined if the text is not the supervisor's, the program ran more blocks than can be counted, or the harness did not
 *   make the marks of so many calls
 */
export function readCounts(
	text: Buffer,
	functions: readonly DecodedFunction[],
	calls = 1
): CountedRun | undefined {
	// The harness makes a mark before and after each call.
	const read = readCountsText(text, 2 * calls);
	if (!read) return undefined;
	const all = functions.flatMap(({ instructions }) => instructions);
	const position = new Map(all.map(({ address }, index) => [address, index]));
	const places = Int32Array.from(
		{ length: read.blocks },
		(_, i) => position.get(read.pcs[i] ?? -1) ?? -1
	);
	const parts: PartCounts[] = [];
	for (const mark of [0, ...Array.from({ length: calls }, (_, call) => 2 * call + 1)]) {
		const executed = read.executed[mark] ?? new Float64Array();
		const counts = countsIn(read, executed, places, all);
		if (!counts) return undefined;
		const unshown = unshownIn(read, executed, places);
		const others = Math.min(read.others[mark] ?? 0, Number.MAX_SAFE_INTEGER);
		parts.push({ counts, total: totalIn(read, executed), others, unshown });
	}
	const [start, ...counted] = parts;
	return start && { start, calls: counted, threads: read.threads };
}

/**
 * Executions of each instruction, by address. The emulator's blocks overlap, so their counts are added. Undefined if a sum
 * cannot come from a program that ran to its end: the counts are not the emulator's.
 */
function countsIn(
	{ lengths }: CountsText,
	executed: Float64Array,
	places: Int32Array,
	all: readonly Decoded[]
): Map<number, number> | undefined {
	// Differences: a block adds at its beginning and subtracts behind its end, so a long block costs two steps.
	const change = new Array<number>(all.length + 1).fill(0);
	places.forEach((from, block) => {
		if (from < 0) return;
		const times = executed[block] ?? 0;
		const to = Math.min(from + (lengths[block] ?? 0), all.length);
		change[from] = (change[from] ?? 0) + times;
		change[to] = (change[to] ?? 0) - times;
	});
	const counts = new Map<number, number>();
	let running = 0;
	all.forEach(({ address }, index) => {
		running += change[index] ?? 0;
		counts.set(address, running);
	});
	if ([...counts.values()].some((count) => !Number.isSafeInteger(count))) return undefined;
	const targets = new Set(all.map(({ target }) => target));
	all.forEach((instruction, index) => {
		if (isRepeated(instruction.text))
			counts.set(instruction.address, entered(all, index, counts, targets));
	});
	return counts;
}

function totalIn({ blocks, lengths }: CountsText, executed: Float64Array): number {
	let total = 0;
	for (let i = 0; i < blocks; i++) total += (lengths[i] ?? 0) * (executed[i] ?? 0);
	return Math.min(total, Number.MAX_SAFE_INTEGER);
}

function unshownIn(
	{ pcs, lengths, regions }: CountsText,
	executed: Float64Array,
	places: Int32Array
): UnshownRegion[] {
	const byFile = new Map<string, UnshownRegion>();
	let region: CountsText['regions'][number] | undefined;
	places.forEach((place, block) => {
		const times = executed[block] ?? 0;
		if (place >= 0 || times === 0) return;
		const pc = pcs[block] ?? 0;
		const isIn = (one: typeof region) => one !== undefined && pc >= one.from && pc < one.to;
		// Most blocks are in the region of the block before.
		if (!isIn(region)) region = regions.find(isIn);
		const file = region?.name ?? unnamed;
		const mapped = byFile.get(file) ?? { from: pc, to: pc, executed: 0 };
		byFile.set(file, mapped);
		mapped.from = Math.min(mapped.from, pc);
		mapped.to = Math.max(mapped.to, pc);
		mapped.executed += (lengths[block] ?? 0) * times;
	});
	return [...byFile]
		.map(([file, known]) => ({
			...(file === unnamed ? {} : { file }),
			...known,
			executed: Math.min(known.executed, Number.MAX_SAFE_INTEGER)
		}))
		.sort((a, b) => b.executed - a.executed);
}

const unnamed = '-';

/** Its neighbours in the same block are executed as often as it is entered. */
function entered(
	all: readonly Decoded[],
	index: number,
	counts: ReadonlyMap<number, number>,
	targets: ReadonlySet<number | undefined>
): number {
	const before = all[index - 1];
	// A jump to it passes the instruction before it.
	const isJoined = before && !isJump(before) && !isEnd(before) && !targets.has(all[index]?.address);
	const near = [isJoined ? before : undefined, all[index + 1]];
	return Math.min(
		counts.get(all[index]?.address ?? 0) ?? 0,
		...near.map((one) => (one ? (counts.get(one.address) ?? 0) : Infinity))
	);
}
