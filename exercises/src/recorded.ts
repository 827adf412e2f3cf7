/**
 * A recorded run: what an exercise as given took on another machine, kept in its folder as
 * `recorded-<microarchitecture>-<language>.json`. `npm run record` writes such files from a run that it makes; nobody
 * writes them by hand. A site keeps such runs of its own runners.
 */
import { z } from 'zod';
import { Parameters } from './claim.ts';
import { Language, Slug, Target } from './language.ts';

/** Lower end, median and upper end of the 95 % confidence interval of the median. */
export const RecordedFigure = z.tuple([z.number(), z.number(), z.number()]);
export type RecordedFigure = z.infer<typeof RecordedFigure>;

/** What was measured of a variant, or at one value of a sweep. */
export const RecordedPlace = z.strictObject({
	/** As the exercise names it in the run's language, for the run's architecture. */
	variant: Slug,
	parameters: Parameters,
	/** Digest of the variant's source and of the compiler's flags: the figures belong to this code alone. */
	code: z.string().regex(/^[0-9a-f]{16}$/),
	/** Core cycles and nanoseconds per iteration. */
	cycles: RecordedFigure,
	ns: RecordedFigure,
	/** Cycles per iteration that llvm-mca's model of this processor predicted. Absent: no prediction. */
	predicted: z.number().nonnegative().optional(),
	/** What the exercise's meters counted per iteration. Absent: it has none. */
	meters: z.record(Slug, RecordedFigure).optional(),
	/** Centres of the modes in cycles and their shares; more than one mode is no single number. */
	modes: z.array(z.tuple([z.number(), z.number()])),
	/** Accepted samples, and rejected ones. */
	samples: z.int().nonnegative(),
	rejected: z.int().nonnegative(),
	/** Processes that the samples are from. */
	processes: z.int().positive(),
	/** Core clock meanwhile, GHz. */
	clockGHz: z.number().positive()
});
export type RecordedPlace = z.infer<typeof RecordedPlace>;

export const RecordedRun = z.strictObject({
	/** Day on which the run began, in UTC. */
	date: z.iso.date(),
	/** For people, e.g. "AMD Zen 3". */
	processor: z.string().min(1),
	/** LLVM's name of it, e.g. "znver3". */
	microarchitecture: z.string().regex(/^[a-z0-9-]+$/),
	target: Target,
	/** It was the processor of a virtual machine. */
	virtualised: z.boolean(),
	language: Language,
	/** The compiler's name here, e.g. "clang-22", its version in its own words, and the flags in their order. */
	toolchain: z.strictObject({
		compiler: z.string().min(1),
		version: z.string().min(1),
		flags: z.array(z.string())
	}),
	/** Load average of the minute before the run: how many programs wanted a core. Absent: a run of a site, which does not know it. */
	load: z.number().nonnegative().optional(),
	places: z.array(RecordedPlace).min(1)
});
export type RecordedRun = z.infer<typeof RecordedRun>;

/** The name of the file that holds a run: one for each processor and language. */
export const recordedFile = ({
	microarchitecture,
	language
}: Pick<RecordedRun, 'microarchitecture' | 'language'>): string =>
	`recorded-${microarchitecture}-${language}.json`;
