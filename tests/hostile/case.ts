/** What a case of hostile input is: a folder `NN-name/` with `case.yaml` and sources. Pure. */
import { Language } from '@cyclelab/exercises/schema';
import { Phase } from '@cyclelab/runner/schema/job';
import { z } from 'zod';

/** A text as it is, or one too long to be written down: `begin`, then `repeat` so many `times`, then `end`. */
const Text = z.union([
	z.string(),
	z.strictObject({
		begin: z.string().default(''),
		repeat: z.string(),
		times: z.int().positive(),
		end: z.string().default('')
	})
]);
export type Text = z.infer<typeof Text>;

export const textOf = (text: Text): string =>
	typeof text === 'string' ? text : text.begin + text.repeat.repeat(text.times) + text.end;

/** What is sent: a run of one variant, inspected only if nothing else is said. */
const Ask = z.strictObject({
	language: Language.optional(),
	compiler: z.string().optional(),
	flags: z.array(z.string()).optional(),
	stages: z.array(Phase).optional(),
	/** A file of the case's folder, sent as the source of the variant; absent: as the exercise has it. */
	source: z.string().optional(),
	/** The same, written here. */
	text: Text.optional(),
	/** Anything else of the request. `$each` in its names and texts is one of the `each` of its try. */
	request: z.record(z.string(), z.unknown()).optional()
});
export type Ask = z.infer<typeof Ask>;

const words = { title: z.string(), hint: z.string() };

export const Expected = z.union([
	/** The site refuses it; `message` as the learner reads it, where `$each` is what was tried, as JSON. */
	z.strictObject({ refused: z.strictObject({ status: z.int(), message: z.string() }) }),
	z.strictObject({
		/** Facts of the report's failure; those not named may be any. */
		failure: z.looseObject({ kind: z.string(), stage: z.string() }),
		/** The sentence the learner reads, and what to try. */
		...words,
		/** All lines of the program's or compiler's own words, each a text or a /pattern/. */
		told: z.array(z.string()).optional(),
		/** What those words have somewhere among them, alike. */
		says: z.array(z.string()).optional()
	}),
	/** It does no harm and is allowed. */
	z.strictObject({ succeeds: z.literal(true) })
]);
export type Expected = z.infer<typeof Expected>;

const Try = z
	.strictObject({
		/** Tells this try of several from the others. */
		name: z.string().optional(),
		/** Tried one after the other with the same request. */
		each: z.array(Text).min(1).optional(),
		ask: Ask,
		expect: Expected,
		/** What the harmless twin asks otherwise. It must succeed: the failure is not of something else. */
		control: Ask
	})
	.refine((one) => JSON.stringify(one.ask) !== JSON.stringify(twinOf(one)), {
		path: ['control'],
		error: 'the control asks for the same'
	});
export type Try = z.infer<typeof Try>;

/** What the harmless twin asks. */
export function twinOf({ ask, control }: { ask: Ask; control: Ask }): Ask {
	const { source: _source, text: _text, ...others } = ask;
	return control.source === undefined && control.text === undefined
		? { ...ask, ...control }
		: { ...others, ...control };
}

export const Case = z.strictObject({
	/** What it tries. */
	attack: z.string(),
	/** What must happen, and why nothing gets out. */
	promise: z.string(),
	/** Also part of `npm test`. */
	short: z.boolean().default(false),
	tries: z.array(Try).min(1)
});
export type Case = z.infer<typeof Case>;
