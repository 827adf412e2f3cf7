/**
 * The count run: the program under our qemu-user, which counts how often each translated block was executed.
 * The counts are in memory that the program's system calls do not reach, and the supervisor writes them down
 * (`images/base/supervisor/counts.go` defines the lines). Read into exact executions per instruction. The program is linked
 * to fixed addresses, so the counted addresses are the listing's.
 */
import type { Target } from '@cyclelab/exercises/schema';
import { countingEnv, type CountRequest } from '../toolchains/harness-env.ts';
import type { Command, Limits } from '../sandbox/command.ts';
import { isaOf } from './isa-of.ts';
import { isRepeated } from './repeated.ts';
import { hasMoreLines, linesOf } from './lines.ts';
import { addressesOf, isEnd, isJump, type Decoded, type DecodedFunction } from './listing.ts';

const qemu = '/opt/cyclelab/qemu';

/**
 * @param program as the processor would execute it
 * @param counts artifact of the counts
 */
export function countCommand(
	{ argv, env, uses = [], counts }: Pick<Command, 'argv' | 'env' | 'uses'> & { counts: string },
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
		fetches: [counts],
		limits
	};
}

/** As many blocks as there is room for (`images/base/supervisor/counts.go`). */
const mostBlocks = 2 ** 18;
/** Blocks and threads. Recordings of earlier versions have no threads: their programs had one. */
const startLine = /^start (\d{1,16})(?: (\d{1,20}))?$/;
/** Of regions and blocks together, with the first. */
const mostLines = mostBlocks + 128;
const blockLine = /^([0-9a-f]{1,16}) (\d{1,6}) (\d{1,16})$/;
const regionLine = /^region ([0-9a-f]{1,16}) ([0-9a-f]{1,16}) ([A-Za-z0-9_.+-]{1,48})$/;

type CountedBlock = { pc: number; instructions: number; count: number };

/** Undefined if the text is not what the supervisor writes, or a block was executed that there was no room to count. */
function readBlocks(text: string): CountedBlock[] | undefined {
	if (hasMoreLines(text, mostLines)) return undefined;
	const lines = linesOf(text);
	const translated = startLine.exec(lines.next().value ?? '')?.[1];
	if (translated === undefined || Number(translated) > mostBlocks) return undefined;
	const blocks: CountedBlock[] = [];
	for (const line of lines) {
		if (line.length > 128) return undefined;
		const [, pc = '', instructions, times] = blockLine.exec(line) ?? [];
		const count = Number(times);
		if (Number.isSafeInteger(count))
			blocks.push({ pc: parseInt(pc, 16), instructions: Number(instructions), count });
	}
	return blocks;
}

/**
 * Executions by instruction address, for all instructions of `functions` (0 = never). Blocks overlap, so counts add up.
 * Undefined if the text is not the supervisor's, or the program ran more blocks than can be counted.
 */
export function readCounts(
	text: string,
	functions: readonly DecodedFunction[]
): Map<number, number> | undefined {
	const blocks = readBlocks(text);
	if (!blocks) return undefined;
	const all = functions.flatMap(({ instructions }) => instructions);
	const position = new Map(all.map(({ address }, index) => [address, index]));
	// Differences: a block adds at its beginning and subtracts behind its end, so a long block costs two steps.
	const change = new Array<number>(all.length + 1).fill(0);
	for (const { pc, instructions, count } of blocks) {
		const from = position.get(pc);
		if (from === undefined) continue;
		const to = Math.min(from + instructions, all.length);
		change[from] = (change[from] ?? 0) + count;
		change[to] = (change[to] ?? 0) - count;
	}
	const counts = new Map<number, number>();
	let running = 0;
	all.forEach(({ address }, index) => {
		running += change[index] ?? 0;
		counts.set(address, running);
	});
	// Each line may be a count, their sum is none of a program that has ended.
	if ([...counts.values()].some((count) => !Number.isSafeInteger(count))) return undefined;
	const targets = new Set(all.map(({ target }) => target));
	all.forEach((instruction, index) => {
		if (isRepeated(instruction.text))
			counts.set(instruction.address, entered(all, index, counts, targets));
	});
	return counts;
}

/** Threads that the program had while it was counted, all of which the counts are of; at most a million. */
export function readThreads(text: string): number {
	const [, , threads = '1'] = startLine.exec(linesOf(text, mostLines).next().value ?? '') ?? [];
	return Math.min(Number(threads), 1_000_000);
}

/** All instructions that were executed, in whatever code, and each repetition of a repeated one. */
export function readTotal(text: string): number {
	const total = (readBlocks(text) ?? []).reduce(
		(sum, one) => sum + one.instructions * one.count,
		0
	);
	return Math.min(total, Number.MAX_SAFE_INTEGER);
}

const othersLine = /^others (\d{1,20})$/m;

/** Of these, the instructions that other threads and processes executed than the one that calls the kernel. */
export const readOthers = (text: string) =>
	Math.min(Number(othersLine.exec(text.slice(0, 128))?.[1] ?? 0), Number.MAX_SAFE_INTEGER);

/** Instructions executed in code that is not shown: in one file, or in memory that is of none. */
export type UnshownRegion = {
	/** Of the file it was mapped from; absent: anonymous memory, as of code made while the program ran. */
	file?: string;
	/** Addresses of the first and last block. */
	from: number;
	to: number;
	executed: number;
};

/** Where the blocks ran that do not begin in `functions`, most executed first. */
export function readUnshown(text: string, functions: readonly DecodedFunction[]): UnshownRegion[] {
	const shown = new Set(addressesOf(functions));
	const regions = [...linesOf(text, mostRegions + 1)].flatMap((line) => {
		const [, from, to = '', name = ''] = regionLine.exec(line.slice(0, 128)) ?? [];
		return from === undefined ? [] : [{ from: parseInt(from, 16), to: parseInt(to, 16), name }];
	});
	const byFile = new Map<string, UnshownRegion>();
	for (const { pc, instructions, count } of readBlocks(text) ?? []) {
		if (shown.has(pc)) continue;
		const file = regions.find(({ from, to }) => pc >= from && pc < to)?.name ?? unnamed;
		const known = byFile.get(file) ?? { from: pc, to: pc, executed: 0 };
		byFile.set(file, {
			...(file === unnamed ? {} : { file }),
			from: Math.min(known.from, pc),
			to: Math.max(known.to, pc),
			executed: Math.min(known.executed + instructions * count, Number.MAX_SAFE_INTEGER)
		});
	}
	return [...byFile.values()].sort((a, b) => b.executed - a.executed);
}

const mostRegions = 64;
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
