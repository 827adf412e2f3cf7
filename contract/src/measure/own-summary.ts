/** The summary sentence of a report of a learner's own loops, without claims. Browser-safe. */
import type { Facts } from '@cyclelab/exercises/schema';
import type { Interval } from '../schema/measurement.ts';
import type { Report } from '../schema/report.ts';
import { costAt } from './cost.ts';
import { placeName, pointAt } from './place.ts';
import { atLeastAsWide, differs, floorOf, floorWords, isSame, ratioOf, speedsOf } from './ratio.ts';
import { between, cycles, eitherOf, number, percent, times } from './sentence-numbers.ts';

/**
 * Why a difference below the noise floor is none, a sentence; undefined where the summary names a difference.
 * @param summary the report's
 */
export const floorNote = (summary: string | undefined, { runner }: Pick<Report, 'runner'>) =>
	summary?.startsWith(noDifference)
		? upperFirst(`${floorWords(runner.noiseFloor, floorOf(runner.noiseFloor))}.`)
		: undefined;

const noDifference = 'No measurable difference';
const upperFirst = (text: string) => text.charAt(0).toUpperCase() + text.slice(1);

/** From this width on, as a part of the median, the interval stands beside the figure: that is no single number either. */
const wideFrom = 0.1;

const amountOf = ({ median, low, high }: Interval) =>
	high - low < wideFrom * median
		? cycles(median)
		: `${cycles(median)} (${number(low)} to ${number(high)})`;

/** Undefined when nothing was measured. */
export function ofOwn(facts: Facts, report: Report): string | undefined {
	const measured = facts.variants.flatMap(({ id }) => {
		const place = { variant: id, parameters: {} };
		const cost = costAt(facts, report, place, 'time');
		if ('verdict' in cost) return [];
		const point = pointAt(report.variants, place)?.measured;
		const speeds = point ? speedsOf(point) : [];
		const takes = speeds.length > 0 ? `${eitherOf(speeds)} cycles` : amountOf(cost);
		return [{ id, name: placeName(facts, place), cost, takes, isSingle: speeds.length === 0 }];
	});
	const [first, second] = measured;
	if (!first) return undefined;
	const isSingle = measured.every((variant) => variant.isSingle);
	const alternately = isSingle ? '' : ': several speeds, no single number holds';
	if (!second) return `${first.name} takes ${first.takes} an iteration here${alternately}.`;
	const both = `${first.name} takes ${first.takes} an iteration here, ${second.name} ${second.takes}`;
	const floor = floorOf(report.runner.noiseFloor);
	const [slow, fast] = second.cost.median > first.cost.median ? [second, first] : [first, second];
	const ratio = ratioOf(slow.cost, fast.cost);
	if (isSame(ratio, floor)) return `${noDifference}, below ${percent(floor)}: ${both}.`;
	const range = between(atLeastAsWide(ratio, floor));
	if (!isSingle) {
		const said = range === '' ? `is ${times(ratio.median)}` : `lies${range.replace(/^,/, '')}`;
		return `${both}${alternately}. The ratio ${said}.`;
	}
	return differs(ratio, floor)
		? `${both}. ${slow.name} takes ${times(ratio.median)} as long${range}.`
		: `${both}, too noisy to distinguish: the ratio is ${times(ratio.median)}${range}.`;
}
