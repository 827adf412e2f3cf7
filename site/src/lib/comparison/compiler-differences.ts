/** What differs between one source by two compilers, in sentences. Pure. */
import { placeSuffix } from '@cyclelab/contract/measure/place';
import type { Facts } from '@cyclelab/exercises/schema';
import { ends, exact, finePercent, ratio } from '../ui/format.ts';
import type { Pair } from './pairs.ts';
import { labelOf } from '../../../shared/labels.ts';

/**
 * The largest difference in time and in instructions; none before both were measured or counted.
 * @param names the two compilers
 * @param floor the smallest difference that is claimed, a part of 1
 */
export function compilerDifferences(
	facts: Facts,
	pairs: readonly Pair[],
	names: readonly [string, string],
	floor: number
): string[] {
	const sentences = [timeOf(facts, pairs, names, floor), countsOf(facts, pairs, names)];
	return sentences.filter((sentence) => sentence !== undefined);
}

const pairName = (facts: Facts, { variant, parameters }: Pair): string =>
	`“${labelOf(facts, variant)}”${placeSuffix(facts, parameters)}`;

const apart = (value: number) => Math.abs(Math.log(value));

function timeOf(
	facts: Facts,
	pairs: readonly Pair[],
	names: readonly [string, string],
	floor: number
): string | undefined {
	const [largest] = pairs
		.flatMap((pair) => (pair.ratio ? [{ pair, ...pair.ratio }] : []))
		.toSorted(
			(a, b) =>
				Number(isClear(b.pair)) - Number(isClear(a.pair)) || apart(b.median) - apart(a.median)
		);
	if (!largest) return undefined;
	const { pair, median, low, high } = largest;
	const label = pairName(facts, pair);
	const [first, second] = names;
	if (isClear(pair))
		return `${label} takes ${ratio(median)} the time with ${second} that it takes with ${first}${ends(ratio(low), ratio(high))}.`;
	return pairs.some(({ verdict }) => verdict === 'unclear')
		? `${first} and ${second}: too noisy to compare.`
		: `${first} and ${second}: no difference in time above ${finePercent(floor)}.`;
}

const isClear = ({ verdict }: Pair) => verdict === 'faster' || verdict === 'slower';

function countsOf(
	facts: Facts,
	pairs: readonly Pair[],
	[first, second]: readonly [string, string]
): string | undefined {
	const counted = pairs.flatMap((pair) => {
		const [a, b] = [pair.first.instructions, pair.second.instructions];
		return a === undefined || b === undefined ? [] : [{ pair: { ...pair, parameters: {} }, a, b }];
	});
	// Of several places of a variant one: they are counted at the first.
	const [most] = counted.toSorted((x, y) => Math.abs(y.b - y.a) - Math.abs(x.b - x.a));
	if (!most) return undefined;
	return most.a === most.b
		? `Counted exactly, per iteration: as many instructions with ${first} as with ${second}.`
		: `Counted exactly, per iteration: ${pairName(facts, most.pair)} executes ${exact(most.a)} instructions with ${first} and ${exact(most.b)} with ${second}.`;
}
