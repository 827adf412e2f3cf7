/**
 * What an exercise is: one folder, `NN-slug/`, with `exercise.yaml` (facts), `lesson.md` (text) and one
 * source file per variant and language (`<variant>.c`, `<variant>.go`, ...). This file is the only definition;
 * the loader, the runner, the API and the pages import it.
 */
import { z } from 'zod';

/** Lower-case words joined by hyphens: names of exercises, variants, claims. */
export const Slug = z
	.string()
	.regex(/^[a-z0-9]+(-[a-z0-9]+)*$/)
	.max(48);

export const Language = z.enum(['c', 'cpp', 'go', 'cs', 'cr']);
export type Language = z.infer<typeof Language>;

/** File name extension of a language's sources, without the dot. */
export const extensionOf: Record<Language, string> = {
	c: 'c',
	cpp: 'cpp',
	go: 'go',
	cs: 'cs',
	cr: 'cr'
};

/** As people write it. */
export const languageNames: Record<Language, string> = {
	c: 'C',
	cpp: 'C++',
	go: 'Go',
	cs: 'C#',
	cr: 'Crystal'
};

/** Architectures code is compiled for, named as Docker's world says them aloud. */
export const Target = z.enum(['x86-64', 'arm64']);
export type Target = z.infer<typeof Target>;

/** Values of an exercise's parameters at one point, by parameter name. Integers only. */
export const Parameters = z.record(Slug, z.int().nonnegative());
export type Parameters = z.infer<typeof Parameters>;

/** A place in the exercise's table: one variant at one choice of parameters. */
const Place = z.strictObject({ variant: Slug, parameters: Parameters.default({}) });
export type Place = z.infer<typeof Place>;

const Variant = z.strictObject({
	id: Slug,
	/** Heading of its row, a few words. */
	label: z.string().min(1).max(60),
	/** What the document (or we) say about it, one sentence. */
	claim: z.string().min(1)
});

/** One swept parameter. The kernel reads it with `cyclelab_parameter("name", fallback)`. */
const Sweep = z.strictObject({
	name: Slug,
	label: z.string().min(1),
	unit: z.enum(['bytes', 'count']),
	scale: z.enum(['log', 'linear']),
	values: z.array(z.int().positive()).min(2).max(40)
});

/** A machine on which a document's figures were taken. */
const DocumentedMachine = z.strictObject({
	id: Slug,
	name: z.string().min(1),
	/** Clock in GHz if the document states one; needed to turn its times into cycles. */
	clockGHz: z.number().positive().optional()
});

/** A figure of the document, for one iteration, in nanoseconds (converted by the author; `quoted` keeps its words). */
const DocumentedResult = z.strictObject({
	machine: Slug,
	variant: Slug,
	parameters: Parameters.default({}),
	nsPerIteration: z.number().positive(),
	quoted: z.string().min(1)
});

/** The one question a learner answers before running: a ratio `of / to`. */
const Question = z.strictObject({
	text: z.string().min(1),
	of: Place,
	to: Place,
	/** Ends of the answer slider, as ratios. */
	low: z.number().positive(),
	high: z.number().positive()
});

/** A checkable statement: the ratio of two places lies between bounds. */
const Claim = z.strictObject({
	id: Slug,
	statement: z.string().min(1),
	of: Place,
	to: Place,
	/** Bounds of the ratio of/to that mean "reproduced". At least one is given. */
	atLeast: z.number().positive().optional(),
	atMost: z.number().positive().optional(),
	/** LLVM CPU names on which we saw it hold; elsewhere a miss is "not here" instead of "contradicted". */
	seenOn: z.array(z.string()).default([]),
	/** Smallest effect worth claiming: a ratio nearer to 1 than this part is no effect. At least a runner's noise floor. */
	smallestEffect: z.number().positive().default(0.02)
});
export type Claim = z.infer<typeof Claim>;

/** What the performance model cannot see in this exercise; shown as a badge on the hot loops of the named variants. */
const BlindSpot = z.strictObject({
	variants: z.array(Slug).min(1),
	/** Short words for the badge. */
	label: z.string().min(1).max(60),
	sentence: z.string().min(1)
});

export const Facts = z
	.strictObject({
		title: z.string().min(1).max(60),
		track: Slug,
		/** One sentence for the list on the home page and for link previews. */
		summary: z.string().min(1).max(200),
		minutes: z.int().positive(),
		document: z.strictObject({
			/** Number of the source document: 000 .. 003; absent for exercises of our own. */
			number: z
				.string()
				.regex(/^\d{3}$/)
				.optional(),
			title: z.string().min(1),
			author: z.string().min(1),
			/** Where in the document, in words. */
			place: z.string().min(1)
		}),
		/** What one iteration of the source's loop does, e.g. "one increment". */
		iteration: z.string().min(1),
		/** Unit of the table and the charts; the other one stands in the details. */
		unit: z.enum(['cycles', 'ns']),
		baseline: Slug,
		variants: z.array(Variant).min(2),
		sweep: Sweep.optional(),
		machines: z.array(DocumentedMachine).default([]),
		documented: z.array(DocumentedResult).default([]),
		question: Question,
		claims: z.array(Claim).min(1),
		blindSpots: z.array(BlindSpot).default([]),
		/** Extra flags every C and C++ build of this exercise gets (from the runner's allow-list). */
		flags: z.array(z.string()).default([]),
		/** Whether all variants return the same checksum for the same number of iterations. */
		sameChecksum: z.boolean().default(false)
	})
	.check((context) => {
		const facts = context.value;
		const ids = new Set(facts.variants.map((variant) => variant.id));
		const machines = new Set(facts.machines.map((machine) => machine.id));
		const complain = (path: (string | number)[], message: string) =>
			context.issues.push({ code: 'custom', path, message, input: facts });
		if (ids.size !== facts.variants.length) complain(['variants'], 'two variants share an id');
		if (!ids.has(facts.baseline)) complain(['baseline'], 'baseline must name one of the variants');
		const place = (path: (string | number)[], where: Place) => {
			if (!ids.has(where.variant)) complain([...path, 'variant'], `no variant "${where.variant}"`);
			for (const [name, value] of Object.entries(where.parameters)) {
				if (name !== facts.sweep?.name) complain([...path, 'parameters'], `no parameter "${name}"`);
				else if (!facts.sweep.values.includes(value))
					complain([...path, 'parameters', name], `${value} is not among the sweep's values`);
			}
			if (facts.sweep && !(facts.sweep.name in where.parameters))
				complain([...path, 'parameters'], `"${facts.sweep.name}" must be given`);
		};
		place(['question', 'of'], facts.question.of);
		place(['question', 'to'], facts.question.to);
		facts.claims.forEach((claim, i) => {
			place(['claims', i, 'of'], claim.of);
			place(['claims', i, 'to'], claim.to);
			if (claim.atLeast === undefined && claim.atMost === undefined)
				complain(['claims', i], 'a claim needs atLeast or atMost');
		});
		facts.documented.forEach((result, i) => {
			place(['documented', i], { variant: result.variant, parameters: result.parameters });
			if (!machines.has(result.machine))
				complain(['documented', i, 'machine'], `no machine "${result.machine}"`);
		});
		facts.blindSpots.forEach((spot, i) =>
			spot.variants.forEach((id, j) => {
				if (!ids.has(id)) complain(['blindSpots', i, 'variants', j], `no variant "${id}"`);
			})
		);
	});
/** The contents of `exercise.yaml`. */
export type Facts = z.infer<typeof Facts>;

/** A loaded exercise: its facts, its text and its sources. */
export const Exercise = z.strictObject({
	slug: Slug,
	/** From the folder's prefix; order within the track. */
	order: z.int(),
	facts: Facts,
	/** Markdown of the lesson's two parts. */
	story: z.string(),
	explain: z.string(),
	/** sources[language][variant] = text. Every language has every variant. */
	sources: z.partialRecord(Language, z.record(Slug, z.string()))
});
export type Exercise = z.infer<typeof Exercise>;

export const Track = z.strictObject({
	id: Slug,
	title: z.string().min(1),
	summary: z.string().min(1)
});
export type Track = z.infer<typeof Track>;
