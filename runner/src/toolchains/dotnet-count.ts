/**
 * Counts a program whose code lies elsewhere in every process: it runs under the counting emulator, reports in its rows where
 * its code is, and the counts are brought back to the addresses that are shown.
 */
import { readCounts } from '../inspect/count.ts';
import type { DecodedFunction } from '../inspect/listing.ts';
import { done, failed, type ReadResult } from '../inspect/read.ts';
import type { Rows } from '../measure/rows.ts';
import type { Command, Limits } from '../sandbox/command.ts';
import { countRun, disturbed, upToFirst } from './elf.ts';
import type { Build, CountedCall, Counts, Steps } from './toolchain.ts';
import { lengthsOf, type CountRequest } from './harness-env.ts';

/** Where a function began in the process that was counted. Missing functions had no code there: they never ran. */
export type Places = ReadonlyMap<DecodedFunction, number>;

/** @param placesOf reads them from the process's rows, or returns why the code differs from the listing */
export function* countMoved(
	build: Pick<Build, 'variant' | 'target'>,
	program: Pick<Command, 'argv' | 'env' | 'uses'>,
	functions: readonly DecodedFunction[],
	placesOf: (rows: Rows) => ReadResult<Places>,
	asked: CountRequest,
	limits: Limits
): Steps<Counts> {
	const ran = yield* countRun(build, program, asked, limits);
	if (!ran.ok) return ran;
	const { rows, text, ...others } = ran.value;
	const places = placesOf(rows);
	if (!places.ok) return places;
	const [start, ...calls] = readMoved(text, functions, places.value, lengthsOf(asked).length);
	if (!start) return failed(disturbed(build.variant));
	return done({ counts: upToFirst(start, calls), calls, ...others });
}

function readMoved(
	text: Buffer,
	functions: readonly DecodedFunction[],
	places: Places,
	calls: number
): CountedCall[] {
	const there = functions.flatMap((decoded) => {
		const place = places.get(decoded);
		return place === undefined ? [] : [moved(decoded, place - decoded.address)];
	});
	const read = readCounts(text, there, calls);
	return [read?.start ?? [], read?.calls ?? []].flat().map((counted) => {
		const counts = new Map<number, number>();
		for (const decoded of functions) {
			const by = (places.get(decoded) ?? NaN) - decoded.address;
			for (const { address } of decoded.instructions)
				counts.set(address, counted.counts.get(address + by) ?? 0);
		}
		return { ...counted, counts };
	});
}

const moved = (decoded: DecodedFunction, by: number): DecodedFunction => ({
	...decoded,
	address: decoded.address + by,
	instructions: decoded.instructions.map((instruction) => ({
		...instruction,
		address: instruction.address + by
	}))
});
