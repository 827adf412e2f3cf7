/**
 * Measured basic blocks of real programs with every predictor's answer, as `npm run bench:blocks` writes them and reads them
 * again. Bounded: what it describes was made by code that ran in a sandbox.
 */
import { z } from 'zod';
import { Host } from './host.ts';
import { Interval } from './measurement.ts';
import { Why } from './why.ts';

export const Category = z.enum(['scalar', 'vector', 'loads', 'stores', 'loads and stores']);
export type Category = z.infer<typeof Category>;

/** The beginning of the SHA-256 of a block's text, hexadecimal. */
export const BlockDigest = z.string().regex(/^[0-9a-f]{16}$/);

const Name = z.string().min(1).max(80);

/**
 * `bound`: no tool, but a time that the block needs at least by one resource, by a model's figures. `measured`: the largest of such
 * bounds by figures that the core which measured the blocks was found to have.
 */
export const Predictor = z.strictObject({
	/** Unique among the predictors of one result, for people. */
	id: Name,
	tool: z.enum(['llvm-mca', 'osaca', 'bound', 'measured']),
	/** Version of the tool, of the model's tool for a bound, or of the method for our own figures. */
	version: Name,
	/** The model really used. */
	model: Name,
	/** True if the model was made for the processor that measures. */
	exact: z.boolean(),
	/** As the tool is given them. */
	options: z.array(Name).max(8)
});
export type Predictor = z.infer<typeof Predictor>;

/** Cycles of one pass through the block, or the reason why there are none. */
export const BlockAnswer = z.union([
	z.number().nonnegative(),
	z.strictObject({ refused: z.string().min(1).max(400) })
]);
export type BlockAnswer = z.infer<typeof BlockAnswer>;

/** What one form of an instruction ("add r64, m qword") costs on the core that measured the block. Cycles. */
export const FormFigures = z.strictObject({
	form: Name,
	/** Absent where nothing waits for a result, or no chain could be measured. */
	latency: Interval.optional(),
	/** From one independent instance to the next. */
	throughput: Interval,
	/** ISO 8601 time of the oldest measurement of these. */
	at: z.iso.datetime()
});
export type FormFigures = z.infer<typeof FormFigures>;

/** Longest text of a block: 40 instructions of 120 characters. */
const textLength = 4800;
/** One line for each instruction, Intel syntax. */
export const BlockText = z.string().min(1).max(textLength);

export const MeasuredBlock = z.strictObject({
	digest: BlockDigest,
	/** The program, as a table names it: "glibc". */
	from: Name,
	category: Category,
	/** Instructions. */
	length: z.int().min(1).max(40),
	/** Whether a pass needs a register of the previous pass. */
	chained: z.boolean(),
	text: BlockText,
	/** Cycles of one pass. */
	cycles: Interval,
	/** ISO 8601 time of the measurement. */
	at: z.iso.datetime(),
	/** By the predictors' ids. */
	answers: z.record(Name, BlockAnswer),
	/** What the answer of a `measured` predictor is computed from. Absent without such an answer. */
	figures: z
		.strictObject({
			/** Cycles of the fastest instruction: the reciprocal of the width. */
			slot: z.number().nonnegative(),
			/** Cycles from an address to a loaded register. */
			load: z.number().nonnegative(),
			forms: z.array(FormFigures).max(80)
		})
		.optional(),
	/** The resources that limit the block, by intervention; only of blocks that were far from the leading predictor. */
	why: Why.optional()
});
export type MeasuredBlock = z.infer<typeof MeasuredBlock>;

/** A block that ran, or was to run, and has no time that could be believed. */
export const DroppedBlock = z.strictObject({ digest: BlockDigest, reason: z.string().max(200) });

const mostBlocks = 20_000;

export const BlockResults = z.strictObject({
	/** Version of this form. */
	form: z.literal(1),
	machine: z.strictObject({
		host: Host,
		/** As the kernel reports it; absent where it reports none. */
		microcode: z.string().max(40).optional()
	}),
	/** Of the choice of blocks. */
	seed: z.int(),
	/** The first is the leading one: the model of the processor that measures. */
	predictors: z.array(Predictor).min(1).max(64),
	blocks: z.array(MeasuredBlock).max(mostBlocks),
	dropped: z.array(DroppedBlock).max(mostBlocks)
});
export type BlockResults = z.infer<typeof BlockResults>;
