/** Events that cost time, from a simulation of a place's loads, stores and branches; and a prediction that includes them. */
import { z } from 'zod';
import { Parameters } from '@cyclelab/exercises/schema';
import { Address } from './code.ts';

/** Per iteration of the source's loop, after a warm-up. An absent one did not occur. Loads count once, by the farthest line that they touch. */
export const EventRates = z
	.strictObject({
		executed: z.number(),
		loads: z.number(),
		stores: z.number(),
		/** Loads whose line L1, L2, L3 did not have; each is among those of the level before. */
		l1Misses: z.number(),
		l2Misses: z.number(),
		l3Misses: z.number(),
		/** Of `l1Misses`: a prefetcher had fetched the line. */
		prefetched: z.number(),
		/** Of `l1Misses`: the trace has no earlier access to the line; a cache of the size with one set has it; neither. */
		firstTouches: z.number(),
		conflicts: z.number(),
		capacity: z.number(),
		/** Of `l1Misses`: loads that no prefetcher covers, by where their data is. */
		waitingL2: z.number(),
		waitingL3: z.number(),
		waitingMemory: z.number(),
		/** Stores whose line L1 did not have. */
		storeMisses: z.number(),
		lineSplits: z.number(),
		pageSplits: z.number(),
		/** Loads and stores whose page the first-level TLB did not have; and none of both. */
		tlbMisses: z.number(),
		pageWalks: z.number(),
		/** Loads of bytes that one store in flight has; of bytes that several have, or one store and L1. */
		forwarded: z.number(),
		blocked: z.number(),
		/** Loads behind a store in flight of other bytes, whose address has the same last 12 bits. */
		aliases: z.number(),
		branches: z.number(),
		taken: z.number(),
		/** By TAGE; by two levels. */
		mispredicted: z.number(),
		mispredictedTwoLevel: z.number(),
		/** Indirect jumps and calls, and those of them to another target than predicted. */
		indirect: z.number(),
		mispredictedTargets: z.number()
	})
	.partial();
export type EventRates = z.infer<typeof EventRates>;
export type EventName = keyof EventRates;

/** llvm-mca's cycles for the loop, and what the simulated events add at what they cost on the runner. */
export const PredictionWithEvents = z.strictObject({
	/** LLVM's model. */
	model: z.string(),
	/** The sum of the parts. */
	cyclesPerIteration: z.number(),
	/** Cycles per iteration. A kind of events that changes nothing is absent. */
	parts: z.strictObject({
		/** llvm-mca's prediction; where its path is not what was executed, the executed instructions timed without events. */
		core: z.number(),
		/** Instructions of which LLVM's model has other figures than were measured on such a core. */
		corrections: z.number().optional(),
		/** Divisions, which cores of today do sooner after each other than the model has it: less than none. */
		divisions: z.number().optional(),
		/** Operations that wait for the unit that they were bound to when they were dispatched. */
		units: z.number().optional(),
		/**
		 * Lines of code that follow each other: the core takes instructions of one in a cycle, or as many as were measured. Less than none where it has
		 * two instructions as one operation.
		 */
		fetching: z.number().optional(),
		/** Where loads and stores found their lines; less than none where L1 is nearer than in the model. */
		caches: z.number().optional(),
		/** Loads that wait for stores. */
		stores: z.number().optional(),
		mispredictions: z.number().optional(),
		/** Locked operations. */
		locked: z.number().optional(),
		/** `pause`, which nothing behind it overlaps with. */
		pauses: z.number().optional()
	}),
	/** Cycles of a load by where its data is, as this runner measured them: L1, L2, L3, memory; without those that were not steady. */
	latencies: z.array(z.number()).max(4)
});
export type PredictionWithEvents = z.infer<typeof PredictionWithEvents>;

/** Most instructions with events of their own in a report: those of the hot loop, then those with the most events. */
export const mostEventful = 96;

/** The events of one place, or why there are none. */
export const PlaceEvents = z.strictObject({
	parameters: Parameters,
	/** A sentence. Then everything else is absent. */
	refusal: z.string().optional(),
	/** Iterations in the part of the trace that was counted. */
	iterations: z.number().positive().optional(),
	all: EventRates.optional(),
	instructions: z
		.array(z.strictObject({ address: Address, rates: EventRates }))
		.max(mostEventful)
		.optional(),
	/** Loads that a store of the loop always serves, `passes` passes later: a dependence through memory. */
	throughMemory: z
		.array(z.strictObject({ load: Address, store: Address, passes: z.int().nonnegative() }))
		.max(mostEventful)
		.optional(),
	/** The second prediction, or a sentence why there is none. */
	prediction: z.union([PredictionWithEvents, z.strictObject({ refusal: z.string() })]).optional()
});
export type PlaceEvents = z.infer<typeof PlaceEvents>;
