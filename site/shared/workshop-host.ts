/** The host's part of the workshop API: actions, sources to check, and the view, which is complete in each event. */
import { z } from 'zod';
import { Language, Slug } from '@cyclelab/exercises/schema';
import { Compiler } from '@cyclelab/contract/schema/compiler';
import { Interval } from '@cyclelab/contract/schema/measurement';
import { Id } from './schema.ts';
import { FloorQuestion, FloorState, Said, Where } from './workshop-people.ts';
import { Checked, Tally } from './workshop-results.ts';
import { Minutes, WorkshopFacts } from './workshop-schema.ts';

/** Longest timer, seconds. */
const longestTimer = 3600;

/** The number of a person or of a question: six digits at most, as in addresses (`parseNumber`). */
const PartNumber = z.int().positive().max(999_999);

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
		person: PartNumber,
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
	z.strictObject({ act: z.literal('ask'), person: PartNumber, on: z.boolean() }),
	/** Removes seats with their votes, questions and results. */
	z.strictObject({ act: z.literal('remove'), people: z.array(PartNumber).min(1).max(300) }),
	/** A question from the room was answered, is hidden, or is open again. */
	z.strictObject({ act: z.literal('floor'), question: PartNumber, state: FloorState }),
	z.strictObject({ act: z.literal('end') })
]);
export type HostAct = z.infer<typeof HostAct>;

export const Person = z.object({
	number: z.int(),
	name: z.string(),
	/** Equal for seats that were taken from one address; absent if it has one seat. From 1, first the address with most seats. */
	address: z.int().optional(),
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
const RoomQueue = z.object({
	waiting: z.int(),
	running: z.int(),
	/** People who wait for another person's run. */
	joined: z.int(),
	/** Longest wait of a waiting run, seconds. */
	longestWait: z.int().optional()
});

/** One person's answers for one exercise. */
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
