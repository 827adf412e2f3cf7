/** Reasons to doubt a comparison, in few words. Pure. */
import type { Facts } from '@cyclelab/exercises/schema';
import { dataWorkSentence } from '@cyclelab/contract/measure/data-work';
import type { Comparison } from '@cyclelab/contract/schema/measurement';
import type { TermId } from '../glossary/terms.ts';
import { samplesText, speedsText, type Row } from './rows.ts';
import { comparisonVerdicts } from '../ui/names.ts';
import { sentencesOf } from '../code/event-rows.ts';

const rowsSay = (verdict: string, count: number, all: number) =>
	all === 1 ? verdict : `${verdict}: ${count} of ${all} rows`;

export interface Doubt {
	text: string;
	sentence: string;
	/** The prediction is not comparable here. */
	outside: boolean;
	/** What to read about it. */
	term: TermId;
}

/** What to read about a verdict, where that is not the prediction. */
const termsOfVerdicts: Partial<Record<Comparison['verdict'], TermId>> = {
	'outside-the-model': 'outside-the-model',
	'only-the-counter': 'only-the-counter',
	'too-noisy': 'too-noisy'
};

export function doubtsOf(facts: Facts, rows: Row[]): Doubt[] {
	const doubts: Doubt[] = [];
	// An exercise without predictions states that once on its page; it is no doubt.
	const compared = facts.uncounted ? [] : rows.flatMap((row) => row.point?.comparison ?? []);
	for (const [verdict, alike] of Map.groupBy(compared, (doubted) => doubted.verdict))
		doubts.push({
			text: rowsSay(comparisonVerdicts[verdict], alike.length, compared.length),
			sentence: alike[0]?.sentence ?? '',
			outside: verdict === 'outside-the-model',
			term: termsOfVerdicts[verdict] ?? 'predicted'
		});
	const outside = rows.filter(({ point }) => point?.comparison?.verdict === 'outside-the-model');
	// What the model does not see, where the simulation of the run has it.
	const explained = outside.flatMap(({ label, events }) => {
		const [sentence] = sentencesOf(events?.all ?? {});
		return sentence === undefined ? [] : [`${label}: ${sentence}`];
	});
	for (const text of new Set(explained))
		doubts.push({ text, sentence: text, outside: true, term: 'with-events' });
	for (const { id, label } of facts.variants) {
		const ofVariant = rows.filter((row) => row.variant === id);
		const several = ofVariant.find((row) => row.speeds.length > 0);
		if (several)
			doubts.push({
				text: `${label}: several speeds`,
				sentence: `Several speeds: ${speedsText(several) ?? ''}. No single number holds.`,
				outside: false,
				term: 'modes'
			});
	}
	for (const { label, dataWork } of rows)
		if (dataWork)
			doubts.push({
				text: `${label}: its work depends on the data`,
				sentence: dataWorkSentence(dataWork),
				outside: false,
				term: 'executed'
			});
	const slowed = rows.filter((row) => row.slowed).length;
	const measured = rows.flatMap((row) => row.point?.measured ?? []);
	if (slowed > 0)
		doubts.push({
			text: `core shared (†): ${measured.length === 1 ? 'this row' : `${slowed} of ${measured.length} rows`}`,
			sentence:
				'Another program used the same physical core nearly all the time. The loop alone may be faster; run it again in a moment.',
			outside: false,
			term: 'shared-core'
		});
	if (measured.length > 0) {
		const text = samplesText(measured);
		doubts.push({ text, sentence: text, outside: false, term: 'sample' });
	}
	return doubts;
}
