/** What toolchains share whose programs are ELF files at fixed addresses: reading and counting them. Steps only. */
import { isDeepStrictEqual } from 'node:util';
import { disassembleCommand, readDisassembly, withLines } from '../inspect/disassemble.ts';
import { countCommand, readCounts } from '../inspect/count.ts';
import { addressesOf, type DecodedFunction } from '../inspect/listing.ts';
import { done, failed } from '../inspect/read.ts';
import { programLines } from '../inspect/program-lines.ts';
import { readSymbols, symbolizeCommand } from '../inspect/symbolize.ts';
import { failureOf } from '../measure/failure-of.ts';
import { finishRows, nothingRead, readRows } from '../measure/rows.ts';
import type { Command, Limits } from '../sandbox/command.ts';
import { inForce } from '../sandbox/limits.ts';
import type { FailureFacts } from '../schema/failure.ts';
import { countsName, sourceName } from './names.ts';
import { step } from './toolchain.ts';
import type { Build, BuiltProgram, CountedCall, Counts, Steps } from './toolchain.ts';
import { callsIn, type CountRequest } from './harness-env.ts';

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

/** One count run of a program. `argv` and `uses`: as the processor would execute it. */
export function* countElf(
	{ variant, target }: Pick<Build, 'variant' | 'target'>,
	program: Pick<Command, 'argv' | 'env' | 'uses'>,
	functions: readonly DecodedFunction[],
	asked: CountRequest,
	limits: Limits
): Steps<Counts> {
	const where = { stage: 'count', variant } as const;
	const artifact = countsName(variant, asked.iterations);
	const command = countCommand({ ...program, counts: artifact }, target, asked, limits);
	const ended = yield* step({ stage: 'count', command });
	const failure = failureOf(ended, where, inForce(limits));
	if (failure) return failed(failure);
	const rows = finishRows(readRows(nothingRead, ended.results), where);
	if (!rows.ok) return rows;
	const text = ended.fetched.get(artifact) ?? Buffer.alloc(0);
	const counted = readCounts(text, functions, callsIn(asked));
	if (!counted) return failed(disturbed(variant));
	const { start, calls, threads } = counted;
	return done({
		counts: upToFirst(start, calls),
		calls,
		threads,
		checksum: rows.rows.end.checksum
	});
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
	reason: 'The program disturbed the counting of its instructions.'
});
