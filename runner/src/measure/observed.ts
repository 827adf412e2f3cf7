/** The line that the observer of a timed run writes (`images/base/audit/audit.c`). Pure. */
import { z } from 'zod';
import type { BoundName } from '@cyclelab/contract/schema/bound-name';

const OneSample = z.strictObject({
	/** Iterations of the call. */
	n: z.int().positive(),
	/** Passes of the hot loop in it. */
	hits: z.int().nonnegative(),
	/** Whether the call was observed to its end. */
	complete: z.boolean(),
	/** The other call of the same sample, with twice or half the iterations; absent if it was not observed to its end. */
	other: z.strictObject({ n: z.int().positive(), hits: z.int().nonnegative() }).optional(),
	/** Handed to the program meanwhile. */
	signals: z.int().nonnegative(),
	threads: z.int().nonnegative(),
	/** Instructions of whole passes that were stepped through, and these passes. */
	steps: z.int().nonnegative().max(16_384),
	passes: z.int().nonnegative().max(16_384),
	/** Bytes of the harness's own code, hexadecimal: when the observer attached, and behind the observed calls. */
	harness: z
		.tuple([z.string().regex(/^[0-9a-f]{0,65536}$/), z.string().regex(/^[0-9a-f]{0,65536}$/)])
		.optional(),
	/**
	 * How many of them at each address, and the bytes there just before they ran: the instruction's, then what follows it.
	 * An address whose bytes changed meanwhile comes more than once.
	 */
	code: z
		.array(
			z.tuple([
				z.int().nonnegative(),
				z.int().positive(),
				z.string().regex(/^(?:[0-9a-f]{2}){0,15}$/)
			])
		)
		.max(16_384)
});
const AllCalls = z.strictObject({
	/** Iterations and passes of the calls of all samples, as far as they were counted. */
	calls: z.array(z.tuple([z.int().positive(), z.int().nonnegative()])).max(2048)
});
/** What was seen of one process, and of another one of which the calls alone were counted. */
type OneSample = z.infer<typeof OneSample>;
type AllCalls = z.infer<typeof AllCalls>;
export type Observed = OneSample & AllCalls;
const Nothing = z.strictObject({ none: z.enum(['ended', 'late', 'unreachable', 'threads']) });

const reasons = {
	ended: 'it ended before it could be observed',
	late: 'this machine was too busy to observe it',
	unreachable: 'it could not be observed',
	threads: 'it starts threads or processes while it works'
};

const startsThreads =
	'Its count is that of one thread, and in a run that was timed it started threads or processes while it worked.';

/** Why a program that always ends under the observer is not believed. @param runs how often it was tried */
export const endsWhenObserved = (runs: number) =>
	`In each of ${runs} runs under an observer it ended before its work could be observed, and it did not when it was timed.`;

/** Says nothing of the program: another run may. `unchecked`: the sentence if none does. */
export type Late = { late: true; unchecked: string };

/** A line, read with bounds: the program decides some of its numbers. `runtime`: whether the language has a runtime that starts threads. */
export type Reading<Seen> = (text: string, runtime: boolean) => Seen | Unseen;

/** `ended`: the program ended too early in this run; or, `late`, the observer came too late because it waited for the core. */
type Unseen = { unchecked: string } | { doubt: string; bound: BoundName } | { ended: true } | Late;

const reading =
	<Seen>(form: z.ZodType<Seen>): Reading<Seen> =>
	(text, runtime) => {
		const unchecked = (why: string) => ({
			unchecked: `Not checked against a run that is timed: ${why}.`
		});
		let value: unknown;
		try {
			value = JSON.parse(text.slice(0, 1 << 20));
		} catch {
			return unchecked('it did not end in time');
		}
		const seen = form.safeParse(value);
		if (seen.success) return seen.data;
		const nothing = Nothing.safeParse(value);
		if (nothing.data?.none === 'threads' && !runtime)
			return { doubt: startsThreads, bound: 'otherThreads' };
		if (nothing.data?.none === 'ended' && !runtime) return { ended: true };
		if (nothing.data?.none === 'late' && !runtime)
			return { late: true, ...unchecked(reasons.late) };
		return unchecked(reasons[nothing.success ? nothing.data.none : 'unreachable']);
	};

export const readObserved = reading(OneSample);
export const readCalls = reading(AllCalls);
