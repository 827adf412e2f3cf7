/**
 * The figures that a lesson may place, and the data that each needs. A directive on a line of its own places one:
 * `::figure{name=chains latency=4 …}`, in the syntax of remark-directive. The drawings are in the site.
 */
import { z } from 'zod';
import { Slug } from './language.ts';

const Whole = (most: number) => z.coerce.number<string>().int().min(1).max(most);
/** Where the figure's numbers come from, for its caption; a sentence without its full stop. */
const Source = z.string().min(1);

const list = (text: string) => text.trim().split(/\s+/);

/** `1=one 2=two`: so many accumulators, and the variant that has them. */
const Row = z
	.string()
	.regex(/^\d+=\S+$/, 'write each as accumulators=variant, as in 2=two')
	.transform((text) => text.split('='))
	.pipe(z.tuple([Whole(16), Slug]))
	.transform(([accumulators, variant]) => ({ accumulators, variant }));

/** `0-3`: the bytes from the first to the last; `2`: one byte. */
const Bytes = z
	.string()
	.regex(/^\d(-\d)?$/, 'write bytes as 2 or as 0-3')
	.transform((text) => text.split('-').map(Number))
	.transform(([from = 0, to = from]) => ({ from, to }))
	.refine(({ from, to }) => from <= to && to < 8, 'the bytes are 0 to 7, in their order');
export type Bytes = z.infer<typeof Bytes>;

/** `bytes: 0 1 2 3 > 0-3`: a variant, the bytes that each of its stores writes, oldest first, and those its load reads. */
const Case = z
	.string()
	.regex(/^\s*[^\s:>]+:[^:>]+>[^:>]+$/, 'write each as variant: stores > load')
	.transform((text) => {
		const [variant = '', stores = '', load = ''] = text.split(/[:>]/);
		return { variant: variant.trim(), stores: list(stores), load: load.trim() };
	})
	.pipe(z.strictObject({ variant: Slug, stores: z.array(Bytes).min(1).max(8), load: Bytes }));

/** One dependency chain beside several of them, on a timeline of cycles. */
const Chains = z.strictObject({
	name: z.literal('chains'),
	/** What a link of the chain is, in the plural: "floating-point additions". */
	operations: z.string().min(1),
	/** Cycles from the operands of one operation to its result. */
	latency: Whole(12),
	/** How many of the operations a core can start in a cycle. */
	starts: Whole(8),
	rows: z.string().transform(list).pipe(z.array(Row).min(2).max(6)),
	source: Source
});

/** L1 to main memory: this machine's sizes, and what a load of a random chase cost in each. */
const MemoryHierarchy = z.strictObject({
	name: z.literal('memory-hierarchy'),
	/** The variant whose every load waits for the previous load; the sweep is its working set. */
	chase: Slug
});

/** The addresses of a matrix's column as tag, set and offset, and how its lines are spread over the sets. */
const AddressSplit = z.strictObject({
	name: z.literal('address-split'),
	/** The variant that walks down the column; the sweep is the length of a row. */
	variant: Slug,
	/** Lengths of a row to choose from, elements; the column has as many elements. */
	sides: z
		.string()
		.transform(list)
		.pipe(z.array(Whole(4096)).min(2).max(6)),
	/** Bytes of an element. */
	element: Whole(64),
	/** Bytes of a cache line. */
	line: Whole(256),
	/** KiB and ways of L1, for a machine that does not report its own. */
	size: Whole(1024),
	ways: Whole(32),
	source: Source
});

/** Stores that wait in the store buffer, and a load that needs their bytes. */
const StoreBuffer = z.strictObject({
	name: z.literal('store-buffer'),
	cases: z
		.string()
		.transform((text) => text.split(';'))
		.pipe(z.array(Case).min(2).max(6))
});

/** A thread that spins in rounds and looks at the lock between them, and the moment at which the lock is unlocked. */
const SpinRounds = z.strictObject({
	name: z.literal('spin-rounds'),
	/** The variant of one repetition of the plan; the sweep is the number of cores. */
	variant: Slug,
	cores: Whole(256),
	/** Pauses of the first round, and by what each further round is longer. */
	first: Whole(1000),
	factor: Whole(10),
	/** Rounds are shorter than this for each core, pauses. */
	limit: Whole(1_000_000),
	/** Moments of unlocking to choose from, pauses after the thread began to wait. */
	unlocked: z
		.string()
		.transform(list)
		.pipe(z.array(Whole(1_000_000_000)).min(2).max(6)),
	source: Source
});

/** Where a struct is while a constructor returns it: a variable of the constructor, the returned value, the caller's variable. */
const FramePlace = z.enum(['own', 'returned', 'caller']);
export type FramePlace = z.infer<typeof FramePlace>;

/** `Rust: own > caller, with memcpy`: who compiles it, where the struct is made and copied to, and how it is copied. */
const Return = z
	.string()
	.regex(/^[^:]+:[\sa-z>]+(,.+)?$/, 'write each as name: place > place, how')
	.transform((text) => {
		const [, label = '', places = '', how = ''] =
			/^([^:]+):([^,]+)(?:,(.+))?$/.exec(text.trim()) ?? [];
		return {
			label: label.trim(),
			places: places.split('>').map((place) => place.trim()),
			how: how.trim()
		};
	})
	.pipe(
		z.strictObject({
			label: z.string().min(1),
			places: z.array(FramePlace).min(1).max(3),
			/** Empty if nothing is copied. */
			how: z.string()
		})
	)
	.refine(
		({ places }) => places.at(-1) === 'caller' && new Set(places).size === places.length,
		'the last place is the caller, and no place comes twice'
	)
	.refine(({ places, how }) => places.length === 1 || how !== '', 'say how the struct is copied');

/** The stack frames of a caller and of the constructor that it calls, and the copies of the struct between them. */
const StackFrames = z.strictObject({
	name: z.literal('stack-frames'),
	/** Of the struct. */
	bytes: Whole(1_000_000),
	cases: z
		.string()
		.transform((text) => text.split(';'))
		.pipe(z.array(Return).min(2).max(6)),
	source: Source
});

/** The reorder buffer while a load waits, with more and more work between this load and the next. */
const Window = z.strictObject({
	name: z.literal('window'),
	/** The variant whose every load waits for the previous load. Its measured cycles are how long the load waits. */
	chase: Slug,
	/** How long it waits before a run, cycles, and the machine on which that was measured. */
	latency: Whole(10_000),
	machine: Source,
	/** Of the reorder buffer. */
	entries: Whole(10_000),
	/** Instructions that a core renames, and retires, in a cycle. */
	width: Whole(16),
	/** Instructions of work between two loads, to choose from. */
	work: z
		.string()
		.transform(list)
		.pipe(z.array(Whole(10_000)).min(2).max(6)),
	source: Source
});

/** llvm-mca's timelines of the loops of some variants, in the page's run. */
const Timelines = z.strictObject({
	name: z.literal('timelines'),
	variants: z.string().transform(list).pipe(z.array(Slug).min(1).max(6))
});

export const Figure = z.discriminatedUnion('name', [
	Chains,
	MemoryHierarchy,
	AddressSplit,
	StoreBuffer,
	SpinRounds,
	StackFrames,
	Window,
	Timelines
]);
export type Figure = z.infer<typeof Figure>;
export type FigureName = Figure['name'];
/** A figure of one name, with its data. */
export type FigureOf<Name extends FigureName> = Extract<Figure, { name: Name }>;

export const figureNames: readonly FigureName[] = Figure.options.map(
	({ shape }) => shape.name.value
);
