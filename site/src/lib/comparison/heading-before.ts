/** The heading of a comparison before there is a number. Apart from the others: a page needs it before it needs them. Pure. */
import type { Facts } from '@cyclelab/exercises/schema';

export function headingBefore(facts: Facts): string {
	if (facts.free) return 'Your loops, not run yet.';
	if (facts.documented.length > 0) return 'What the document reports.';
	// An exercise of our own follows no numbered document.
	return facts.document.number === undefined
		? 'These loops, not run yet.'
		: 'The document gives no figures for these loops.';
}
