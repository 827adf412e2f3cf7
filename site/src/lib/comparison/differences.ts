/** What differs between two sides, in sentences: ratios between variants, and instructions counted exactly. Pure. */
import type { Facts, Place } from '@cyclelab/exercises/schema';
import { ratioOf } from '@cyclelab/contract/measure/ratio';
import type { Interval } from '@cyclelab/contract/schema/measurement';
import { figuresFrom, sourcesOf } from './figures.ts';
import { exact, parameter, ratio } from '../ui/format.ts';
import { mainPrediction, modelName } from '../code/models.ts';
import type { Row } from './rows.ts';
import { labelParts } from '../run/language-facts.ts';
import type { Compared, ComparedSheet } from './compared.ts';

/** Ratios nearer to each other than this are called alike: one part in ten. */
const alikeWithin = 1.1;

/** Of two sides, the first one's and the second one's. */
export type Both<One> = readonly [One, One];

interface ComparedSide extends Compared {
	/** Of time, with this side's own figures of the document. */
	rows: readonly Row[];
}

type How = 'measured' | 'documented' | 'predicted';
interface RatioOn {
	how: How;
	/** The processor, the document's machine, or the model. */
	by: string;
	ratio: Interval;
}
interface PairOfPlaces {
	of: Place;
	to: Place;
}

/** At most two sentences for each report after the first; none before there is anything to compare. */
export function differences(
	reports: readonly Compared[],
	sheets: readonly ComparedSheet[]
): string[] {
	const rows = sheets.find(({ quantity }) => quantity.id === 'time')?.rows;
	const [first, ...others] = reports.map((report, i): ComparedSide => ({
		...report,
		rows: rows?.[i] ?? []
	}));
	return first ? others.flatMap((other) => differencesOf([first, other])) : [];
}

function differencesOf(sides: Both<ComparedSide>): string[] {
	const [{ facts }] = sides;
	const found = pairsOf(facts).map((pair) => ({
		pair,
		on: sides.map((side) => ratioOn(side, facts, pair))
	}));
	const full = found
		.flatMap(({ pair, on: [a, b] }) => (a && b ? [{ pair, on: [a, b] as const }] : []))
		.toSorted(
			(pair, other) =>
				predictedIn(pair.on) - predictedIn(other.on) || apart(other.on) - apart(pair.on)
		)[0];
	// With one side known, the larger effect is reported.
	const half = found
		.filter(({ on }) => on.some((ratio) => ratio !== undefined))
		.toSorted((pair, other) => effectOf(other.on) - effectOf(pair.on))[0];
	const sentences = [
		full ? sentenceOfBoth(sides, full) : half && sentenceOfOne(sides, half),
		countsOf(sides, (full ?? half)?.pair ?? facts.question)
	];
	return sentences.filter((sentence) => sentence !== undefined);
}

const predictedIn = (on: Both<RatioOn>) => on.filter(({ how }) => how === 'predicted').length;
const apart = ([a, b]: Both<RatioOn>) => Math.abs(Math.log(a.ratio.median / b.ratio.median));

const effectOf = (on: readonly (RatioOn | undefined)[]) =>
	Math.max(...on.map((found) => Math.abs(Math.log(found?.ratio.median ?? 1))));

/** The pairs that the question and the claims compare by time, each pair once. */
function pairsOf({ question, claims }: Facts): PairOfPlaces[] {
	const all = [question, ...claims]
		.filter(({ measure }) => measure === 'time')
		.map(({ of, to }) => ({ of, to }));
	const key = ({ of, to }: PairOfPlaces) => JSON.stringify([of, to]);
	return [...new Map(all.map((pair) => [key(pair), pair])).values()];
}

/** The row a place of the first side's facts means here; of two forms of the same code the first. */
function rowAt(side: ComparedSide, first: Facts, place: Place): Row | undefined {
	const found = first.variants.find(({ id }) => id === place.variant);
	const source = found?.source ?? place.variant;
	const at = Object.values(place.parameters)[0];
	const atPlace = side.rows.filter((row) => row.at === at);
	return (
		atPlace.find((row) => row.variant === place.variant) ??
		atPlace.find((row) => row.source === source && row.runtime === found?.runtime)
	);
}

const point = (value: number): Interval => ({ median: value, low: value, high: value });

/** A side's best ratio: measured, else documented on one machine, else predicted by a model that covers the loops. */
function ratioOn(side: ComparedSide, first: Facts, pair: PairOfPlaces): RatioOn | undefined {
	const of = rowAt(side, first, pair.of);
	const to = rowAt(side, first, pair.to);
	if (!of || !to) return undefined;
	if (of.measured && to.measured && of.measured.low > 0 && to.measured.low > 0) {
		const by = side.report?.runner.host.processor ?? side.name;
		return { how: 'measured', by, ratio: ratioOf(of.measured, to.measured) };
	}
	for (const source of sourcesOf(side.facts, [of, to])) {
		const [a, b] = [of, to].map((row) => figuresFrom(source, row)[0]?.value);
		if (a && b) return { how: 'documented', by: source.name, ratio: point(a / b) };
	}
	const prediction = side.report?.variants
		.map(({ predictions }) => mainPrediction(predictions))
		.find((prediction) => prediction !== undefined);
	if (!prediction || of.outside || to.outside || !of.predictedCycles || !to.predictedCycles)
		return undefined;
	const by = `${modelName(prediction)} model`;
	return { how: 'predicted', by, ratio: point(of.predictedCycles / to.predictedCycles) };
}

function sentenceOfBoth(
	sides: Both<ComparedSide>,
	{ pair, on }: { pair: PairOfPlaces; on: Both<RatioOn> }
): string {
	const [of, to] = [nameOf(sides[0].facts, pair.of), nameOf(sides[0].facts, pair.to)];
	const sentence = `${of} takes ${placed(sides[0], on[0]).ratio} the time of ${to} ${placed(sides[0], on[0]).where}, and ${placed(sides[1], on[1]).ratio} ${placed(sides[1], on[1]).where}.`;
	return isAlike(on) ? `Alike on both sides: ${sentence}` : sentence;
}

function sentenceOfOne(
	sides: Both<ComparedSide>,
	{ pair, on }: { pair: PairOfPlaces; on: (RatioOn | undefined)[] }
): string | undefined {
	const at = on.findIndex((ratio) => ratio !== undefined);
	const [there, known] = [sides[at], on[at]];
	const missing = sides[1 - at];
	if (!there || !known || !missing) return undefined;
	const [of, to] = [nameOf(sides[0].facts, pair.of), nameOf(sides[0].facts, pair.to)];
	return `${of} takes ${placed(there, known).ratio} the time of ${to} ${placed(there, known).where}; on ${missing.name} there is no such ratio (${missing.absent()}).`;
}

const placed = ({ name }: Compared, { how, by, ratio: of }: RatioOn) => ({
	ratio: ratio(of.median),
	where: `on ${name} (${how}, ${by})`
});

/** Intervals that touch, or medians next to each other. */
function isAlike(on: Both<RatioOn>): boolean {
	const [{ ratio: a }, { ratio: b }] = on;
	return (a.low <= b.high && b.low <= a.high) || apart(on) <= Math.log(alikeWithin);
}

function nameOf(facts: Facts, { variant, parameters }: Place): string {
	const found = facts.variants.find(({ id }) => id === variant);
	const label = `“${found ? labelParts(found).text : variant}”`;
	const at = Object.values(parameters)[0];
	return at === undefined ? label : `${label} at ${parameter(at, facts.sweep?.unit ?? 'count')}`;
}

/** Instructions per iteration of the two variants that are compared, where they were counted on both sides. */
function countsOf(sides: Both<ComparedSide>, { of, to }: PairOfPlaces): string | undefined {
	const [{ facts }, { name: second }] = sides;
	const first = sides[0].name;
	const counts = [of, to].flatMap((place) => {
		const [a, b] = sides.map((side) => rowAt(side, facts, place)?.instructions);
		if (a === undefined || b === undefined) return [];
		// They are counted once for all values of a sweep.
		const label = nameOf(facts, { ...place, parameters: {} });
		return [{ label, a: exact(a), b: exact(b) }];
	});
	const [counted, other] = counts;
	if (!counted) return undefined;
	const parts = [
		`${counted.label} executes ${instructions(counted.a)} on ${first} and ${counted.b} on ${second}`
	];
	if (other) parts.push(`${other.label} ${other.a} and ${other.b}`);
	return `Counted exactly, per iteration: ${parts.join(', ')}.`;
}

const instructions = (count: string) =>
	`${count} ${count === '1' ? 'instruction' : 'instructions'}`;
