/**
 * Messages between a runner and the site's gateway, over the WebSocket that the runner opens
 * (`GET /gateway`, header `Authorization: Bearer <token>`). Text frames, one message each: JSON, or `eventMessage`.
 */
import { z } from 'zod';
import { Language, Slug, Target } from '@cyclelab/exercises/schema';
import { Job, RunEvent } from './job.ts';
import { Compiler, ImageDigest } from './compiler.ts';
import { Host, HostFinding, mostFindings, NoiseFloor } from './host.ts';
import { Interval } from './measurement.ts';
import { DroppedBlock, MeasuredBlock, Predictor } from './blocks.ts';

/** The state of a runner's core at one time, by measuring the runner's own kernels. */
export const Calibration = z.strictObject({
	/** ISO 8601, by the runner's clock. */
	at: z.iso.datetime(),
	/** Core clock of the samples: their median, 5th and 95th percentile, GHz. */
	clockGHz: z.strictObject({
		median: z.number().positive(),
		low: z.number().positive(),
		high: z.number().positive()
	}),
	/** For a kernel that was measured twice: its name, and the ratio of the second time to the first. */
	pair: z.strictObject({ kind: Slug, ratio: Interval }).optional()
});
export type Calibration = z.infer<typeof Calibration>;

/** Most calibrations in one message: enough for an hour without a site. */
export const calibrationsAtOnce = 64;

/** What events cost on the core, cycles (`runner/src/job/event-kernels.ts`). An absent one could not be measured. */
export const EventCosts = z
	.strictObject({
		/** From a store to a load of what it stored, by the same registers; by others; of what it and another store stored. */
		renamed: Interval,
		forwarded: Interval,
		blocked: Interval,
		/** Of a mispredicted branch, beside the branch itself. */
		misprediction: Interval,
		/** Of a load whose page the first-level TLB does not have, beside the load itself; the second-level TLB neither. */
		tlbMiss: Interval,
		pageWalk: Interval,
		/** Loads from memory that the core waits for at the same time; a number, no cycles. */
		missesInFlight: Interval,
		/** From a store to an addition that loads; of an addition that loads and stores, one after the other. */
		folded: Interval,
		updated: Interval,
		/** From a store of a byte to a load that extends it. */
		extended: Interval,
		/** From a store of a vector register to a load of it, the load itself included. */
		vector: Interval,
		/** Of a load of other bytes 4 KiB behind a store, if its address is what was loaded before. */
		alias: Interval,
		/** Of an addition with `lock`, one after the other. */
		locked: Interval,
		/** Of a line that is read or written in order of the addresses, by where it is. */
		loadedL2: Interval,
		loadedL3: Interval,
		loadedMemory: Interval,
		storedL2: Interval,
		storedL3: Interval,
		storedMemory: Interval,
		/** Of a load that crosses the border of two lines, beside the same load within a line; of such stores, one after the other. */
		splitLoad: Interval,
		splitStore: Interval,
		/** Of loads of two lines, and of two pages, that do not wait for each other, and of stores to two pages: from one to the next. */
		splitLoads: Interval,
		pageSplitLoads: Interval,
		pageSplitStore: Interval,
		/** Of a store to a line of L1 to which the one before goes, too. */
		storedL1: Interval,
		/** Of a load whose address has an index, beside a load by a register. */
		indexed: Interval,
		/** Of a load from L2 that waits for a load whose line goes into the same set of L1. */
		sameSet: Interval,
		/** Of loads from L2 that go into the same set of L1, and of loads whose page the first-level TLB does not have, from one to the next. */
		sameSets: Interval,
		tlbMisses: Interval,
		/** Of divisions of whole numbers of 32 and of 64 bits, from one to the next. */
		divided32: Interval,
		divided64: Interval,
		/** From a line of code to the next one, where nothing else takes as long. x86-64 only. */
		codeLine: Interval,
		/** Of a `pause`, and of an `mfence`, one after the other. x86-64 only. */
		paused: Interval,
		fenced: Interval
	})
	.partial();
export type EventCosts = z.infer<typeof EventCosts>;

/** The memory hierarchy as a chase through ever larger working sets found it. */
export const MeasuredCaches = z.strictObject({
	/** ISO 8601 time at which the last size was measured. */
	at: z.iso.datetime(),
	/**
	 * One for each rise of the cost of a load, nearest to the core first: the largest working set before it and the
	 * smallest behind it, bytes, and what a load costs up to there, in cycles, with the range of what was measured.
	 */
	levels: z.array(
		z.strictObject({ endsBetween: z.tuple([z.int(), z.int()]), cyclesPerLoad: Interval })
	),
	/** The same behind the last rise, up to the largest working set measured, bytes. */
	beyond: z.strictObject({ upTo: z.int(), cyclesPerLoad: Interval }),
	/** Measured behind the sweep. Absent in reports of earlier versions. */
	events: EventCosts.optional()
});
export type MeasuredCaches = z.infer<typeof MeasuredCaches>;

/** The runner's load, beside the runs that the site knows of. */
export const Load = z.strictObject({
	/** The user of the measuring core: a run, the runner itself (it calibrates), or none. */
	core: z.enum(['run', 'itself', 'free']),
	/** Sandboxes that wait, ready, and those in use, by what they are for. */
	sandboxes: z.strictObject({
		tools: z.strictObject({ warm: z.int().nonnegative(), taken: z.int().nonnegative() }),
		measure: z.strictObject({ warm: z.int().nonnegative(), taken: z.int().nonnegative() })
	})
});
export type Load = z.infer<typeof Load>;

/** Most blocks in one report: some kB each, and a message about the runner itself has 256 kB. */
export const blocksAtOnce = 24;

/** Basic blocks that the runner measured while it was idle, and every predictor's answers. */
export const BlockReport = z.strictObject({
	microcode: z.string().max(40).optional(),
	/** The leading one first. */
	predictors: z.array(Predictor).min(1).max(32),
	blocks: z.array(MeasuredBlock).max(blocksAtOnce),
	dropped: z.array(DroppedBlock).max(blocksAtOnce)
});
export type BlockReport = z.infer<typeof BlockReport>;

/** A runner's identity and abilities, as it reports them. */
export const RunnerDescription = z.strictObject({
	id: z.string().regex(/^[a-z0-9][a-z0-9-]{0,62}$/),
	/** Version of this contract; the gateway refuses other versions with a sentence. */
	contract: z.literal(3),
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
			image: z.string(),
			digest: ImageDigest.optional()
		})
	),
	/** By comparing code with itself; absent until enough pairs were compared. */
	noiseFloor: NoiseFloor.optional(),
	/** Absent until a sweep was finished in idle time, and under emulation. */
	measuredCaches: MeasuredCaches.optional(),
	/** Its host's unsafe or unfit settings. Empty: it found none. Absent: it has not looked. */
	findings: z.array(HostFinding).max(mostFindings).optional(),
	/** ISO 8601 time at which its process began. */
	startedAt: z.iso.datetime().optional(),
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
	/** Calibrations since the last message; after a connection, all that the runner still has. */
	z.strictObject({
		type: z.literal('calibrations'),
		calibrations: z.array(Calibration).min(1).max(calibrationsAtOnce)
	}),
	z.strictObject({ type: z.literal('blocks'), report: BlockReport }),
	/** When it changed, but not often. */
	z.strictObject({ type: z.literal('load'), load: Load }),
	/** It has just become degraded, and cannot begin a job it is given or go on with one: the run waits for who can. */
	z.strictObject({ type: z.literal('declined'), run: z.string() }),
	/** One event of a job it has. `finished`, `failed` and `cancelled` give the slot back. */
	z.strictObject({ type: z.literal('event'), run: z.string(), event: RunEvent })
]);
export type FromRunner = z.infer<typeof FromRunner>;

/**
 * The message with an event of a run: a line with the rest of the message, then the event's JSON, which the site stores and
 * sends on as it is.
 * @param event JSON of a `RunEvent`
 */
export const eventMessage = (run: string, event: string): string =>
	`${JSON.stringify({ type: 'event', run })}\n${event}`;

/** How the site closes a connection. RFC 6455 leaves 4000-4999 to applications; 1001 is its "going away". */
export const closeCode = { siteStops: 1001, refused: 4001, replaced: 4002 };

export const ToRunner = z.discriminatedUnion('type', [
	z.strictObject({ type: z.literal('job'), job: Job }),
	z.strictObject({ type: z.literal('cancel'), run: z.string() }),
	/** Sent before the site closes the socket permanently. A sentence. */
	z.strictObject({ type: z.literal('refused'), reason: z.string() })
]);
export type ToRunner = z.infer<typeof ToRunner>;
