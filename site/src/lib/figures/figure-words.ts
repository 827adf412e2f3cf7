/** The words of the figures: titles, sentences that say what a drawing shows, and where its numbers come from. */
import { counted, grouped, plain } from '../ui/format.ts';
import type { FramePlace } from '@cyclelab/exercises/figure';
import type { Column, Sets } from './address.ts';
import type { OperationTiming, Limit } from './chains.ts';
import type { Round } from './spin-rounds.ts';
import type { Forwarding } from './store-buffer.ts';

const cycles = (value: number) => `${plain(value)} ${value === 1 ? 'cycle' : 'cycles'}`;

export const figureWords = {
	predicted: (cycles: string, iteration: string, model: string) =>
		`Predicted in this page’s run, by llvm-mca’s model ${model}: ${cycles} cycles for ${iteration}.`,
	measured: (interval: string, iteration: string, processor: string) =>
		`Measured in this page’s run, on ${processor}: ${interval} cycles for ${iteration}.`,
	measuredOn: (processor: string) => `Measured cycles are from this page’s run, on ${processor}.`
} as const;

export const chainsWords = {
	title: 'One dependency chain, or several at once',
	legend: 'Accumulators',
	lane: (lane: number) => `chain ${lane}`,
	axis: 'cycle',
	drawn: (chains: number, operations: number, kind: string, total: number) =>
		chains === 1
			? `One chain: each of the ${operations} ${kind} waits for the previous one, so they take ${cycles(total)}.`
			: `${chains} chains do not wait for one another. The ${operations} ${kind} take ${cycles(total)}.`,
	steady: (each: number, limit: Limit, chains: number, { latency, starts }: OperationTiming) => {
		const byLatency =
			chains === 1
				? `the latency, ${cycles(latency)}`
				: `the latency, ${cycles(latency)}, divided among ${chains} chains`;
		const byStarts = `the throughput: the core starts ${starts} of them in a cycle`;
		const why = {
			latency: byLatency,
			throughput: byStarts,
			both: `${byLatency}, and no more than the throughput allows: the core starts ${starts} of them in a cycle`
		}[limit];
		return `In a long loop each costs ${cycles(each)}: ${why}.`;
	},
	source: (kind: string, { latency, starts }: OperationTiming, source: string) =>
		`Drawn for ${kind} with a latency of ${cycles(latency)}, of which ${starts} can start in a cycle: ${source}.`
} as const;

export const hierarchyWords = {
	title: 'The levels of memory',
	level: 'Level',
	size: 'Size',
	hop: 'One load of the chase',
	memory: 'Memory',
	notReported: 'not reported',
	sharedBy: (count: number) => `, shared by ${count}`,
	inSet: (workingSet: string) => `in ${workingSet}`,
	cycles: 'cycles',
	notMeasured: 'not measured',
	sizes: (processor: string) =>
		`Sizes as ${processor} reports them to its system; logical processors share a cache where the system reports that.`,
	noMachine: 'No connected machine can measure here, so no sizes are known.',
	noSizes: (processor: string) => `${processor} reports no caches.`,
	notRun: 'Run the exercise, and the loads get their cycles.',
	scale: 'Bars have a logarithmic scale.'
} as const;

export const addressWords = {
	title: 'One column of the matrix, and the sets of L1 that its lines belong to',
	legend: 'Numbers in a row',
	row: 'Row',
	tag: 'tag',
	set: 'set',
	offset: 'offset',
	setNumber: 'set no.',
	addresses: 'Addresses of the first elements of the column',
	map: (sets: number) => `All ${sets} sets, and how many lines of the column belong to each`,
	found: ({ stride, used, most, held, total }: Column, { sets, ways }: Sets) =>
		`The elements are ${grouped(stride)} bytes apart. The ${total} lines of the column belong to ${used === sets ? `all ${sets}` : `${used} of the ${sets}`} sets, at most ${most} to one set, which has room for ${ways}. So ${held === total ? 'all of them find' : `${held} of them find`} a place in L1 at a time.`,
	reported: (size: string, ways: number, processor: string) =>
		`L1 as ${processor} reports it to its system: ${size}, ${ways} ways.`,
	given: (size: string, ways: number, source: string) =>
		`L1 of ${size} and ${ways} ways: ${source}.`,
	drawn: (line: number, element: number) =>
		`Lines of ${line} bytes, numbers of ${element} bytes; the column begins at the first byte of a line of set 0.`
} as const;

export const spinWords = {
	title: 'Rounds of spinning, and the moment of unlocking',
	legend: 'The lock is unlocked after',
	choice: (pauses: number) => `${grouped(pauses)} pauses`,
	axis: 'pauses',
	measuredAxis: 'cycles, by this page’s run',
	mark: 'unlocked',
	looks: (rounds: readonly Round[]) =>
		`The thread looks at the lock only between two rounds: after ${rounds.map(({ end }) => grouped(end)).join(', ')} pauses.`,
	late: (unlocked: number, seen: number) =>
		`It sees after ${grouped(seen)} pauses that the lock is free, ${grouped(seen - unlocked)} pauses late.`,
	never: 'Its rounds are over before that, so it sleeps, and the system has to wake it.',
	measured: (each: string, late: string, processor: string) =>
		`In this page’s run, on ${processor}, a pause took ${each} cycles, so the thread is about ${late} cycles late.`,
	source: (first: number, factor: number, most: number, cores: number, source: string) =>
		`The first round has ${first} pauses, each further round ${factor} times as many, as long as a round is shorter than ${grouped(most)} pauses (${cores} cores): ${source}. Drawn is one repetition.`
} as const;

const framePlaces: Record<FramePlace, string> = {
	caller: 'the caller’s variable',
	returned: 'the returned value',
	own: 'a variable of the constructor'
};

export const frameWords = {
	title: 'Two stack frames, and the struct between them',
	legend: 'Compiled by',
	frames: { caller: 'Frame of the caller', own: 'Frame of the constructor' },
	places: framePlaces,
	made: 'made here',
	copied: (copy: number) => `copy ${copy}`,
	unused: 'not used',
	from: (source: string) => `From ${source}.`,
	size: (bytes: number) => `${grouped(bytes)} bytes`,
	found: (places: readonly FramePlace[], bytes: number, how: string) => {
		const [first = 'caller', ...copies] = places;
		const made = `The struct is made in ${framePlaces[first]}`;
		if (copies.length === 0)
			return `${made}, whose address the constructor gets. Nothing is copied.`;
		const to = copies.map((place) => `copied to ${framePlaces[place]}`).join(' and then ');
		return `${made}, ${to}, ${how}: ${counted(copies.length, 'copy', 'copies')}, ${grouped(copies.length * bytes)} bytes.`;
	}
} as const;

export const storeBufferWords = {
	title: 'What the load finds in the store buffer',
	legend: 'Stores and load',
	table: 'Store buffer, oldest store first, and the load after them',
	byte: (at: number) => `byte ${at}`,
	store: (at: number) => `store ${at}`,
	load: 'load',
	holds: (held: number, needed: number) => `holds ${held} of ${needed}`,
	needs: (needed: number) => `needs ${needed}`,
	way: 'The way of the bytes',
	ways: {
		forwarded: ['store buffer', 'load'],
		waiting: ['store buffer', 'L1', 'load']
	},
	found: ({ from, held, needed }: Forwarding) => {
		const holding = held.filter((bytes) => bytes > 0).length;
		if (from !== undefined)
			return `${held.length === 1 ? 'The store' : `Store ${from + 1}`} holds all ${needed} bytes that the load needs. The load takes them from the store buffer: store forwarding.`;
		return `The ${needed} bytes that the load needs are in ${holding} entries, and no entry holds all of them. The load waits until the stores have left the buffer, and reads L1.`;
	},
	drawn: 'The bytes of each store and load are those of the exercise’s sources.'
} as const;

export const timelinesWords = {
	title: 'The loops in the model, cycle by cycle',
	legend: 'Loop',
	of: (label: string) => `Timeline of “${label}”`,
	source:
		'What a row waits for is derived from these cycles, the registers that instructions read and write, and the units that they use.',
	notRun: 'Run the exercise, and the timeline of each loop stands here.'
} as const;
