/** One workshop as it is in the store. Pure. */
import { RunState } from '../../shared/schema.ts';
import { z } from 'zod';
import { Confidence, FloorState, Where } from '../../shared/workshop-people.ts';
import { RunResult } from '../../shared/workshop-results.ts';
import { Minutes, WorkshopState, type WorkshopExercise } from '../../shared/workshop-schema.ts';

export const Groups = z.record(z.string(), z.array(z.array(z.int())));
export type Groups = z.infer<typeof Groups>;

export const WorkshopRow = z.object({
	id: z.string(),
	code: z.string(),
	title: z.string(),
	exercises: z.array(z.string()),
	state: WorkshopState,
	/** By exercise: groups of seats that discuss it. */
	groups: Groups,
	created_at: z.date(),
	minutes: Minutes,
	ended_at: z.date().nullable(),
	/** Of a homework. */
	due_at: z.date().nullable(),
	keep_days: z.int(),
	delete_at: z.date()
});
export type WorkshopRow = z.infer<typeof WorkshopRow>;

export const SeatRow = z.object({
	number: z.int(),
	name: z.string(),
	following: z.boolean(),
	at: z.string().nullable(),
	joined_at: z.date(),
	/** Keyed hash of the address the seat was taken from; null: unknown. */
	address: z.string().nullable(),
	here: z.boolean(),
	step: Where.nullable(),
	/** Whether the code they edit compiles; null: nothing is known of it. */
	compiles: z.boolean().nullable(),
	/** The host asks for their code, and they show it. */
	asked: z.boolean(),
	shown: z.boolean(),
	/** A program of a rehearsal. */
	synthetic: z.boolean()
});
export type SeatRow = z.infer<typeof SeatRow>;

export const VoteRow = z.object({
	seat: z.int(),
	exercise: z.string(),
	round: z.int(),
	ratio: z.number(),
	confidence: Confidence.nullable(),
	/** One line of text. */
	why: z.string().nullable(),
	at: z.date()
});
export type VoteRow = z.infer<typeof VoteRow>;

export const FloorRow = z.object({
	number: z.int(),
	seat: z.int(),
	text: z.string(),
	state: FloorState,
	at: z.date(),
	/** Seats that want it answered. */
	voters: z.array(z.int())
});

export const RoomRun = z.object({
	/** 0 is the host. */
	seat: z.int(),
	run: z.string(),
	exercise: z.string(),
	state: RunState,
	/** Seconds since it was requested. */
	age: z.number(),
	result: RunResult.nullable(),
	/** The host's decision about its source; null: none yet. */
	accepted: z.boolean().nullable()
});

/** Everything the store has about a workshop. */
export type Room = {
	workshop: WorkshopRow;
	seats: SeatRow[];
	votes: VoteRow[];
	runs: z.infer<typeof RoomRun>[];
	/** Questions from the room, in the order they were asked. */
	floor: z.infer<typeof FloorRow>[];
	/** Its exercises that the site still has. */
	exercises: WorkshopExercise[];
};

export const isOpen = ({ state }: Room['runs'][number]) =>
	state === 'queued' || state === 'running';
