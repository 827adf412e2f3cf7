/**
 * Messages between a runner and the site's gateway, over the one WebSocket the runner opens
 * (`GET /gateway`, header `Authorization: Bearer <token>`). JSON text frames, one message each.
 */
import { z } from 'zod';
import { Language, Target } from '@cyclelab/exercises/schema';
import { Job, RunEvent } from './job.ts';
import { Compiler } from './compiler.ts';
import { Host, NoiseFloor } from './report.ts';

/** What a runner says it is and can do. */
export const RunnerDescription = z.strictObject({
	id: z.string().regex(/^[a-z0-9][a-z0-9-]{0,62}$/),
	/** Version of this contract; the gateway refuses others in words. */
	contract: z.literal(2),
	host: Host,
	/** Core clock by calibration, GHz; absent if it does not measure. */
	clockGHz: z.number().optional(),
	/** Targets it times (its own architecture, never emulated). */
	measures: z.array(Target),
	/** Targets it compiles, disassembles, counts and predicts. */
	inspects: z.array(Target),
	toolchains: z.array(
		z.strictObject({
			compiler: Compiler,
			language: Language,
			targets: z.array(Target),
			version: z.string(),
			image: z.string()
		})
	),
	/** By comparing code with itself; absent until enough pairs were compared. */
	noiseFloor: NoiseFloor.optional(),
	/** Jobs it takes at once (they share the tools; measuring is one at a time). */
	slots: z.int().positive(),
	/** Beside those, jobs whose builds may take a minute. */
	slowSlots: z.int().nonnegative()
});
export type RunnerDescription = z.infer<typeof RunnerDescription>;

export const FromRunner = z.discriminatedUnion('type', [
	/** First message, and again when something changed (toolchains, clock). */
	z.strictObject({ type: z.literal('hello'), runner: RunnerDescription }),
	/** `ready`: takes jobs. `degraded`: does not, and `reason` is a sentence for people. */
	z.strictObject({
		type: z.literal('state'),
		state: z.enum(['ready', 'degraded']),
		reason: z.string().optional()
	}),
	/** One event of a job it has. `finished`, `failed` and `cancelled` give the slot back. */
	z.strictObject({ type: z.literal('event'), run: z.string(), event: RunEvent })
]);
export type FromRunner = z.infer<typeof FromRunner>;

export const ToRunner = z.discriminatedUnion('type', [
	z.strictObject({ type: z.literal('job'), job: Job }),
	z.strictObject({ type: z.literal('cancel'), run: z.string() }),
	/** Said before the site closes the socket for good, in a sentence. */
	z.strictObject({ type: z.literal('refused'), reason: z.string() })
]);
export type ToRunner = z.infer<typeof ToRunner>;
