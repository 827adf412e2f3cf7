/** The simulated events of a loop: their names, and rows of a table by place. Pure. */
import type {
	EventName,
	EventRates,
	PlaceEvents,
	PredictionWithEvents
} from '@cyclelab/contract/schema/events';
import { sameParameters } from '@cyclelab/contract/measure/place';
import type { VariantReport } from '@cyclelab/contract/schema/report';
import { sum } from '@cyclelab/contract/measure/statistics';
import { decimal } from '@cyclelab/contract/measure/sentence-numbers';
import { number } from '../ui/format.ts';
import { jumpsIn, withLabel } from './listing.ts';

/** In the order of the columns. */
export const eventNames: Record<EventName, string> = {
	executed: 'executed',
	loads: 'loads',
	stores: 'stores',
	l1Misses: 'L1 misses',
	l2Misses: 'L2 misses',
	l3Misses: 'L3 misses',
	prefetched: 'prefetched',
	firstTouches: 'first touches',
	conflicts: 'conflict misses',
	capacity: 'capacity misses',
	waitingL2: 'loads from L2',
	waitingL3: 'loads from L3',
	waitingMemory: 'loads from memory',
	storeMisses: 'stores that miss L1',
	lineSplits: 'split lines',
	pageSplits: 'split pages',
	tlbMisses: 'TLB misses',
	pageWalks: 'page walks',
	forwarded: 'forwarded loads',
	blocked: 'failed forwards',
	aliases: '4 KiB aliases',
	branches: 'branches',
	taken: 'taken',
	mispredicted: 'mispredicted',
	mispredictedTwoLevel: 'mispredicted, two levels',
	indirect: 'indirect jumps',
	mispredictedTargets: 'wrong targets'
};

/** What an event means, for those that explain a gap: a sentence without its end. */
const eventSentences: Partial<Record<EventName, string>> = {
	blocked: 'Loads read bytes of several earlier stores, and wait until those are in L1',
	forwarded: 'Loads get their bytes from an earlier store',
	aliases: 'Loads follow a store of other bytes whose address has the same last 12 bits',
	mispredicted: 'Branches are mispredicted, although TAGE remembers 130 outcomes',
	mispredictedTargets: 'Indirect jumps go to another target than predicted',
	conflicts:
		'Lines had to leave L1 although it has room: more lines of one set are used than it has ways',
	waitingL2: 'Loads wait for L2',
	waitingL3: 'Loads wait for L3',
	waitingMemory: 'Loads wait for memory',
	lineSplits: 'Accesses cross the border of a line',
	tlbMisses: 'Accesses go to pages that the first-level TLB does not have',
	pageWalks: 'Accesses walk the page table'
};

const partNames = {
	core: 'without events',
	corrections: 'instructions as they were measured on such a core',
	fetching: 'fetching code',
	units: 'operations that wait for their unit',
	divisions: 'divisions',
	caches: 'caches and TLBs',
	stores: 'loads that wait for stores',
	mispredictions: 'mispredicted branches',
	locked: 'locked operations and fences',
	pauses: 'pauses'
} as const;

const all = Object.keys(eventNames) as EventName[];

/** Beside the cache that a load finds its data in, the count of that cache's loads says nothing more. */
const derived: ReadonlySet<EventName> = new Set([
	'executed',
	'waitingL2',
	'waitingL3',
	'waitingMemory'
]);

/** Rarer events than this part of an iteration have no digits, and no column or row of their own. */
const leastShown = 0.001;

/** The events of which some of these rates have enough to show, in the order of `eventNames`. */
export const columnsOf = (rates: readonly EventRates[]): EventName[] =>
	all.filter((name) => !derived.has(name) && rates.some((rate) => (rate[name] ?? 0) >= leastShown));

/** Events that some instruction of the place has, for the columns of a listing. */
export const listingEvents = ({ instructions = [] }: PlaceEvents): EventName[] =>
	all.filter((name) => instructions.some(({ rates }) => rates[name] !== undefined));

/** The values of a place's parameters in words. */
export const nameOfPlace = ({ parameters }: PlaceEvents): string =>
	Object.entries(parameters)
		.map(([name, value]) => `${name} ${value}`)
		.join(', ') || 'this loop';

/** A cell of a listing: the rate of an instruction, and its part of the column's largest, from 0 to 1. */
export interface EventCell {
	text: string;
	heat: number;
}

/** The chosen columns of a place, by the address of the instruction. */
export function eventCells(
	{ instructions = [] }: PlaceEvents,
	chosen: readonly EventName[]
): Map<string, EventCell[]> {
	const most = chosen.map((name) =>
		instructions.reduce((largest, { rates }) => Math.max(largest, rates[name] ?? 0), 0)
	);
	return new Map(
		instructions.map(({ address, rates }) => [
			address,
			chosen.map((name, at) => {
				const rate = rates[name] ?? 0;
				return { text: rateText(rate), heat: rate === 0 ? 0 : rate / (most[at] ?? rate) };
			})
		])
	);
}

interface InstructionRow {
	address: string;
	text: string;
	rates: EventRates;
}

/** The instructions with events of a place that occur often enough to show, with their text in the listing. */
export function instructionRows(
	{ functions }: Pick<VariantReport, 'functions'>,
	{ instructions = [] }: PlaceEvents
): InstructionRow[] {
	const texts = new Map(
		functions.flatMap((listed) => {
			const jumps = jumpsIn(listed.instructions);
			return listed.instructions.map(
				({ address, text }, at) => [address, withLabel(text, jumps.get(at))] as const
			);
		})
	);
	return instructions
		.filter(({ rates }) => columnsOf([rates]).length > 0)
		.map(({ address, rates }) => ({ address, text: texts.get(address) ?? '', rates }));
}

/** A rate for people: three digits, and no digits of what hardly ever happens. */
export const rateText = (rate: number): string =>
	rate > 0 && rate < leastShown ? `< ${leastShown}` : number(rate);

/**
 * Parts of a prediction with events as the sum that it is, in its own digits, the larger ones first: "1.25 without events + 7.75 for loads that wait for
 * stores". What rounding leaves is the largest event's; what is more is of events that have no part of their own.
 */
export function sumOf({ cyclesPerIteration, parts }: PredictionWithEvents): string {
	const exponent = cyclesPerIteration > 0 ? Math.floor(Math.log10(cyclesPerIteration)) - 2 : 0;
	const unitsOf = (cycles = 0) => Math.round(cycles / 10 ** exponent);
	const { core: ownName, ...eventParts } = partNames;
	const own = unitsOf(parts.core);
	const events = (Object.keys(eventParts) as (keyof typeof eventParts)[])
		.map((name) => ({ name: `for ${eventParts[name]}`, units: unitsOf(parts[name]) }))
		.filter(({ units }) => units !== 0)
		.sort((a, b) => Math.abs(b.units) - Math.abs(a.units));
	const rest = unitsOf(cyclesPerIteration) - own - sum(events.map(({ units }) => units));
	const [largest] = events;
	if (largest && Math.abs(rest) <= events.length) largest.units += rest;
	else if (rest !== 0) events.push({ name: 'for smaller parts', units: rest });
	const written = (units: number) =>
		decimal(Math.abs(units) * 10 ** exponent, Math.max(0, -exponent));
	return [
		`${written(own)} ${ownName}`,
		...events.map(({ name, units }) => `${units < 0 ? '−' : '+'} ${written(units)} ${name}`)
	].join(' ');
}

/** The same of a place; undefined if it has no such prediction. */
export const sumAt = (place: PlaceEvents | undefined): string | undefined =>
	place?.prediction && 'parts' in place.prediction ? sumOf(place.prediction) : undefined;

/** What a part below zero is. */
export const fasterSentence = ({ parts }: PredictionWithEvents): string =>
	Object.values(parts).some((cycles = 0) => cycles < 0)
		? ' What is taken off is what this core does faster than llvm-mca’s model has it.'
		: '';

/** A difference of this part is the prediction's; the goal of the bench of accuracy. */
const near = 0.1;

/** Causes of a badge that no event has. */
const inNoEvent: ReadonlySet<string> = new Set([
	'call',
	'control-word',
	'division',
	'fence',
	'gather',
	'microcode',
	'non-temporal',
	'pause',
	'repeated',
	'system',
	'transaction',
	'x87-stack'
]);

const floatingPoint =
	/^v?(f?n?m?(add|sub|mul|div)|sqrt|max|min)\d*[sp][sd] |^f(add|sub|mul|div|sqrt) /;
/** It calculates with what it loads. */
const calculatesLoaded = /^(add|sub|and|or|xor|cmp|adc|sbb) \w+, [a-z]+ ptr \[/;
/** So many of them are as many as there are arithmetic units. */
const severalUnits = 4;
/** It loads and stores a variable by its address alone. */
const updatesVariable = /^(add|sub|and|or|xor|inc|dec|neg|not) [dq]word ptr \[rip/;
const storesRegister = /^mov [a-z]+ ptr \[/;
/** It calculates with vectors, or loads or stores them. */
const ofVectors = /\b[xyz]mm\d/;
/** A pass of no more instructions could take one cycle. */
const width = 6;
/** More often than so per iteration, a shared cache or memory decides what a loop takes. */
const oftenFar = 0.05;
/** A misprediction costs as much as dozens of instructions. */
const seldom = 0.002;

/** What this loop has that can take another time than any prediction of events; empty: the reason is not known. */
export function beyondEvents(
	hotLoop: Pick<NonNullable<VariantReport['hotLoop']>, 'badges' | 'instructions'> | undefined,
	{ all: rates = {}, prediction }: Pick<PlaceEvents, 'all' | 'prediction'>
): string[] {
	const { badges = [], instructions = [] } = hotLoop ?? {};
	const { l2Misses = 0, loads = 0, storeMisses = 0, conflicts = 0, forwarded = 0 } = rates;
	const { tlbMisses = 0, mispredictedTwoLevel = 0, aliases = 0 } = rates;
	const parts: Partial<PredictionWithEvents['parts']> =
		prediction && 'parts' in prediction ? prediction.parts : {};
	const count = (pattern: RegExp) => instructions.filter(({ text }) => pattern.test(text)).length;
	// Where an event costs something, it may be the one that the exercise's text has for what llvm-mca does not know.
	const isWithout = Object.keys(parts).length === 1;
	const reasons: readonly (readonly [holds: boolean, sentence: string])[] = [
		[
			l2Misses >= oftenFar,
			'Neighbours use the shared cache and the memory as well, and each run finds them otherwise.'
		],
		[
			storeMisses >= oftenFar,
			'Stores that miss L1 may wait for the shared cache or the memory, which neighbours use as well.'
		],
		[
			tlbMisses >= oftenFar && l2Misses < oftenFar,
			'Loads of a page each can meet in one set of L1: on Zen 4, loads 4,100 bytes apart took 2.8 to 5.2 cycles, and 7.4 in pages that were never written, which are all the same page of zeros.'
		],
		[
			conflicts >= oftenFar,
			'Which line leaves a full set is the processor’s own rule, which is not published.'
		],
		[
			mispredictedTwoLevel >= seldom,
			'How the core predicts branches is not published: the simulated TAGE may learn what the core does not learn, or learn less.'
		],
		[
			forwarded >= oftenFar && count(updatesVariable) !== 1,
			'The core guesses whether a load has to wait for an earlier store, by a rule that is not published.'
		],
		[
			aliases >= oftenFar,
			'What a load 4 KiB behind a store waits for was measured at one distance, and is not known at others.'
		],
		[
			parts.fetching !== undefined,
			'How fast instructions come from one line of code after the other was measured in a loop of eight lines without jumps.'
		],
		[
			parts.locked !== undefined,
			'What overlaps with a locked operation or a fence was measured for one loop each, and is not published.'
		],
		[
			parts.units !== undefined,
			'To which unit an operation is bound, if several have as few operations waiting, is not published.'
		],
		[count(floatingPoint) > 0, 'Subnormal numbers take longer on many cores.'],
		[
			count(updatesVariable) === 1 && forwarded > 0,
			'A single instruction that loads and stores a variable by its address alone takes one cycle in some calls and six or more in others: measured on Zen 4, which forwards such a value in two ways.'
		],
		[
			instructions.length <= width && count(storesRegister) > 0,
			'A pass that could take one cycle and has a store takes 1.0 to 1.7 on Zen 4, by how the store’s address is written and by what waits beside it: measured, and the reason is not known.'
		],
		[
			count(calculatesLoaded) >= severalUnits,
			'Operations that load wait for an arithmetic unit as well, and each for the one that it was bound to: on Zen 4, sixteen additions from memory take 5.3 cycles, and with four other operations beside them 6.5.'
		],
		[
			count(ofVectors) >= severalUnits,
			'Which units operations on vectors take is LLVM’s model: four loads and two stores of vectors take 2.0 cycles on Zen 4, and 3.0 in the model.'
		],
		[
			loads >= 2,
			'Loads from different lines of one set of L1 wait for each other: on Zen 4, there is at most one in a cycle.'
		]
	];
	return [
		...badges.flatMap(({ id, sentence }) =>
			inNoEvent.has(id) || (isWithout && id.startsWith('blind-spot')) ? [sentence] : []
		),
		...reasons.flatMap(([holds, sentence]) => (holds ? [sentence] : []))
	];
}

/** What stands beside a prediction with events that is farther than a tenth from the measurement. */
export function unexplained(
	{ points, hotLoop }: Pick<VariantReport, 'points' | 'hotLoop'>,
	place: PlaceEvents
): string | undefined {
	const { parameters, prediction } = place;
	const point = points.find((point) => sameParameters(point.parameters, parameters));
	const measured = point?.measured?.cyclesPerIteration.median;
	if (measured === undefined || !prediction || !('parts' in prediction)) return undefined;
	const { cyclesPerIteration } = prediction;
	if (Math.abs(cyclesPerIteration - measured) <= near * measured) return undefined;
	const causes = beyondEvents(hotLoop, place);
	return [
		`Measured are ${number(measured)} cycles, predicted with events ${number(cyclesPerIteration)}.`,
		...(causes.length > 0
			? [
					'The difference is in no event that is simulated. Possible causes in this loop:',
					...causes
				]
			: [
					'The reason is not known: no event that is simulated has the difference, and llvm-mca’s figures of an instruction may be wrong for this core.'
				])
	].join(' ');
}

/** How near such predictions are; `tests/bench/accuracy/scores-znver4.json` and `scores-znver5.json` have the figures. */
export const nearness =
	'At places of the exercises in C, such predictions are within a tenth of the measurement at 80.9 % of the half that their rules were made with and 65.7 % of the other half on Zen 4, at 74.6 % and 72.4 % on Zen 5; llvm-mca’s own at 28.1 % and 18.9 %, and 20.7 % and 21.9 %.';

/** Rarer events than this part of an iteration explain nothing. */
const worthSaying = 0.05;

/** What the events of a place mean, the frequent ones first. */
export const sentencesOf = (rates: EventRates): string[] =>
	all
		.flatMap((name) => {
			const rate = rates[name] ?? 0;
			const say = eventSentences[name];
			return say && rate >= worthSaying
				? [{ rate, sentence: `${say} (${number(rate)} per iteration).` }]
				: [];
		})
		.sort((a, b) => b.rate - a.rate)
		.map(({ sentence }) => sentence);

/** Sentences why places have no events, or no prediction with them; each once. */
export function refusalsOf(places: readonly PlaceEvents[]): string[] {
	const sentences = places.flatMap(({ refusal, prediction }) => [
		...(refusal === undefined ? [] : [refusal]),
		...(prediction && 'refusal' in prediction ? [prediction.refusal] : [])
	]);
	return [...new Set(sentences)];
}
