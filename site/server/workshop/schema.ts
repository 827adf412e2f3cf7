/** What the API takes and gives about workshops. Everything a host or a participant sees is one view, sent whole. */
import { z } from 'zod';
import { FactsShape, Slug } from '@cyclelab/exercises/schema';
import { Interval } from '@cyclelab/runner/schema/measurement';
import { titleCharacters } from './name.ts';

/** Days a workshop is kept after it was opened, and again after it ended. */
export const KeepDays = z.union([z.literal(1), z.literal(7), z.literal(30), z.literal(90)]);

/** `POST /api/workshops`. */
export const WorkshopRequest = z.strictObject({
	title: z.string().trim().min(1).max(titleCharacters),
	/** In the order they are shown. */
	exercises: z.array(Slug).min(1).max(40),
	keepDays: KeepDays.default(30)
});
export type WorkshopRequest = z.infer<typeof WorkshopRequest>;

/** Its answer. Whoever has the host's link is the host; it is told here and cannot be read again. */
export const WorkshopOpened = z.object({
	code: z.string(),
	/** Addresses of pages on this site. */
	hostPage: z.string(),
	joinPage: z.string(),
	/** ISO 8601. */
	deletesAt: z.string()
});
export type WorkshopOpened = z.infer<typeof WorkshopOpened>;

/** `POST /api/workshops/:code/seats`. */
export const SeatRequest = z.strictObject({ name: z.string().min(1).max(200) });

/** Its answer. The token is this person's, sent as a bearer; it is told here and cannot be read again. */
export const SeatTaken = z.object({ token: z.string(), name: z.string() });
export type SeatTaken = z.infer<typeof SeatTaken>;

/** Longest timer, seconds. */
const longestTimer = 3600;

/** `POST /api/hosts/:token/acts`: what the host does. Each says what shall be, so saying it twice changes nothing more. */
export const HostAct = z.discriminatedUnion('act', [
	/** Another exercise; those who follow go along. */
	z.strictObject({ act: z.literal('go'), exercise: Slug }),
	/** Everybody follows again, and is here. */
	z.strictObject({ act: z.literal('bring') }),
	/** The vote that is open: the first, or the one after the discussion. */
	z.strictObject({ act: z.literal('vote'), round: z.union([z.literal(1), z.literal(2)]) }),
	/** Votes and results are shown to participants, and no votes are taken; or that is undone. */
	z.strictObject({ act: z.literal('reveal'), on: z.boolean() }),
	z.strictObject({ act: z.literal('challenge'), on: z.boolean() }),
	/** Seconds from now; 0 stops it. */
	z.strictObject({ act: z.literal('timer'), seconds: z.int().min(0).max(longestTimer) }),
	/** The exercise as it is given, on the site's runner. */
	z.strictObject({ act: z.literal('measure') }),
	z.strictObject({ act: z.literal('end') })
]);
export type HostAct = z.infer<typeof HostAct>;

/** `POST /api/seat`: where a participant is, and whether they follow the host. */
export const SeatChange = z.strictObject({
	at: Slug.optional(),
	following: z.boolean().optional()
});
export type SeatChange = z.infer<typeof SeatChange>;

/** `POST /api/seat/votes`: a ratio. It counts for the vote that is open. */
export const VoteRequest = z.strictObject({
	exercise: Slug,
	ratio: z.number().positive().max(1e9)
});
export type VoteRequest = z.infer<typeof VoteRequest>;

/** How far the host is with one exercise. */
export const Step = z.strictObject({
	vote: z.union([z.literal(1), z.literal(2)]),
	revealed: z.boolean(),
	challenge: z.boolean()
});
export type Step = z.infer<typeof Step>;

export const WorkshopState = z.strictObject({
	/** The exercise the host is at. */
	at: Slug,
	/** How often everybody was called together. */
	calls: z.int(),
	/** By exercise; one that is not here was not begun. */
	steps: z.record(Slug, Step),
	timer: z.strictObject({ endsAt: z.string(), seconds: z.int() }).optional()
});
export type WorkshopState = z.infer<typeof WorkshopState>;

/** One of a workshop's exercises. */
export const WorkshopExercise = z.object({
	slug: Slug,
	title: z.string(),
	minutes: z.int(),
	/** Asked of the room: that of the exercise's first language. */
	question: FactsShape.shape.question,
	/** What the ratio is of, in words: of what, where, and compared with where. */
	measure: z.string(),
	of: z.string(),
	to: z.string(),
	hasChallenge: z.boolean()
});
export type WorkshopExercise = z.infer<typeof WorkshopExercise>;

/** What everybody in a room may know. */
export const WorkshopFacts = z.object({
	code: z.string(),
	title: z.string(),
	exercises: z.array(WorkshopExercise),
	state: WorkshopState,
	endedAt: z.string().optional(),
	deletesAt: z.string()
});
export type WorkshopFacts = z.infer<typeof WorkshopFacts>;

/** One measured run of code as it is given: the answer to the question, there and then. */
export const RoomResult = z.object({
	run: z.string(),
	runner: z.string(),
	processor: z.string(),
	microarchitecture: z.string(),
	toolchain: z.string(),
	at: z.string(),
	/** How many asked for it. */
	people: z.int(),
	answer: Interval
});
export type RoomResult = z.infer<typeof RoomResult>;

/** What a room voted and measured of one exercise. */
export const Tally = z.object({
	first: z.array(z.number()),
	second: z.array(z.number()),
	results: z.array(RoomResult),
	/** Runs of edited code, whose ratios are of something else. */
	edited: z.int(),
	/** Runs of code as it is given in which the question was not answered: failed, too disturbed, or not of it. */
	unanswered: z.int(),
	/** How many met the challenge. */
	solved: z.int()
});
export type Tally = z.infer<typeof Tally>;

export const Person = z.object({
	number: z.int(),
	name: z.string(),
	here: z.boolean(),
	/** The exercise they look at. */
	at: Slug.optional(),
	following: z.boolean(),
	/** In the vote that is open. */
	voted: z.boolean()
});
export type Person = z.infer<typeof Person>;

export const Solver = z.object({ name: z.string(), at: z.string(), runner: z.string() });

/** The room's runs that are not over. */
export const RoomQueue = z.object({
	waiting: z.int(),
	running: z.int(),
	/** People who wait for a run somebody else started. */
	joined: z.int(),
	/** Seconds the one that waits longest has waited. */
	longestWait: z.int().optional()
});

/** What the host sees: `GET /api/hosts/:token`, and each event of `/api/hosts/:token/events`. */
export const HostView = WorkshopFacts.extend({
	people: z.array(Person),
	tally: Tally,
	solvers: z.array(Solver),
	queue: RoomQueue
});
export type HostView = z.infer<typeof HostView>;

/** What a participant sees: `GET /api/seat`, and each event of `/api/seat/events`. */
export const SeatView = WorkshopFacts.extend({
	name: z.string(),
	following: z.boolean(),
	/** Their own, of all exercises. */
	votes: z.array(z.object({ exercise: Slug, round: z.int(), ratio: z.number() })),
	people: z.object({ here: z.int(), all: z.int() }),
	/** Of the host's exercise, once it is revealed. */
	tally: Tally.optional()
});
export type SeatView = z.infer<typeof SeatView>;

/** `GET /api/workshops/:code`. When the workshop is over, what it came to, without names. */
export const WorkshopView = z.object({
	code: z.string(),
	title: z.string(),
	people: z.int(),
	endedAt: z.string().optional(),
	deletesAt: z.string(),
	summary: z.array(WorkshopExercise.extend({ tally: Tally })).optional()
});
export type WorkshopView = z.infer<typeof WorkshopView>;

/** What is kept of a run's report for its room. */
export const RunResult = z.strictObject({
	/** Absent where the two places of the question were not both measured. */
	answer: Interval.optional(),
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
