/** What participants of a workshop give beside a ratio: confidence, reasons, questions, where they are, their code. */
import { z } from 'zod';
import { Language, Slug } from '@cyclelab/exercises/schema';
import { SourceText } from './schema.ts';
import { confidences, questionCharacters, steps } from './workshop-inputs.ts';

export const Confidence = z.enum(confidences);
export type Confidence = z.infer<typeof Confidence>;

/** Numbers of votes by confidence; votes without one are in no number. */
export const Confidences = z.object({ sure: z.int(), think: z.int(), guess: z.int() });
export type Confidences = z.infer<typeof Confidences>;

/** One vote as the host sees it: without the name, because everybody sees the host's screen. */
export const Said = z.object({
	ratio: z.number(),
	confidence: Confidence.optional(),
	why: z.string().optional()
});
export type Said = z.infer<typeof Said>;

export const Where = z.enum(steps);
export type Where = z.infer<typeof Where>;

/** `POST /api/seat/code`: the sources that the host may show, after the host has asked for them. */
export const ShownCode = z.strictObject({
	exercise: Slug,
	language: Language,
	/** Edited variants only, at most as many as an exercise has. */
	sources: z.record(Slug, SourceText)
});
export type ShownCode = z.infer<typeof ShownCode>;

/** `POST /api/seat/questions`. */
export const FloorRequest = z.strictObject({
	text: z.string().trim().min(1).max(questionCharacters)
});
export type FloorRequest = z.infer<typeof FloorRequest>;

/** `POST /api/seat/questions/:number/votes`. */
export const FloorVote = z.strictObject({ on: z.boolean() });

/** Whether a question waits for an answer. Hidden questions are shown to nobody but the host. */
export const FloorState = z.enum(['open', 'answered', 'hidden']);
export type FloorState = z.infer<typeof FloorState>;

/** A question from the room; the votes of those who want it answered, without the name of the person who asked. */
export const FloorQuestion = z.object({
	number: z.int(),
	text: z.string(),
	state: FloorState,
	votes: z.int(),
	at: z.string()
});
export type FloorQuestion = z.infer<typeof FloorQuestion>;
