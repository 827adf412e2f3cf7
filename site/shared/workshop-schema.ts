/** A workshop: the request that opens it, its exercises and its state. */
import { z } from 'zod';
import { FactsShape, Slug } from '@cyclelab/exercises/schema';

/** Characters of a workshop's title. */
export const titleCharacters = 80;

/** Days a workshop is kept after it was opened, and again after it ended. */
const KeepDays = z.union([z.literal(1), z.literal(7), z.literal(30), z.literal(90)]);

/** Minutes that a plan gives to one exercise. */
const PlannedMinutes = z.int().min(1).max(240);
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

/** How far the host is with one exercise. */
export const WorkshopStep = z.strictObject({
	vote: z.union([z.literal(1), z.literal(2)]),
	revealed: z.boolean(),
	challenge: z.boolean()
});
export type WorkshopStep = z.infer<typeof WorkshopStep>;

export const WorkshopState = z.strictObject({
	/** The exercise the host is at. */
	at: Slug,
	/** When the host came to it, ISO 8601; absent before the host's first act. */
	since: z.string().optional(),
	/** How often everybody was called together. */
	calls: z.int(),
	/** By exercise; absent exercises were not begun. */
	steps: z.record(Slug, WorkshopStep),
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
