/**
 * Loops to judge: a question about each, answers to choose from, llvm-mca's figures and measured ones. Those of the self-test
 * are in `loops/self-test/`, those that follow a lesson in `loops/after-lessons/`: `NN-slug.yaml`, and one source
 * `NN-slug.a.c`, or two. A test asks llvm-mca again for each figure (`tests/integration/inspect/self-test.test.ts`). Pure.
 */
import { z } from 'zod';
import { Slug, Target } from './language.ts';
import { parseFile } from './parse-file.ts';

/** The folder of loops, beside those of the exercises. */
export const loopsFolder = 'loops';
export const selfTestFolder = 'loops/self-test';
export const transferFolder = 'loops/after-lessons';

/** Kernel A or B of free play, in which a loop is opened. */
const Kernel = z.enum(['a', 'b']);
const Cycles = z.number().positive();

const Choice = z
	.strictObject({
		text: z.string().min(1),
		right: z.literal(true).optional(),
		/** Of a wrong answer: what is wrong with it. */
		why: z.string().min(1).optional()
	})
	.refine(({ right, why }) => (right ?? false) === (why === undefined), {
		message: 'a wrong answer has a reason (why), and the right one has none'
	});

const Predicted = z.strictObject({
	variant: Kernel,
	/** The name llvm-mca is asked by. */
	mcpu: z.string().min(1),
	noalias: z.boolean().default(true),
	/** For one iteration, with two decimals. */
	cycles: Cycles
});

/** Cycles for one iteration: the median, and its interval of 95 %. */
const Measured = z
	.strictObject({ variant: Kernel, median: Cycles, low: Cycles, high: Cycles })
	.refine(({ low, median, high }) => low <= median && median <= high, 'is no interval');

/** What the figures were made with. */
const About = z.strictObject({
	/** Version of llvm-mca. */
	llvmMca: z.string().min(1),
	compiler: z.string().min(1),
	machine: z.string().min(1),
	/** Of the measurements, YYYY-MM-DD. */
	day: z.iso.date()
});

const LoopFacts = z
	.strictObject({
		title: z.string().min(1),
		question: z.string().min(1),
		target: Target.default('x86-64'),
		/** The hot loop, shown with the question. “…” stands for an address. */
		assembly: z
			.strictObject({ variant: Kernel, lines: z.array(z.string().min(1)).min(1) })
			.optional(),
		/** The source answers the question, so it is shown with the answer. */
		sourceAnswers: z.literal(true).optional(),
		/** The exercises whose lessons answer it, by slug. In `transfer/` the loop follows the lesson of the first. */
		teaches: z.array(Slug).min(1).max(3),
		choices: z.array(Choice).min(3).max(5),
		/** Empty if llvm-mca predicts none of its kernels. */
		predicted: z.array(Predicted).default([]),
		/** A kernel that llvm-mca does not predict, and why: a clause. */
		unpredicted: z.strictObject({ variant: Kernel, reason: z.string().min(1) }).optional(),
		/** Empty for a target of which no machine was at hand. */
		measured: z.array(Measured).default([]),
		/** Where and when, if not as `about.yaml` has it. */
		measuredOn: About.pick({ machine: true, day: true }).optional(),
		explanation: z.string().min(1)
	})
	.refine(({ choices }) => choices.filter(({ right }) => right).length === 1, {
		path: ['choices'],
		message: 'exactly one answer is right'
	})
	.refine(({ predicted, unpredicted }) => predicted.length > 0 || unpredicted, {
		path: ['predicted'],
		message: 'it needs a prediction, or unpredicted with the reason'
	});

export const SelfTestLoop = LoopFacts.safeExtend({
	id: Slug,
	/** C, by kernel. Kernel A is always there. */
	sources: z.strictObject({ a: z.string().min(1), b: z.string().min(1).optional() })
});
export type SelfTestLoop = z.infer<typeof SelfTestLoop>;

export const SelfTest = z.strictObject({ about: About, loops: z.array(SelfTestLoop).min(1) });
export type SelfTest = z.infer<typeof SelfTest>;

/** @param files texts of the folder by name; @throws an Error that names the file and what to change in it */
export function parseSelfTest(
	files: Readonly<Record<string, string>>,
	folder: string = selfTestFolder
): SelfTest {
	const facts = Object.keys(files).filter((name) => /^\d\d-.+\.yaml$/.test(name));
	const known = new Set(facts.flatMap((name) => [name, ...['a', 'b'].map(sourceBeside(name))]));
	const stray = Object.keys(files).find((name) => !known.has(name) && name !== 'about.yaml');
	if (stray !== undefined)
		throw new Error(
			`${folder}/${stray} belongs to no loop. Name it NN-slug.yaml, or NN-slug.a.c or NN-slug.b.c beside such a file.`
		);
	return {
		about: parseFile(`${folder}/about.yaml`, files['about.yaml'] ?? '', About),
		loops: facts.toSorted().map((name) => loopOf(folder, name, files))
	};
}

const sourceBeside = (name: string) => (kernel: string) => name.replace(/yaml$/, `${kernel}.c`);

function loopOf(
	folder: string,
	name: string,
	files: Readonly<Record<string, string>>
): SelfTestLoop {
	const [a, b] = ['a', 'b'].map((kernel) => files[sourceBeside(name)(kernel)]);
	if (a === undefined)
		throw new Error(`${folder}/${name} has no source. Add ${sourceBeside(name)('a')}.`);
	const facts = parseFile(`${folder}/${name}`, files[name] ?? '', LoopFacts);
	const { assembly, predicted, measured, unpredicted } = facts;
	const used = [assembly, unpredicted, ...predicted, ...measured];
	if (b === undefined && used.some((one) => one?.variant === 'b'))
		throw new Error(`${folder}/${name} names kernel b. Add ${sourceBeside(name)('b')}.`);
	const id = name.slice('NN-'.length, -'.yaml'.length);
	return { ...facts, id, sources: { a, ...(b === undefined ? {} : { b }) } };
}
