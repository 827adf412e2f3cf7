/**
 * Counts a program whose code lies elsewhere in every process: it runs under the counting emulator, reports in its rows where
 * its code is, and the counts are brought back to the addresses that are shown.
 */
import { countCommand, readCounts } from '../inspect/count.ts';
import type { DecodedFunction } from '../inspect/listing.ts';
import { done, failed, type ReadResult } from '../inspect/read.ts';
import { failureOf } from '../measure/failure-of.ts';
import { finishRows, nothingRead, readRows, type Rows } from '../measure/rows.ts';
import type { Command, Limits } from '../sandbox/command.ts';
import { inForce } from '../sandbox/limits.ts';
import { disturbed, upToFirst } from './elf.ts';
import { countsName } from './names.ts';
import { step } from './toolchain.ts';
import type { Build, CountedCall, Counts, Steps } from './toolchain.ts';
import { callsIn, type CountRequest } from './harness-env.ts';

/** Where a function began in the process that was counted. Missing functions had no code there: they never ran. */
export type Places = ReadonlyMap<DecodedFunction, number>;

/** @param placesOf reads them from the process's rows, or returns why the code differs from the listing */
export function* countMoved(
	{ variant, target }: Pick<Build, 'variant' | 'target'>,
	program: Pick<Command, 'argv' | 'env' | 'uses'>,
	functions: readonly DecodedFunction[],
	placesOf: (rows: Rows) => ReadResult<Places>,
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
	const places = placesOf(rows.rows);
	if (!places.ok) return places;
	const text = ended.fetched.get(artifact) ?? Buffer.alloc(0);
	const [start, ...calls] = readMoved(text, functions, places.value, callsIn(asked));
	if (!start) return failed(disturbed(variant));
	return done({ counts: upToFirst(start, calls), calls, checksum: rows.rows.end.checksum });
}

function readMoved(
	text: Buffer,
	functions: readonly DecodedFunction[],
	places: Places,
	calls: number
): CountedCall[] {
	const there = functions.flatMap((one) => {
		const place = places.get(one);
		return place === undefined ? [] : [moved(one, place - one.address)];
	});
	const read = readCounts(text, there, calls);
	return [read?.start ?? [], read?.calls ?? []].flat().map((counted) => {
		const counts = new Map<number, number>();
		for (const one of functions) {
			const by = (places.get(one) ?? NaN) - one.address;
			for (const { address } of one.instructions)
				counts.set(address, counted.counts.get(address + by) ?? 0);
		}
		return { counts };
	});
}

const moved = (one: DecodedFunction, by: number): DecodedFunction => ({
	...one,
	address: one.address + by,
	instructions: one.instructions.map((instruction) => ({
		...instruction,
		address: instruction.address + by
	}))
});
