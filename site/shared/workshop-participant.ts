/** A participant's part of the workshop API: joining, votes, and the view, which is complete in each event. */
import { z } from 'zod';
import { Slug } from '@cyclelab/exercises/schema';
import { Confidence, FloorQuestion, Said, Where } from './workshop-people.ts';
import { Checked, Tally } from './workshop-results.ts';
import { WorkshopFacts } from './workshop-schema.ts';
import { reasonCharacters } from './workshop-inputs.ts';

/** `POST /api/workshops/:code/seats`. */
export const SeatRequest = z.strictObject({
	name: z.string().min(1).max(200),
	/** A program of a rehearsal; every page and export marks it. */
	synthetic: z.boolean().default(false)
});
export type SeatRequest = z.infer<typeof SeatRequest>;

/** The response. The participant's token, sent as a bearer token; it is returned only here. */
export const SeatTaken = z.object({ token: z.string(), name: z.string() });
export type SeatTaken = z.infer<typeof SeatTaken>;

/** `POST /api/seat`: the exercise a participant looks at, how far they are, and whether they follow the host. */
export const SeatChange = z.strictObject({
	at: Slug.optional(),
	following: z.boolean().optional(),
	/** How far they are in it, and whether the code they edit compiles. */
	step: Where.optional(),
	compiles: z.boolean().optional()
});
export type SeatChange = z.infer<typeof SeatChange>;

/** `POST /api/seat/votes`: a ratio, which counts for the vote that is open. It replaces an earlier vote with its reason. */
export const VoteRequest = z.strictObject({
	exercise: Slug,
	ratio: z.number().positive().max(1e9),
	confidence: Confidence.optional(),
	/** Why, in one line. */
	why: z.string().max(reasonCharacters).optional()
});
export type VoteRequest = z.infer<typeof VoteRequest>;

/** A participant's view: `GET /api/seat`, and each event of `/api/seat/events`. */
export const SeatView = WorkshopFacts.extend({
	name: z.string(),
	following: z.boolean(),
	/** Their own, of all exercises. */
	votes: z.array(Said.extend({ exercise: Slug, round: z.int() })),
	/** Challenges they met, of all exercises, and what the host decided. */
	solutions: z.array(z.object({ exercise: Slug, checked: Checked })),
	/** Exercises that they measured. */
	measured: z.array(Slug),
	/** The others of their group that discusses the host's exercise; `agrees`: all of it predicted nearly the same. */
	group: z.object({ names: z.array(z.string()), agrees: z.boolean() }).optional(),
	people: z.object({ here: z.int(), all: z.int() }),
	/** The host asks for their code, and they show it. */
	asked: z.boolean(),
	shown: z.boolean(),
	/** Open questions from the room, the most wanted first, and the numbers of those they asked and of those they voted for. */
	floor: z.array(FloorQuestion),
	ownQuestions: z.array(z.int()),
	wantedQuestions: z.array(z.int()),
	/** Of the host's exercise, once it is revealed. */
	tally: Tally.optional()
});
export type SeatView = z.infer<typeof SeatView>;
