/** What toolchains share whose programs are ELF files at fixed addresses: reading and counting them. Steps only. */
import { defined } from '@cyclelab/contract/defined';
import { isDeepStrictEqual } from 'node:util';
import { disassembleCommand, readDisassembly, withLines } from '../inspect/disassemble.ts';
import { countCommand, readCounts } from '../inspect/count.ts';
import { addressesOf, type DecodedFunction } from '../inspect/listing.ts';
import { done, failed } from '../inspect/read.ts';
import { readUnstepped, stepCommand, type Unstepped } from '../inspect/stepped.ts';
import { programLines } from '../inspect/program-lines.ts';
import { readSymbols, symbolizeCommand } from '../inspect/symbolize.ts';
import { failureOf } from '../measure/failure-of.ts';
import { printedIn } from '../measure/printed.ts';
import { finishRows, nothingRead, readRows, type Rows } from '../measure/rows.ts';
import type { Command, Limits } from '../sandbox/command.ts';
import { inForce } from '../sandbox/limits.ts';
import type { FailureFacts } from '@cyclelab/contract/schema/failure';
import { countsName, sourceName } from './names.ts';
import { step } from './toolchain.ts';
import type { Build, BuiltProgram, CountedCall, Counts, Steps } from './toolchain.ts';
import { lengthsOf, type CountRequest } from './harness-env.ts';

/**
 * The functions of an ELF's executable sections, with the lines of the learner's file.
 * @param options more of llvm-objdump's
 * @param more.file the learner's file as the line table names it
 * @param more.listing one that was made with the program, which is read if the same command gave it
 * @param more.bytes the program's: llvm-symbolizer is asked about those addresses alone whose lines are not read in them
 */
export function* disassembleElf(
	build: Pick<Build, 'variant' | 'language' | 'target'>,
	program: string,
	limits: Limits,
	options: readonly string[] = [],
	{
		file = sourceName(build),
		listing: made,
		bytes
	}: {
		file?: string;
		listing?: BuiltProgram['listing'] | undefined;
		bytes?: Buffer | undefined;
	} = {}
): Steps<DecodedFunction[]> {
	const stage = 'disassemble';
	const command = disassembleCommand(program, build.target, limits, options);
	const listing =
		made && isDeepStrictEqual(made.command, command)
			? made.output
			: yield* step({ stage, command });
	const read = readDisassembly(listing, build.variant, build.target, inForce(limits));
	if (!read.ok) return read;
	const addresses = addressesOf(read.value);
	const { lines, open } = (bytes && programLines(bytes, addresses, file)) ?? {
		lines: new Map<number, number>(),
		open: addresses
	};
	if (open.length > 0) {
		const symbols = yield* step({ stage, command: symbolizeCommand(program, open, limits) });
		for (const [address, line] of readSymbols(symbols, file)) lines.set(address, line);
	}
	return done(withLines(read.value, lines));
}

/** One process under the counting emulator: its rows, what its calls returned, and the counts as the emulator wrote them. */
type CountRun = Pick<Counts, 'results' | 'printed'> & { rows: Rows; text: Buffer };

/** @param program `argv` and `uses`: as the processor would execute it */
export function* countRun(
	{ variant, target }: Pick<Build, 'variant' | 'target'>,
	program: Pick<Command, 'argv' | 'env' | 'uses'>,
	asked: CountRequest,
	limits: Limits
): Steps<CountRun> {
	const where = { stage: 'count', variant } as const;
	const artifact = countsName(variant, asked.iterations);
	const command = countCommand({ ...program, counts: artifact }, target, asked, limits);
	const ended = yield* step({ stage: 'count', command });
	const failure = failureOf(ended, where, inForce(limits));
	if (failure) return failed(failure);
	const rows = finishRows(readRows(nothingRead, ended.results), where);
	if (!rows.ok) return rows;
	const results = resultsOf(rows.rows, lengthsOf(asked));
	if (!results) return failed(disturbed(variant));
	const text = ended.fetched.get(artifact) ?? Buffer.alloc(0);
	return done({ rows: rows.rows, results, text, ...defined({ printed: printedIn(ended) }) });
}

/** One count run of a program whose code lies where the file has it. */
export function* countElf(
	build: Pick<Build, 'variant' | 'target'>,
	program: Pick<Command, 'argv' | 'env' | 'uses'>,
	functions: readonly DecodedFunction[],
	asked: CountRequest,
	limits: Limits
): Steps<Counts> {
	const ran = yield* countRun(build, program, asked, limits);
	if (!ran.ok) return ran;
	const { rows: _, text, ...others } = ran.value;
	const counted = readCounts(text, functions, lengthsOf(asked).length);
	if (!counted) return failed(disturbed(build.variant));
	const { start, calls, threads } = counted;
	return done({ counts: upToFirst(start, calls), calls, threads, ...others });
}

/**
 * One count run on the processor, in a sandbox that audits, or why there is none. `counts` is of the first call alone.
 * `argv` and `uses`: as the processor would execute it.
 */
export function* stepElf(
	{ variant }: Pick<Build, 'variant'>,
	program: Pick<Command, 'argv' | 'env' | 'uses'>,
	functions: readonly DecodedFunction[],
	asked: CountRequest,
	limits: Limits
): Steps<Counts | Unstepped> {
	const where = { stage: 'count', variant } as const;
	const kernel = functions.find(({ symbol }) => symbol === 'kernel');
	if (!kernel) return done<Unstepped>({ none: 'unreachable' });
	const command = stepCommand(program, kernel.address, asked, limits);
	const ended = yield* step({ stage: 'count', command });
	if (ended.timedOut) return done<Unstepped>({ none: 'steps' });
	const none = readUnstepped(ended.stdout);
	if (none) return done(none);
	const failure = failureOf(ended, where, inForce(command.limits, 'audit'));
	if (failure) return failed(failure);
	const rows = finishRows(readRows(nothingRead, ended.results), where);
	if (!rows.ok) return rows;
	const lengths = lengthsOf(asked);
	const results = resultsOf(rows.rows, lengths);
	if (!results) return failed(disturbed(variant));
	const counted = readCounts(ended.stdout, functions, lengths.length);
	if (!counted) return failed(disturbed(variant));
	const [first] = counted.calls;
	if (!first) throw new Error('no call was asked for');
	return done({ counts: first.counts, calls: counted.calls, threads: 1, results });
}

/** What the calls returned; undefined if the rows are of other calls than those that were asked for. */
function resultsOf(
	{ first, later }: Rows,
	lengths: readonly number[]
): readonly [string, ...string[]] | undefined {
	const made = [first, ...later].map(({ n }) => n);
	return isDeepStrictEqual(made, lengths)
		? [first.result, ...later.map(({ result }) => result)]
		: undefined;
}

/** The counts of the start and of the first call together. */
export function upToFirst(
	start: CountedCall,
	[first]: readonly CountedCall[]
): Map<number, number> {
	return new Map(
		[...start.counts].map(([address, count]) => [
			address,
			count + (first?.counts.get(address) ?? 0)
		])
	);
}

export const disturbed = (variant: string): FailureFacts => ({
	stage: 'count',
	variant,
	kind: 'implausible',
	bound: 'countDisturbed',
	reason: 'The program disturbed the counting of its instructions.'
});
