/** The schema of a hostile case: a folder `NN-name/` with `case.yaml` and its sources. Pure. */
import { Language } from '@cyclelab/exercises/schema';
import { RequestedStage } from '@cyclelab/contract/schema/job';
import { z } from 'zod';

/** A text as it is, or `begin`, `repeat` so many `times` and `end`, for texts too long for a file. */
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

/** The run request that a try sends: one variant, by default with the stage "inspect" only. */
const RequestSpec = z.strictObject({
	language: Language.optional(),
	compiler: z.string().optional(),
	flags: z.array(z.string()).optional(),
	stages: z.array(RequestedStage).optional(),
	/** Default: the variant of the exercise for free play. */
	variant: z.string().optional(),
	/** A file of the case's folder, sent as the variant's source. Default: the exercise's own source. */
	source: z.string().optional(),
	/** The source itself, instead of a file. */
	text: Text.optional(),
	/** Further fields of the request. `$each` in names and texts is replaced by each text of the try's `each`. */
	request: z.record(z.string(), z.unknown()).optional()
});
export type RequestSpec = z.infer<typeof RequestSpec>;

const explanation = { title: z.string(), hint: z.string() };

export const ExpectedOutcome = z.union([
	/** The site refuses the request with `message`, in which `$each` is replaced by the text tried, as JSON. */
	z.strictObject({ refused: z.strictObject({ status: z.int(), message: z.string() }) }),
	z.strictObject({
		/** Fields of the report's failure; other fields may have any value. */
		failure: z.looseObject({ kind: z.string(), stage: z.string() }),
		/** The title and the hint of the failure that the learner reads. */
		...explanation,
		/** Every line that the program or the compiler printed, each a text or a /pattern/. */
		output: z.array(z.string()).optional(),
		/** Lines that the output has among others, each a text or a /pattern/. */
		outputIncludes: z.array(z.string()).optional()
	}),
	/** The run ends with a report, whether that has a failure or not. */
	z.strictObject({ ends: z.literal(true) }),
	/**
	 * The program is allowed, and the challenge is not passed, for the reason `sentence` (a /pattern/) gives. Its twin is not refused
	 * the goal of the result.
	 */
	z.strictObject({ challenge: z.literal('not-yet'), sentence: z.string() }),
	/**
	 * The program is allowed. `countedAsTwin`: it has as many instructions per iteration as its twin, within 2 %. `eventsAsTwin`: so are
	 * its loads, stores, branches and what became of them.
	 */
	z.strictObject({
		succeeds: z.literal(true),
		countedAsTwin: z.literal(true).optional(),
		eventsAsTwin: z.literal(true).optional()
	})
]);
export type ExpectedOutcome = z.infer<typeof ExpectedOutcome>;

const Try = z
	.strictObject({
		/** Names the try if the case has several. */
		name: z.string().optional(),
		/** Texts for `$each` in the request, sent one after another. */
		each: z.array(Text).min(1).optional(),
		/** Also requests an ordinary run at the same time, which must succeed. Neither request is repeated. */
		concurrent: z.boolean().default(false),
		send: RequestSpec,
		expect: ExpectedOutcome,
		/** Fields by which the harmless twin's request differs. The twin must succeed, so nothing else causes the failure. */
		control: RequestSpec
	})
	.refine((one) => JSON.stringify(one.send) !== JSON.stringify(twinOf(one)), {
		path: ['control'],
		error: 'the control sends the same request'
	});
export type Try = z.infer<typeof Try>;

/** The request of the harmless twin. */
export function twinOf({
	send,
	control
}: {
	send: RequestSpec;
	control: RequestSpec;
}): RequestSpec {
	const { source: _source, text: _text, ...others } = send;
	return control.source === undefined && control.text === undefined
		? { ...send, ...control }
		: { ...others, ...control };
}

export const HostileCase = z.strictObject({
	/** The attack, in words. */
	attack: z.string(),
	/** The required outcome, and the mechanism that ensures it. */
	promise: z.string(),
	/** Also part of `npm test`. */
	short: z.boolean().default(false),
	tries: z.array(Try).min(1)
});
export type HostileCase = z.infer<typeof HostileCase>;
