/** Reasons to doubt a comparison, in few words. Pure. */
import type { Facts } from '@cyclelab/exercises/schema';
import { counted, grouped, number } from '../ui/format.ts';
import type { TermId } from '../glossary/terms.ts';
import type { Row } from './rows.ts';
import { comparisonVerdicts } from '../ui/names.ts';
import { compareWords } from './compare-words.ts';

export interface Doubt {
	text: string;
	sentence: string;
	/** The prediction is not comparable here. */
	outside: boolean;
	/** What to read about it. */
	term: TermId;
}

export function doubtsOf(facts: Facts, rows: Row[]): Doubt[] {
	const doubts: Doubt[] = [];
	// An exercise without predictions states that once on its page; it is no doubt.
	const compared = facts.uncounted ? [] : rows.flatMap((row) => row.point?.comparison ?? []);
	for (const [verdict, alike] of Map.groupBy(compared, (one) => one.verdict))
		doubts.push({
			text: compareWords.rowsSay(comparisonVerdicts[verdict], alike.length, compared.length),
			sentence: alike[0]?.sentence ?? '',
			outside: verdict === 'outside-the-model',
			term: verdict === 'outside-the-model' || verdict === 'too-noisy' ? verdict : 'predicted'
		});
	for (const { id, label } of facts.variants) {
		const own = rows.filter((row) => row.variant === id);
		const several = own.find((row) => row.modes.length > 1);
		if (several)
			doubts.push({
				text: compareWords.modesBadge(label),
				sentence: compareWords.modes(several.modes.map((mode) => number(mode.centre)).join(', ')),
				outside: false,
				term: 'modes'
			});
	}
	const slowed = rows.filter((row) => row.slowed).length;
	const measured = rows.flatMap((row) => row.point?.measured ?? []);
	if (slowed > 0)
		doubts.push({
			text: compareWords.sharedBadge(slowed, measured.length),
			sentence: compareWords.shared,
			outside: false,
			term: 'shared-core'
		});
	if (measured.length > 0) {
		const kept = measured.reduce((sum, one) => sum + one.samples, 0);
		const aside = measured.reduce((sum, one) => sum + one.rejected + (one.setAside ?? 0), 0);
		const text = compareWords.samplesKept(counted(kept, 'sample'), grouped(aside));
		doubts.push({ text, sentence: text, outside: false, term: 'sample' });
	}
	return doubts;
}
