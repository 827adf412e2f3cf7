/** What models say of a hot loop: llvm-mca for each processor asked for, and another tool beside it. */
import { z } from 'zod';
import { Address } from './code.ts';

/** llvm-mca's view of one instruction of the hot loop. */
export const PredictedInstruction = z.strictObject({
	address: Address,
	latency: z.number(),
	uops: z.number(),
	reciprocalThroughput: z.number(),
	/** Resource units it occupies, with cycles of pressure per loop pass. */
	pressure: z.array(z.strictObject({ resource: z.string(), cycles: z.number() })),
	mayLoad: z.boolean(),
	mayStore: z.boolean(),
	sideEffects: z.boolean()
});
export type PredictedInstruction = z.infer<typeof PredictedInstruction>;

/** A row of the timeline, from 0. */
const Row = z.int().nonnegative();

/** Why a row of the timeline is not further at some cycle, as far as the cycles of the timeline show it (`inspect/waits.ts`). */
export const Waits = z.strictObject({
	/**
	 * Why it is dispatched later than the row before it. `width`: in that cycle its µops would have been more than the dispatch
	 * width; `full`: a queue, the reorder buffer or the registers had no room.
	 */
	dispatch: z.enum(['width', 'full']).optional(),
	/** It is executed as soon as `row` has written this register. */
	operand: z.strictObject({ register: z.string(), row: Row }).optional(),
	/** All units that can execute it were taken in the cycle before. */
	units: z.array(z.string()).optional(),
	/** It is a store, and begins no earlier than the load or store of this row. */
	after: Row.optional(),
	/** It is done, and retires with this row, which comes before it in the program. */
	retire: Row.optional()
});
export type Waits = z.infer<typeof Waits>;

/** One instruction of one simulated pass. Cycles count from the first dispatch. */
export const TimelineRow = z.strictObject({
	/** Pass of the loop, from 0. */
	pass: z.int().nonnegative(),
	address: Address,
	dispatched: z.int(),
	issued: z.int(),
	executed: z.int(),
	retired: z.int(),
	/** Absent where it waits for nothing. */
	waits: Waits.optional()
});
export type TimelineRow = z.infer<typeof TimelineRow>;

/** An older llvm-mca's prediction for the same loop, with the model that it has for the same name. */
const OlderPrediction = z.strictObject({
	/** LLVM's major version, e.g. "19". */
	llvm: z.string(),
	/** As in `Prediction`: the older version may have another model for the name. */
	model: z.string(),
	exact: z.boolean(),
	cyclesPerIteration: z.number()
});

export const Prediction = z.strictObject({
	/** The scheduling model really used, e.g. "Znver4". */
	model: z.string(),
	/** The name it was asked by, e.g. "znver5". */
	mcpu: z.string(),
	/** True if LLVM has a model of exactly this core; false if it stands in for it. */
	exact: z.boolean(),
	/** True for the processor that measures. */
	host: z.boolean(),
	/** Loads and stores assumed never to alias (llvm-mca's default). */
	noalias: z.boolean(),
	dispatchWidth: z.number(),
	/** Slope between N and 2N passes. */
	cyclesPerLoop: z.number(),
	cyclesPerIteration: z.number(),
	blockReciprocalThroughput: z.number(),
	uopsPerLoop: z.number(),
	ipc: z.number(),
	/** Only for the host's model with default aliasing; other models give totals. */
	instructions: z.array(PredictedInstruction).optional(),
	/** The first passes, cycle by cycle. As `instructions`. */
	timeline: z.array(TimelineRow).optional(),
	/** What limits the loop in the model, in llvm-mca's words. As `instructions`. */
	bottlenecks: z.string().optional(),
	/** Only with default aliasing, and where that version has an answer. */
	older: OlderPrediction.optional()
});
export type Prediction = z.infer<typeof Prediction>;

/** A model that gave no number, and why, in a sentence. */
export const Refusal = z.strictObject({
	mcpu: z.string(),
	noalias: z.boolean(),
	reason: z.string()
});
export type Refusal = z.infer<typeof Refusal>;

/** Another tool's prediction of the same loop (OSACA): shown beside llvm-mca's, never judged. */
export const SecondOpinion = z.strictObject({
	tool: z.literal('osaca'),
	version: z.string(),
	/** The machine model it has, e.g. "ZEN4", and whether that is the measuring core's own. */
	architecture: z.string(),
	exact: z.boolean(),
	/** Cycles per pass: the larger of the two below. */
	cyclesPerLoop: z.number(),
	cyclesPerIteration: z.number(),
	/** Cycles the busiest port needs per pass. */
	portPressure: z.number(),
	/** Cycles of the longest dependency from one pass to the next. */
	loopCarried: z.number()
});
export type SecondOpinion = z.infer<typeof SecondOpinion>;
