/** How far predictors can be trusted, by processor: `/api/models`, from the blocks that runners measured. */
import { BlockDigest, Category, MeasuredBlock, Predictor } from '@cyclelab/contract/schema/blocks';
import { Interval } from '@cyclelab/contract/schema/measurement';
import { z } from 'zod';

/** A processor in an address: LLVM's name of its core, and the beginning of a digest of its identity. */
export const ProcessorKey = z.string().regex(/^[a-z0-9][a-z0-9-]{0,30}-[0-9a-f]{8}$/);

/** How a predictor did on the blocks of one category, shown beside a prediction for a loop like those. */
const LikeBlocks = z.strictObject({
	category: Category,
	blocks: z.int().positive(),
	/** 9 of 10 blocks of the category took between `low` and `high` times the predicted time. */
	low: z.number(),
	high: z.number()
});

const PredictorScore = z.strictObject({
	predictor: Predictor,
	/** Blocks that the predictor answered for, and blocks that it refused. */
	blocks: z.int().nonnegative(),
	refused: z.int().nonnegative(),
	/** Absent with fewer than 20 answers. 95 % intervals, bootstrap over blocks. */
	score: z
		.strictObject({
			/** Mean of |predicted - measured| / measured. */
			mape: Interval,
			/** Kendall's tau-b. Absent if all answers or all times are equal. */
			tau: Interval.optional(),
			/** Part of the blocks predicted within a tenth of the measurement. */
			withinTenth: Interval
		})
		.optional(),
	/** By category, of those with at least 50 answers. */
	like: z.array(LikeBlocks)
});
export type PredictorScore = z.infer<typeof PredictorScore>;

const Machine = z.strictObject({
	key: ProcessorKey,
	/** For people. */
	processor: z.string(),
	microarchitecture: z.string(),
	identity: z.string(),
	virtualised: z.boolean(),
	/** The version that the kernel reported last. */
	microcode: z.string().optional()
});

export const ProcessorModels = z.strictObject({
	...Machine.shape,
	/** Runners that measured. */
	runners: z.array(z.string()),
	/** ISO 8601 times of the first and of the last measured block. */
	since: z.iso.datetime(),
	until: z.iso.datetime(),
	/** Blocks with a measured time, and blocks without one, by reason. */
	blocks: z.int().nonnegative(),
	dropped: z.array(z.strictObject({ reason: z.string(), blocks: z.int().positive() })),
	/** The leading model first: the model of the processor itself, or its stand-in. */
	predictors: z.array(PredictorScore),
	/**
	 * Of the blocks that both our own figures and the leading model answered for, at least 20: the mean error of each. Other blocks
	 * can be easier or harder.
	 */
	both: z
		.strictObject({ blocks: z.int().positive(), measured: Interval, leading: Interval })
		.optional(),
	/** The leading model's answers beside the measurements, cycles of a pass; the farthest first, at most 600. */
	points: z.array(
		z.strictObject({
			digest: BlockDigest,
			category: Category,
			predicted: z.number(),
			measured: z.number()
		})
	),
	/** The farthest blocks, whole. */
	worst: z.array(MeasuredBlock)
});
export type ProcessorModels = z.infer<typeof ProcessorModels>;

/** `GET /api/models` */
export const ModelsView = z.strictObject({ processors: z.array(ProcessorModels) });
export type ModelsView = z.infer<typeof ModelsView>;

/** `GET /api/models/errors`: the errors that a page shows beside a prediction. */
export const ModelErrors = z.strictObject({
	processors: z.array(
		z.strictObject({
			key: ProcessorKey,
			processor: z.string(),
			microarchitecture: z.string(),
			identity: z.string(),
			predictors: z.array(z.strictObject({ predictor: Predictor, like: z.array(LikeBlocks) }))
		})
	)
});
export type ModelErrors = z.infer<typeof ModelErrors>;

/** `GET /api/models/{processor}/blocks/{digest}` */
export const BlockView = MeasuredBlock;
