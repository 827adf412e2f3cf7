/** One workshop as it is in the store. Pure. */
import { RunState } from '../../shared/schema.ts';
import { z } from 'zod';
import { RunResult, WorkshopState, type WorkshopExercise } from '../../shared/workshop-schema.ts';

export const WorkshopRow = z.object({
	id: z.string(),
	code: z.string(),
	title: z.string(),
	exercises: z.array(z.string()),
	state: WorkshopState,
	created_at: z.date(),
	ended_at: z.date().nullable(),
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
	here: z.boolean()
});
export type SeatRow = z.infer<typeof SeatRow>;

export const VoteRow = z.object({
	seat: z.int(),
	exercise: z.string(),
	round: z.int(),
	ratio: z.number(),
	at: z.date()
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
	votes: z.infer<typeof VoteRow>[];
	runs: z.infer<typeof RoomRun>[];
	/** Its exercises that the site still has. */
	exercises: WorkshopExercise[];
};

export const isOpen = ({ state }: Room['runs'][number]) =>
	state === 'queued' || state === 'running';
