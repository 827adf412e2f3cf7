/** Which loop the kernel spends its instructions in, how it is passed, and how much of the source one pass does. */
import { defined } from '@cyclelab/contract/defined';
import { sum } from '@cyclelab/contract/measure/statistics';
import type { FailureFacts } from '@cyclelab/contract/schema/failure';
import { controlFlow, type Loop, type ControlFlow } from './control-flow.ts';
import { executed, type Executed } from './edge-counts.ts';
import type { DecodedFunction } from './listing.ts';
import { shapeOf } from './loop-copies.ts';
import { loopPath, type LoopPath } from './loop-path.ts';
import { shortName } from '@cyclelab/contract/shorten';
import { jumpsThroughPointer, outwardCalls, timedFunctions } from './timed-code.ts';

export type FoundLoop = {
	path: LoopPath;
	/**
	 * Loops of the function that do the same in other registers, this one among them; share and k are of all of them. Absent: it
	 * is the only one.
	 */
	copies?: number;
	/** Part of all their passes that are its own. Absent: each has as many. */
	part?: number;
	/** Part of all instructions the timed functions executed, including code that they call elsewhere, 0..1. */
	share: number;
	/** Least count on the path (blocks and the ways between them) / header count, 0..1. */
	pathCoverage: number;
	/** Executions of the header, those of its copies not among them. */
	passes: number;
	/** Passes per entry of the loop; absent where counts do not determine it, or it is entered once. */
	passesPerEntry?: number;
	/** k: iterations of the source per pass of it or of a copy. */
	sourceIterations: number;
	/** Loops with several entries, which were not looked at. */
	irreducible: number;
};

/**
 * One count run: `kernel(iterations)` called once, executions by instruction address. `total`: instructions executed in
 * whatever code, the C library's too; absent where that is not known.
 */
export type CountRun = {
	iterations: number;
	counts: ReadonlyMap<number, number>;
	total?: number;
};

/** Instructions executed in the code that is shown, per declared iteration. Library calls are not among them. */
type Executions = { instructionsPerIteration: number };

/** `none`: why there is work but no loop that can be analysed, a sentence. */
export type Hot =
	| (Executions & { found: FoundLoop })
	| (Executions & { none: string })
	| { failure: FailureFacts };

/**
 * The loop with the most executed instructions that a path can go through. With a second, shorter run everything is
 * computed from the difference of the two, in which work done once (prologues, remainders, what the compiler hoisted)
 * cancels: a loop that does not grow with the iterations is not the kernel's. A failure if the kernel did not do what was
 * declared.
 */
export function findHotLoop(
	variant: string,
	functions: readonly DecodedFunction[],
	run: CountRun,
	shorter?: CountRun
): Hot {
	const { iterations, counts, total } = shorter ? difference(run, shorter) : run;
	const reached = timedFunctions(functions);
	// Functions that are called through a pointer belong to the kernel if their counts grow with the iterations.
	const timed = shorter
		? functions.filter((decoded) => reached.includes(decoded) || isExecuted(decoded, counts))
		: reached;
	const flows = timed.map((decoded) => controlFlow(decoded, counts));
	const executions = timed.flatMap((decoded) =>
		decoded.instructions.map(({ address }) => counts.get(address) ?? 0)
	);
	const own = sum(executions);
	const outward = outwardCalls(timed, run.counts);
	const leaves = outward.length > 0 || jumpsThroughPointer(timed, run.counts);
	const elsewhere = leaves ? (total ?? Infinity) - own : 0;
	// Code elsewhere counts if the loop calls it. A runtime's own work differs from run to run.
	const calls = outwardCalls(timed, counts).length > 0;
	const called = calls && total !== undefined ? Math.max(0, elsewhere) : 0;
	const most = executions.reduce((largest, execution) => Math.max(largest, execution), 0);
	if (isEmpty(most, own, iterations) && isLittle(elsewhere, iterations)) {
		const executedIterations = shorter || most > 1 ? most : 0;
		// Of the whole call: in the difference of two calls, work that both do once is not seen.
		const instructionsOnce = sum(
			timed.flatMap(({ instructions }) =>
				instructions.map(({ address }) => run.counts.get(address) ?? 0)
			)
		);
		return {
			failure: {
				stage: 'count',
				variant,
				kind: 'empty-kernel',
				declaredIterations: iterations,
				executedIterations,
				...(instructionsOnce < onceAtLeast ? {} : { instructionsOnce })
			}
		};
	}
	const irreducible = sum(flows.map((flow) => flow.irreducible));
	const [hottest] = flows
		.filter(({ loops }) => loops.length > 0)
		.flatMap((flow) => {
			const counted = executed(flow, counts);
			const loops = pathLoops(flow, counted).map((repeating) => ({
				flow,
				counted,
				...repeating,
				path: loopPath(flow, repeating.loop, counted)
			}));
			const shapes = loops.map(({ path }) => path && shapeOf(path));
			return loops.map((repeating, at) => {
				const copies = loops.filter(
					(_, other) => other === at || isCopy(shapes[other], shapes[at])
				);
				return { ...repeating, copies, workOfAll: sum(copies.map(({ work }) => work)) };
			});
		})
		.sort((a, b) => b.workOfAll - a.workOfAll || b.work - a.work);
	const instructionsPerIteration = own / iterations;
	if (!hottest?.path)
		return {
			none: hottest ? withoutPath : withoutLoop(outward, irreducible),
			instructionsPerIteration
		};
	const { loop, path, counted, copies, workOfAll, passesPerEntry } = hottest;
	const passesOf = (header: number) => counted.blocks[header] ?? 0;
	const passes = passesOf(loop.header);
	const passesOfAll = sum(copies.map((copy) => passesOf(copy.loop.header)));
	const part = passes / passesOfAll;
	return {
		instructionsPerIteration,
		found: {
			path,
			...(copies.length > 1 ? { copies: copies.length } : {}),
			...(Math.abs(part * copies.length - 1) > evenWithin ? { part } : {}),
			share: workOfAll / (own + called),
			pathCoverage: Math.min(1, leastOn(path, loop, counted) / passes),
			passes,
			...defined({ passesPerEntry }),
			sourceIterations: wholeFactor(iterations / passesOfAll),
			irreducible
		}
	};
}

/** As `wholeFactor` rounds. */
const evenWithin = 0.01;

const isCopy = (shape: string | undefined, other: string | undefined) =>
	shape !== undefined && shape === other;

/**
 * Whether the shorter run executed other code than the longer one, so that their difference is the work of neither: the loop
 * was passed clearly less than in proportion. clang's vectorised loop over `a[i % n]`, for example, serves up to n iterations.
 */
export function tookAnotherWay(hot: Hot, run: CountRun, shorter: CountRun): boolean {
	const header = 'found' in hot ? hot.found.path.instructions[0]?.address : undefined;
	if (header === undefined) return false;
	const each = ({ counts, iterations }: CountRun) => (counts.get(header) ?? 0) / iterations;
	return each(shorter) < otherWay * each(run);
}

/** Work that is done once makes a pass an iteration more in the shorter run, never less. */
const otherWay = 0.9;

const isExecuted = ({ instructions }: DecodedFunction, counts: CountRun['counts']): boolean =>
	instructions.some(({ address }) => (counts.get(address) ?? 0) > 0);

const withoutPath =
	'The passes of the kernel’s loop take different ways, and the most frequent steps do not lead around it once, so there is no path to predict.';

function withoutLoop(outward: readonly string[], irreducible: number): string {
	if (irreducible > 0)
		return 'The kernel repeats by a loop that is entered at several places, and only loops with one entry are analysed; try a plain loop that counts.';
	if (outward.length > 0)
		return `The kernel itself has no loop that repeats: its work is done in ${outward.slice(0, 3).map(shortName).join(', ')}, outside of its file.`;
	return 'The kernel has no loop that repeats, so there is no path to predict; a recursive function, say, is counted and measured all the same.';
}

function difference(run: CountRun, shorter: CountRun): CountRun {
	const total = (run.total ?? NaN) - (shorter.total ?? NaN);
	const counts = new Map(
		[...run.counts].map(([address, count]) => [
			address,
			Math.max(0, count - (shorter.counts.get(address) ?? 0))
		])
	);
	return {
		iterations: run.iterations - shorter.iterations,
		counts,
		...(Number.isNaN(total) ? {} : { total })
	};
}

/**
 * Whether the declared iterations cannot have been executed. A loop that is there passes at least once in 256 iterations
 * (32 bytes a vector, unrolled 8 times) with a few instructions each; a deleted one leaves next to none.
 */
const isEmpty = (mostPasses: number, instructions: number, declared: number): boolean =>
	mostPasses < leastPasses(declared) && (mostPasses < 2 || isLittle(instructions, declared));

const isLittle = (instructions: number, declared: number) =>
	instructions < 4 * leastPasses(declared);
/** Fewest instructions of a call whose work does not grow that are worth a sentence of their own: more than a prologue has. */
const onceAtLeast = 200;

/** Of fewer iterations, unrolled code may do all in one pass: only code that does not grow at all is deleted. */
const fewestToJudge = 512;
const leastPasses = (declared: number) =>
	declared < fewestToJudge ? 1 : Math.max(2, declared / 256);

function leastOn(path: LoopPath, loop: Loop, counted: Executed): number {
	const ways = path.blocks.map((from, i) => counted.edge(from, path.blocks[i + 1] ?? loop.header));
	// The last way back is taken once less per entry: that is the exit, not another path.
	const inner = ways.slice(0, -1).filter((count) => count !== undefined);
	return Math.min(...path.blocks.map((index) => counted.blocks[index] ?? 0), ...inner);
}

/**
 * k, or 1/k where one iteration of the source takes k passes. A peeled first or an extra last pass shifts the ratio a
 * little, so it is rounded if it is within 1 % of a whole number; else it stays what it is.
 */
export function wholeFactor(ratio: number): number {
	const near = (value: number) => {
		const whole = Math.round(value);
		return whole >= 1 && Math.abs(value / whole - 1) <= evenWithin ? whole : undefined;
	};
	const direct = near(ratio);
	if (direct !== undefined) return direct;
	const inverse = near(1 / ratio);
	return inverse === undefined ? ratio : 1 / inverse;
}

// Which of a function's loops did repeat in a count run, and which of them are what a path can go through.

type Repeating = {
	loop: Loop;
	/** Instructions executed in it. */
	work: number;
	/** Passes each time it is entered; absent where counts do not determine it, or it is entered once. */
	passesPerEntry?: number;
};

/**
 * Below this many passes per entry a loop is straight code: it mostly ends in its first pass. A retry that is hardly ever needed
 * (compare and swap), or the search in a hash table's group (1.02 passes).
 */
const leastPassesPerEntry = 1.5;
/** Loops inside may do this part of a loop's work at most, if a path is to go past them. */
const largestPartInside = 0.05;

/** Loops of whose work nearly all is done by a path through them, without inner repetition. */
function pathLoops(flow: ControlFlow, counted: Executed): Repeating[] {
	const repeating = flow.loops
		.map((loop): Repeating => {
			const passesPerEntry = passesPerEntryOf(flow, loop, counted);
			return {
				loop,
				work: workOf(flow, loop, counted),
				...defined({ passesPerEntry })
			};
		})
		.filter(
			({ work, passesPerEntry }) => work > 0 && (passesPerEntry ?? Infinity) >= leastPassesPerEntry
		);
	return repeating.filter(({ loop, work }) => {
		const inside = repeating.filter(
			(other) => other.loop.header !== loop.header && loop.blocks.includes(other.loop.header)
		);
		return inside.every((other) => other.work <= largestPartInside * work);
	});
}

const workOf = (flow: ControlFlow, loop: Loop, { blocks }: Executed) =>
	sum(
		loop.blocks.map(
			(index) => (blocks[index] ?? 0) * (flow.blocks[index]?.instructions.length ?? 0)
		)
	);

function passesPerEntryOf(flow: ControlFlow, loop: Loop, counted: Executed): number | undefined {
	const inside = new Set(loop.blocks);
	const passes = counted.blocks[loop.header] ?? 0;
	const back = (flow.blocks[loop.header]?.predecessors ?? [])
		.filter((from) => inside.has(from))
		.map((from) => counted.edge(from, loop.header));
	if (back.some((count) => count === undefined)) return undefined;
	const entries = passes - sum(back.map((count) => count ?? 0));
	return entries > 0 ? passes / entries : undefined;
}
