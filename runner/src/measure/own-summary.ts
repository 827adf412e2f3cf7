/** The summary sentence of a report of a learner's own loops, without claims. Browser-safe. */
import type { Facts } from '@cyclelab/exercises/schema';
import type { Report } from '../schema/report.ts';
import { costAt } from './cost.ts';
import { placeName } from './place.ts';
import { atLeastAsWide, differs, floorOf, floorWords, isSame, ratioOf } from './ratio.ts';
import { between, cycles, times } from './sentence-numbers.ts';

/** Undefined when nothing was measured. */
export function ofOwn(facts: Facts, report: Report): string | undefined {
	const measured = facts.variants.flatMap(({ id }) => {
		const place = { variant: id, parameters: {} };
		const cost = costAt(facts, report, place, 'time');
		return 'verdict' in cost ? [] : [{ id, name: placeName(facts, place), cost }];
	});
	const [first, second] = measured;
	if (!first) return undefined;
	if (!second) return `${first.name} takes ${cycles(first.cost.median)} an iteration here.`;
	const both = `${first.name} takes ${cycles(first.cost.median)} an iteration here, ${second.name} ${cycles(second.cost.median)}`;
	const floor = floorOf(report.runner.noiseFloor);
	const [slow, fast] = second.cost.median > first.cost.median ? [second, first] : [first, second];
	const ratio = ratioOf(slow.cost, fast.cost);
	if (isSame(ratio, floor))
		return `${both}: no measurable difference, since ${floorWords(report.runner.noiseFloor, floor)}.`;
	const range = between(atLeastAsWide(ratio, floor));
	return differs(ratio, floor)
		? `${both}. ${slow.name} takes ${times(ratio.median)} as long${range}.`
		: `${both}, too noisy to distinguish: the ratio is ${times(ratio.median)}${range}.`;
}
