/** The heading of a comparison before there is a number. Apart from the others: a page needs it before it needs them. Pure. */
import type { Facts } from '@cyclelab/exercises/schema';
import { lacksDocument } from './figures.ts';

export function headingBefore(facts: Facts): string {
	if (facts.free) return 'Your loops, not run yet.';
	if (facts.documented.length > 0) return 'What the document reports.';
	return lacksDocument(facts)
		? 'These loops, not run yet.'
		: 'The document gives no figures for these loops.';
}
