/** Of two kept runs, the variant to show first. Pure. */
import type { Facts } from '@cyclelab/exercises/schema';
import type { Report } from '@cyclelab/runner/schema/report';

/** The variant to show first: the first whose source differs, else an edited variant, else the exercise's baseline. */
export function tellingVariant(facts: Facts, first: Report, second: Report): string {
	const sourceIn = (report: Report, id: string) =>
		report.variants.find((one) => one.id === id)?.source;
	const shared = first.variants.filter(({ id }) => sourceIn(second, id) !== undefined);
	return (
		shared.find(({ id, source }) => sourceIn(second, id) !== source)?.id ??
		shared.find(({ edited }) => edited)?.id ??
		shared.find(({ id }) => id === facts.baseline)?.id ??
		shared[0]?.id ??
		facts.baseline
	);
}
