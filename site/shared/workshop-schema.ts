/** Requests and responses of the workshop API. A host or a participant gets one complete view in each event. */
import { z } from 'zod';
import { FactsShape, Language, Misconception, Slug } from '@cyclelab/exercises/schema';
import { Compiler } from '@cyclelab/runner/schema/compiler';
import { Interval } from '@cyclelab/runner/schema/measurement';
import { Id } from './schema.ts';

/** Characters of a workshop's title. */
export const titleCharacters = 80;

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

/** The response. The host's link grants the host's rights; it is returned only here. */
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

/** The response. The participant's token, sent as a bearer token; it is returned only here. */
export const SeatTaken = z.object({ token: z.string(), name: z.string() });
export type SeatTaken = z.infer<typeof SeatTaken>;

/** Longest timer, seconds. */
const longestTimer = 3600;

/** `POST /api/hosts/:token/acts`: the host's actions. Each sets a state, so a repeated action changes nothing. */
export const HostAct = z.discriminatedUnion('act', [
	/** Changes the exercise; participants who follow the host go along. */
	z.strictObject({ act: z.literal('go'), exercise: Slug }),
	/** Everybody follows again, and is here. */
	z.strictObject({ act: z.literal('bring') }),
	/** The open vote: the first vote, or the vote after the discussion. */
	z.strictObject({ act: z.literal('vote'), round: z.union([z.literal(1), z.literal(2)]) }),
	/** Votes and results are shown to participants, and no votes are taken; or that is undone. */
	z.strictObject({ act: z.literal('reveal'), on: z.boolean() }),
	z.strictObject({ act: z.literal('challenge'), on: z.boolean() }),
	/** Seconds from now; 0 stops it. */
	z.strictObject({ act: z.literal('timer'), seconds: z.int().min(0).max(longestTimer) }),
	/** The exercise as it is given, on the site's runner. */
	z.strictObject({ act: z.literal('measure') }),
	/** Whether a run that met the challenge makes this person a solver: the host has looked at its source. */
	z.strictObject({
		act: z.literal('check'),
		person: z.int().positive(),
		run: Id,
		accepted: z.boolean()
	}),
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
	/** By exercise; absent exercises were not begun. */
	steps: z.record(Slug, Step),
	timer: z.strictObject({ endsAt: z.string(), seconds: z.int() }).optional()
});
export type WorkshopState = z.infer<typeof WorkshopState>;

/** One of a workshop's exercises. */
export const WorkshopExercise = z.object({
	slug: Slug,
	title: z.string(),
	minutes: z.int(),
	/** The workshop's question: the question of the exercise's first language. */
	question: FactsShape.shape.question,
	/** The ratio in words: the measure, its place, and the place it is compared with. */
	measure: z.string(),
	of: z.string(),
	to: z.string(),
	hasChallenge: z.boolean()
});
export type WorkshopExercise = z.infer<typeof WorkshopExercise>;

/** The part of a view that everybody in a room gets. */
export const WorkshopFacts = z.object({
	code: z.string(),
	title: z.string(),
	exercises: z.array(WorkshopExercise),
	state: WorkshopState,
	endedAt: z.string().optional(),
	deletesAt: z.string()
});
export type WorkshopFacts = z.infer<typeof WorkshopFacts>;

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

/** The reason why a run of unedited code gave no answer. */
export const RoomFailure = z.object({ title: z.string(), hint: z.string() });
export type RoomFailure = z.infer<typeof RoomFailure>;

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

/** The host's decision about a run that met the challenge. */
export const Checked = z.enum(['unchecked', 'accepted', 'rejected']);
export type Checked = z.infer<typeof Checked>;

/**
 * A person who met the challenge, and the run that counts: the first accepted run, else the first unchecked run, else the
 * last rejected run.
 */
export const Solver = z.object({
	/** The person's number. */
	person: z.int(),
	name: z.string(),
	at: z.string(),
	runner: z.string(),
	run: Id,
	checked: Checked
});
export type Solver = z.infer<typeof Solver>;

/** The sources that a person changed for a run: `GET /api/hosts/:token/runs/:run`. */
export const RoomSource = z.object({
	run: Id,
	language: Language,
	compiler: Compiler,
	/** The flags the person requested. */
	flags: z.array(z.string()),
	/** Edited variants only. */
	variants: z.array(
		z.object({
			id: z.string(),
			label: z.string(),
			/** The exercise's own source. */
			given: z.string(),
			source: z.string()
		})
	)
});
export type RoomSource = z.infer<typeof RoomSource>;

/** The room's runs that are not over. */
export const RoomQueue = z.object({
	waiting: z.int(),
	running: z.int(),
	/** People who wait for another person's run. */
	joined: z.int(),
	/** Longest wait of a waiting run, seconds. */
	longestWait: z.int().optional()
});

/** The host's view: `GET /api/hosts/:token`, and each event of `/api/hosts/:token/events`. */
export const HostView = WorkshopFacts.extend({
	people: z.array(Person),
	tally: Tally,
	/** Everybody with a run that met the challenge, the earliest first. */
	solvers: z.array(Solver),
	queue: RoomQueue
});
export type HostView = z.infer<typeof HostView>;

/** A participant's view: `GET /api/seat`, and each event of `/api/seat/events`. */
export const SeatView = WorkshopFacts.extend({
	name: z.string(),
	following: z.boolean(),
	/** Their own, of all exercises. */
	votes: z.array(z.object({ exercise: Slug, round: z.int(), ratio: z.number() })),
	/** Challenges they met, of all exercises, and what the host decided. */
	solutions: z.array(z.object({ exercise: Slug, checked: Checked })),
	people: z.object({ here: z.int(), all: z.int() }),
	/** Of the host's exercise, once it is revealed. */
	tally: Tally.optional()
});
export type SeatView = z.infer<typeof SeatView>;

/** `GET /api/workshops/:code`. When the workshop is over: its results, without names. */
export const WorkshopView = z.object({
	code: z.string(),
	title: z.string(),
	people: z.int(),
	endedAt: z.string().optional(),
	deletesAt: z.string(),
	summary: z.array(WorkshopExercise.extend({ tally: Tally })).optional()
});
export type WorkshopView = z.infer<typeof WorkshopView>;

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
