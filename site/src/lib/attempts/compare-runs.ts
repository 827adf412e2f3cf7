/** The machine code of two kept runs as lines to compare, and the variant to show first. Pure. */
import type { Facts } from '@cyclelab/exercises/schema';
import type { Report, VariantReport } from '@cyclelab/runner/schema/report';
import { mainFunction } from '../code/listing.ts';
import type { Line } from '../ui/lines.ts';

/** The instructions of the function that is shown first, as lines to compare. Where a jump leads is not compared. */
export function assemblyLines(variant: VariantReport | undefined): Line[] {
	const shown = variant && mainFunction(variant);
	return (shown?.instructions ?? []).map(({ text, target }) => ({
		key: target === undefined ? text : (text.split(' ')[0] ?? text),
		text
	}));
}

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
