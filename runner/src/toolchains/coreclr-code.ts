/** Whether a process of CoreCLR ran the methods that are shown, and where they were in it. */
import { z } from 'zod';
import type { DecodedFunction } from '../inspect/listing.ts';
import { done, failed, type ReadResult } from '../inspect/read.ts';
import type { Rows } from '../measure/rows.ts';
import type { FailureFacts, Stage } from '../schema/failure.ts';
import { methodsOf, type Method } from './dotnet-code.ts';
import type { Places } from './dotnet-count.ts';
import { addressBytes, isSameCode, type Shown } from './dotnet-same-code.ts';
import type { DisassembledProgram } from './toolchain.ts';

export const kernelName = 'Kernel::Run(uint64)';

/** What `see` leaves for later: the methods as they were in the first process. */
const Memo = z.array(
	z.object({
		name: z.string(),
		at: z.number(),
		bytes: z.instanceof(Buffer),
		addresses: z.set(z.number())
	})
);

/** @param listing of these methods, as objdump gave it */
export function memoOf(methods: readonly Method[], listing: readonly DecodedFunction[]): Shown[] {
	return methods.map((method) => {
		const own = listing.find(({ address }) => address === method.at);
		return { ...method, addresses: own ? addressBytes(method, own) : new Set() };
	});
}

/** The kernel is called so in every language. */
export const withKernel = (one: DecodedFunction): DecodedFunction =>
	one.symbol === kernelName ? { ...one, symbol: 'kernel' } : one;

export const implausible = (
	where: { stage: Stage; variant: string },
	reason: string
): FailureFacts => ({
	...where,
	kind: 'implausible',
	reason
});

/** Addresses of the shown functions in another process, if the code is the same. Functions not called there have no code. */
export function placesIn(
	rows: Rows,
	{ functions, memo }: DisassembledProgram,
	where: { stage: Stage; variant: string }
): ReadResult<Places> {
	const told = methodsOf(rows.runtime ?? []);
	const places = new Map<DecodedFunction, number>();
	for (const shown of Memo.parse(memo)) {
		const listing = functions.find(({ address }) => address === shown.at);
		const candidates = told.filter(({ name }) => name === shown.name);
		if (!listing || candidates.length === 0) continue;
		const same = candidates.find((one) => isSameCode(shown, one));
		if (!same)
			return failed(
				implausible(where, `CoreCLR made other code of ${shown.name} than what is shown.`)
			);
		places.set(listing, same.at);
	}
	if (![...places.keys()].some(({ symbol }) => symbol === 'kernel'))
		return failed(implausible(where, 'Its runtime did not say which code it ran.'));
	return done(places);
}
