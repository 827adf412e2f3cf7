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

/** The control flow of the hot functions of some variants, with the counts of the page's run. */
const ControlFlow = z.strictObject({
	name: z.literal('control-flow'),
	variants: z.string().transform(list).pipe(z.array(Slug).min(1).max(6))
});

/** What a bar or a cell of a general drawing stands for, and the mark by which a lesson writes it after the text. */
const kinds = { '!': 'lost', '~': 'waiting', '*': 'chosen' } as const;
export type CellKind = (typeof kinds)[keyof typeof kinds] | 'plain';

/** `text`, `text!` (lost or in conflict), `text~` (waiting), `text*` (what the drawing is about). */
function marked(text: string): { text: string; kind: CellKind } {
	const mark = text.at(-1) ?? '';
	const kind = Object.entries(kinds).find(([written]) => written === mark)?.[1];
	return kind ? { text: text.slice(0, -1), kind } : { text, kind: 'plain' };
}

/** `label | row: … | row: … | = sentence`: one case of a general drawing. */
function casesOf<Row extends z.ZodType<unknown, string>>(row: Row) {
	return z
		.string()
		.transform((text) =>
			text.split(';').map((written) => {
				const [label = '', ...parts] = written.split('|').map((part) => part.trim());
				const [sentence = ''] = parts.filter((part) => part.startsWith('='));
				return {
					label,
					rows: parts.filter((part) => !part.startsWith('=')),
					sentence: sentence.slice(1).trim()
				};
			})
		)
		.pipe(
			z
				.array(
					z.strictObject({
						label: z.string().min(1),
						rows: z.array(row).min(1).max(12),
						sentence: z
							.string()
							.min(1, 'end each case with | = and a sentence that says what it shows')
					})
				)
				.min(1)
				.max(6)
		);
}

const Cell = z.strictObject({
	text: z.string(),
	kind: z.enum(['plain', 'lost', 'waiting', 'chosen'])
});

/** `label: 0-4 text, 4-9 text!`: a lane and its bars, each from a moment to another. */
const Lane = z
	.string()
	.regex(
		/^[^:]+:\s*\d+(\.\d+)?-\d+(\.\d+)?\s[^,]+(,\s*\d+(\.\d+)?-\d+(\.\d+)?\s[^,]+)*$/,
		'write each lane as label: from-to text, from-to text'
	)
	.transform((text) => {
		const at = text.indexOf(':');
		const bars = text
			.slice(at + 1)
			.split(',')
			.map((bar) => {
				const [, from, to, words = ''] = /^\s*([\d.]+)-([\d.]+)\s+(.+?)\s*$/.exec(bar) ?? [];
				return { from: Number(from), to: Number(to), ...marked(words) };
			});
		return { label: text.slice(0, at).trim(), bars };
	})
	.pipe(
		z.strictObject({
			label: z.string().min(1),
			bars: z
				.array(
					Cell.extend({ from: z.number(), to: z.number() }).refine(
						({ from, to }) => from < to,
						'a bar ends after it begins'
					)
				)
				.refine(
					(bars) => bars.every(({ from }, i) => from >= (bars[i - 1]?.to ?? 0)),
					'the bars of a lane are in their order and do not overlap'
				)
		})
	);

/** What happens at the same time: lanes of bars over one axis of time, one drawing for each case. */
const Lanes = z.strictObject({
	name: z.literal('lanes'),
	title: z.string().min(1),
	/** Of the choice between the cases. */
	legend: z.string().min(1),
	/** Of the axis, in the plural: "cycles". "steps" if the drawing has an order and no durations. */
	unit: z.string().min(1),
	cases: casesOf(Lane),
	source: Source
});

/** `label: text, text*, text!`: a row of cells. */
const CellRow = z
	.string()
	.regex(/^[^:]+:[^:]+$/, 'write each row as label: text, text')
	.transform((text) => {
		const [label = '', cells = ''] = text.split(':');
		return { label: label.trim(), cells: cells.split(',').map((cell) => marked(cell.trim())) };
	})
	.pipe(z.strictObject({ label: z.string().min(1), cells: z.array(Cell).min(1).max(16) }));

/** What lies beside what: rows of cells (bytes, lines, sets, elements, pages), one drawing for each case. */
const Cells = z.strictObject({
	name: z.literal('cells'),
	title: z.string().min(1),
	/** Of the choice between the cases. */
	legend: z.string().min(1),
	cases: casesOf(CellRow),
	source: Source
});

/** `coin length=1000`: a place of the exercise, its variant and the values of the sweep. */
const PlaceName = z
	.string()
	.regex(/^\S+(\s+[a-z0-9-]+=\d+)*$/, 'write a place as variant, or as variant name=value')
	.transform((text) => {
		const [variant = '', ...values] = list(text);
		const parameters = Object.fromEntries(
			values.map((written) => {
				const [name = '', value] = written.split('=');
				return [name, Number(value)];
			})
		);
		return { variant, parameters };
	})
	.pipe(z.strictObject({ variant: Slug, parameters: z.record(z.string(), z.int()) }));

/** Simulated events of some places, from the page's run. */
const Events = z.strictObject({
	name: z.literal('events'),
	/** Names of `EventRates` (`contract/src/schema/events.ts`). */
	events: z
		.string()
		.transform(list)
		.pipe(
			z
				.array(z.string().regex(/^[a-zA-Z\d]+$/))
				.min(1)
				.max(4)
		),
	at: z
		.string()
		.transform((text) => text.split(';').map((place) => place.trim()))
		.pipe(z.array(PlaceName).min(1).max(6))
});

/** The curve of a sweep, drawn by the learner before the run and laid beside the measured one after it. */
const Shape = z.strictObject({
	name: z.literal('shape'),
	/** The variant whose curve it is. */
	variant: Slug,
	/** How many times the cost at the first value the scale reaches. */
	most: Whole(1000),
	/** The part of that cost at which the scale begins: `fall=16` begins at a sixteenth. */
	fall: Whole(1000).default(4),
	/** What the measured shape means; shown beside it. Numbers of the answer stand in the run. */
	meaning: z.string().min(1)
});

/** A question to answer before reading on: the end of a step of the explanation. A lesson may have several. */
const StepQuestion = z
	.strictObject({
		name: z.literal('question'),
		text: z.string().min(1),
		/** What is right and why, in a sentence or two; shown when the learner asks for it. */
		answer: z.string().min(1),
		/** Both or none: the answer then has what the page's run measured at these places, and their ratio. */
		of: PlaceName.optional(),
		to: PlaceName.optional()
	})
	.refine(({ of, to }) => (of === undefined) === (to === undefined), 'name both places, or none');

/** A small task: a line of a variant's C source to change, and what becomes of its assembly. A lesson may have several. */
const Task = z.strictObject({
	name: z.literal('task'),
	/** Place in the lesson's tasks, from 1. */
	number: Whole(99),
	variant: Slug,
	/** Text that occurs once in the source, and what the learner writes in its place. */
	line: z.string().min(1),
	change: z.string().min(1),
	/** What to find in the assembly. */
	text: z.string().min(1),
	answer: z.string().min(1),
	/** A regular expression that the changed kernel's machine code for x86-64 matches, an instruction a line; a test compiles it. */
	shows: z.string().min(1)
});

/** A loop's instructions to read aloud, and what each of them does: "lea …= three times the index; …". */
const Reading = z.strictObject({
	name: z.literal('reading'),
	text: z.string().min(1),
	lines: z
		.string()
		.transform((text) =>
			text.split(';').map((written) => written.split('=').map((part) => part.trim()))
		)
		.pipe(z.array(z.tuple([z.string().min(1), z.string().min(1)])).min(2)),
	/** The loop as a whole, in a sentence or two. */
	whole: z.string().min(1),
	source: Source
});

export const Figure = z.discriminatedUnion('name', [
	Chains,
	MemoryHierarchy,
	AddressSplit,
	StoreBuffer,
	SpinRounds,
	Window,
	Timelines,
	ControlFlow,
	Lanes,
	Cells,
	Events,
	Shape,
	StepQuestion,
	Task,
	Reading
]);
export type Figure = z.infer<typeof Figure>;
export type FigureName = Figure['name'];
/** A figure of one name, with its data. */
export type FigureOf<Name extends FigureName> = Extract<Figure, { name: Name }>;

export const figureNames: readonly FigureName[] = Figure.options.map(
	({ shape }) => shape.name.value
);
