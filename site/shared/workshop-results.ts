/** The votes and measurements of a workshop: the part of a report that is stored, the tally, and the public page. */
import { z } from 'zod';
import { Misconception } from '@cyclelab/exercises/schema';
import { Interval } from '@cyclelab/contract/schema/measurement';
import { Confidences } from './workshop-people.ts';
import { WorkshopExercise } from './workshop-schema.ts';

/** The reason why a run of unedited code gave no answer. */
const RoomFailure = z.object({ title: z.string(), hint: z.string() });
type RoomFailure = z.infer<typeof RoomFailure>;

/** The part of a run's report that is stored for its workshop. */
export const RunResult = z.strictObject({
	/** Absent unless both places of the question were measured. */
	answer: Interval.optional(),
	/** The reason for its absence, if a failure is the reason. */
	failure: RoomFailure.optional(),
	/** Whether code the question is about was edited. */
	edited: z.boolean(),
	verdict: z.enum(['passed', 'not-yet', 'too-noisy', 'not-measured']).optional(),
	runner: z.string(),
	processor: z.string(),
	microarchitecture: z.string(),
	toolchain: z.string(),
	at: z.string()
});
export type RunResult = z.infer<typeof RunResult>;

/** One measured run of unedited code: its answer to the question. */
export const RoomResult = z.object({
	run: z.string(),
	runner: z.string(),
	processor: z.string(),
	microarchitecture: z.string(),
	toolchain: z.string(),
	at: z.string(),
	/** How many participants requested it. */
	people: z.int(),
	answer: Interval
});
export type RoomResult = z.infer<typeof RoomResult>;

/** A misconception of the question that every result refutes, and how many voted within its range. */
export const Believed = Misconception.extend({
	/** Numbers of votes in the first vote, and in the vote after the discussion. */
	first: z.int(),
	second: z.int()
});
export type Believed = z.infer<typeof Believed>;

/** Votes and measurements of a workshop for one exercise. */
export const Tally = z.object({
	first: z.array(z.number()),
	second: z.array(z.number()),
	/** Numbers of votes by confidence, where participants gave one. */
	confidence: z.object({ first: Confidences, second: Confidences }),
	results: z.array(RoomResult),
	/** Those with votes, once there is a result. */
	misconceptions: z.array(Believed),
	/** Runs of edited code, whose ratios do not answer the question. */
	edited: z.int(),
	/** Runs of unedited code without an answer: failed, too noisy, or without the question's variants. */
	unanswered: z.int(),
	/** Why, each sentence once, the most frequent first; at most three. */
	failures: z.array(RoomFailure.extend({ runs: z.int() })),
	/** How many people met the challenge with code that the host accepted. */
	solved: z.int(),
	/** How many more have a run that met it, which the host has not checked. */
	unchecked: z.int()
});
export type Tally = z.infer<typeof Tally>;

/** The host's decision about a run that met the challenge. */
export const Checked = z.enum(['unchecked', 'accepted', 'rejected']);
export type Checked = z.infer<typeof Checked>;

/** `GET /api/workshops/:code`. When the workshop is over: its results, without names. */
export const WorkshopView = z.object({
	code: z.string(),
	title: z.string(),
	people: z.int(),
	due: z.string().optional(),
	endedAt: z.string().optional(),
	deletesAt: z.string(),
	summary: z.array(WorkshopExercise.extend({ tally: Tally })).optional()
});
export type WorkshopView = z.infer<typeof WorkshopView>;
