/** Requests and responses of the workshop API. A host or a participant gets one complete view in each event. */
import { z } from 'zod';
import { FactsShape, Language, Misconception, Slug } from '@cyclelab/exercises/schema';
import { Compiler } from '@cyclelab/runner/schema/compiler';
import { Interval } from '@cyclelab/runner/schema/measurement';
import { Id } from './schema.ts';
import {
	Confidence,
	Confidences,
	FloorQuestion,
	FloorState,
	Said,
	Where
} from './workshop-people.ts';
import { reasonCharacters } from './workshop-words.ts';

/** Characters of a workshop's title. */
export const titleCharacters = 80;

/** Days a workshop is kept after it was opened, and again after it ended. */
export const KeepDays = z.union([z.literal(1), z.literal(7), z.literal(30), z.literal(90)]);

/** Minutes that a plan gives to one exercise. */
export const PlannedMinutes = z.int().min(1).max(240);
/** Minutes by exercise; exercises without minutes take their own. */
export const Minutes = z.record(Slug, PlannedMinutes);
export type Minutes = z.infer<typeof Minutes>;

/** Latest date of a homework, days from now. */
export const longestHomeworkDays = 365;

/** `POST /api/workshops`. */
export const WorkshopRequest = z.strictObject({
	title: z.string().trim().min(1).max(titleCharacters),
	/** In the order they are shown. */
	exercises: z.array(Slug).min(1).max(40),
	minutes: Minutes.default({}),
	keepDays: KeepDays.default(30),
	/** Homework: until then everybody works through the exercises alone; nobody leads. ISO 8601 with an offset. */
	due: z.iso.datetime({ offset: true }).optional()
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
export const SeatRequest = z.strictObject({
	name: z.string().min(1).max(200),
	/** A program of a rehearsal; every page and export marks it. */
	synthetic: z.boolean().default(false)
});
export type SeatRequest = z.infer<typeof SeatRequest>;

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
	/** Everybody who is here in groups of people who disagree in the first vote; 0: no groups. */
	z.strictObject({
		act: z.literal('group'),
		size: z.union([z.literal(0), z.literal(2), z.literal(3), z.literal(4)])
	}),
	/** Whether a run that met the challenge makes this person a solver: the host has looked at its source. */
	z.strictObject({
		act: z.literal('check'),
		person: z.int().positive(),
		run: Id,
		accepted: z.boolean()
	}),
	/** Another order of the workshop's exercises, and other minutes. */
	z.strictObject({
		act: z.literal('plan'),
		exercises: z.array(Slug).min(1).max(40),
		minutes: Minutes
	}),
	/** Asks a participant to show their code on the screen; off takes the code away. */
	z.strictObject({ act: z.literal('ask'), person: z.int().positive(), on: z.boolean() }),
	/** A question from the room was answered, is hidden, or is open again. */
	z.strictObject({ act: z.literal('floor'), question: z.int().positive(), state: FloorState }),
	z.strictObject({ act: z.literal('end') })
]);
export type HostAct = z.infer<typeof HostAct>;

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
	/** When the host came to it, ISO 8601; absent before the host's first act. */
	since: z.string().optional(),
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
	minutes: Minutes,
	/** Of a homework: when it ends. */
	due: z.string().optional(),
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
	/** How sure those were who said so. */
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

export const Person = z.object({
	number: z.int(),
	name: z.string(),
	here: z.boolean(),
	/** The exercise they look at. */
	at: Slug.optional(),
	following: z.boolean(),
	/** In the vote that is open. */
	voted: z.boolean(),
	/** How far they are in the exercise they look at, as their page reports it. */
	step: Where.optional(),
	/** Whether the code they edit compiles. */
	compiles: z.boolean().optional(),
	/** Whether the host asked for their code, and whether they show it. */
	code: z.enum(['asked', 'shown']).optional(),
	/** A program of a rehearsal. */
	synthetic: z.boolean()
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

/** The code that a participant shows: `GET /api/hosts/:token/people/:number/code`. */
export const PersonSource = RoomSource.pick({ language: true, variants: true }).extend({
	exercise: Slug
});
export type PersonSource = z.infer<typeof PersonSource>;

/** The room's runs that are not over. */
export const RoomQueue = z.object({
	waiting: z.int(),
	running: z.int(),
	/** People who wait for another person's run. */
	joined: z.int(),
	/** Longest wait of a waiting run, seconds. */
	longestWait: z.int().optional()
});

/** What one person answered for one exercise. */
export const Answered = Said.partial({ ratio: true }).extend({
	person: z.int(),
	exercise: Slug,
	/** Their last result with unedited code. */
	answer: Interval.optional(),
	/** Their code that met the challenge. */
	solution: Solver.optional()
});
export type Answered = z.infer<typeof Answered>;

/** The host's view: `GET /api/hosts/:token`, and each event of `/api/hosts/:token/events`. */
export const HostView = WorkshopFacts.extend({
	people: z.array(Person),
	tally: Tally,
	/** Everybody with a run that met the challenge of the host's exercise, the earliest first. */
	solvers: z.array(Solver),
	/** Of a homework: what each person answered. */
	answers: z.array(Answered).optional(),
	queue: RoomQueue,
	/** Questions from the room, in the order they were asked, with the hidden ones. */
	floor: z.array(FloorQuestion),
	/** Groups that discuss the exercise, as people's numbers. */
	groups: z.array(z.array(z.int())),
	/** The votes of the open vote, with confidence and reasons. */
	said: z.array(Said),
	/** The host's run of the exercise is not over. */
	measuring: z.boolean()
});
export type HostView = z.infer<typeof HostView>;

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
