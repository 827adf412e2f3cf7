/** The resources that limit a block, by intervention: variants of the block, each measured. Bounded as blocks are. */
import { z } from 'zod';
import { Interval } from './measurement.ts';

/**
 * `nop-added`: one more instruction that only the front end has work with. `break`: a register gets its first value again when a
 * pass begins, `break-all`: each register that a pass needs of the previous one. `register-for-load`, `registers-for-loads`: one
 * load, or all, read a register instead. `store-for-update`: an instruction that reads and writes memory only writes.
 * `leave-out`, `no-stores`: the block without one instruction, or without all that only store. `nop-in-place`: a nop instead of one
 * instruction.
 */
export const InterventionKind = z.enum([
	'nop-added',
	'break',
	'break-all',
	'register-for-load',
	'registers-for-loads',
	'store-for-update',
	'leave-out',
	'no-stores',
	'nop-in-place'
]);
export type InterventionKind = z.infer<typeof InterventionKind>;

const Reason = z.string().min(1).max(200);

export const Tried = z.strictObject({
	kind: InterventionKind,
	/** Index of the instruction that was changed, from 0. */
	at: z.int().min(0).max(39).optional(),
	/** Register whose chain was broken, as a whole: `rax`, `xmm3`, `flags`. */
	register: z
		.string()
		.regex(/^(r[a-z0-9]{1,2}|xmm\d{1,2}|k[0-7]|flags)$/)
		.optional(),
	/**
	 * Cycles of a pass, and how many fewer than the block itself took in the same program; or why there are none:
	 * a changed block can fault.
	 */
	result: z.union([
		z.strictObject({ cycles: Interval, saved: Interval }),
		z.strictObject({ dropped: Reason })
	])
});
export type Tried = z.infer<typeof Tried>;

/**
 * `chain`: registers from pass to pass. `memory`: a load that waits for an earlier store. `loads`, `stores`, `units`: places where
 * loads, stores or other instructions are executed. `front-end`: slots for instructions, whatever they do.
 */
export const Limit = z.enum(['chain', 'memory', 'loads', 'stores', 'units', 'front-end']);
export type Limit = z.infer<typeof Limit>;

const Percent = z.number().min(0).max(100);

/** Interventions of one block at most. */
export const mostTried = 46;

export const Why = z.strictObject({
	/** ISO 8601 time of the measurement. */
	at: z.iso.datetime(),
	/** Cycles of a pass of the block itself, in the first program of it and its variants in which it had a time. */
	whole: Interval,
	tried: z.array(Tried).max(mostTried),
	/** Variants that were not measured: the block has more of them than one measurement takes. */
	left: z.int().min(0).max(200),
	/** Each resource whose relief shortened the block, the largest saving first; none if nothing did. */
	limits: z
		.array(
			z.strictObject({
				limit: Limit,
				/** Index of the intervention in `tried`. */
				by: z.int().min(0).max(mostTried),
				/** Cycles of a pass. */
				saved: Interval
			})
		)
		.max(Limit.options.length),
	/** The limits by the leading model, and whether each is the first limit above; absent where the model names none, or
	 * where no limit was found and some variant had no time. */
	model: z.strictObject({
		/** By the largest of its bounds. */
		bounds: z
			.strictObject({ limit: Limit, cycles: z.number(), agrees: z.boolean().optional() })
			.optional(),
		/** By llvm-mca's bottleneck analysis: percent of the cycles in which a thing held instructions up. */
		analysis: z
			.strictObject({
				limit: Limit.optional(),
				resources: Percent,
				registers: Percent,
				memory: Percent,
				agrees: z.boolean().optional()
			})
			.optional()
	})
});
export type Why = z.infer<typeof Why>;
