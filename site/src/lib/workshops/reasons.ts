/** Reasons of votes, grouped by answer: the bars of the votes' picture. Pure. */
import type { Confidence, Confidences, Said } from '../../../shared/workshop-people.ts';
import { binsOf, domainOf, placeIn } from './histogram.ts';

interface VoteAnswer {
	low: number;
	high: number;
	votes: number;
	confidence: Confidences;
	/** Each text once, with the highest confidence and the number of its people; those who were sure first. */
	reasons: { why: string; confidence: Confidence | undefined; people: number }[];
}

const order: (Confidence | undefined)[] = ['sure', 'think', 'guess', undefined];

/** The answers that got votes, from the lowest ratio to the highest. */
export function byAnswer(
	question: { low: number; high: number },
	said: readonly Said[]
): VoteAnswer[] {
	const ratios = said.map(({ ratio }) => ratio);
	const bins = binsOf(domainOf(question, ratios), ratios, []);
	const inBin = Map.groupBy(said, ({ ratio }) => placeIn(bins, ratio));
	return bins.flatMap(({ low, high }, at) => {
		const own = inBin.get(at) ?? [];
		if (own.length === 0) return [];
		const count = (level: Confidence) =>
			own.filter(({ confidence }) => confidence === level).length;
		const sorted = own.toSorted(
			(a, b) => order.indexOf(a.confidence) - order.indexOf(b.confidence)
		);
		const reasons = [...Map.groupBy(sorted, ({ why }) => why)].flatMap(([why, all]) =>
			why === undefined ? [] : [{ why, confidence: all[0]?.confidence, people: all.length }]
		);
		const confidence = { sure: count('sure'), think: count('think'), guess: count('guess') };
		return [{ low, high, votes: own.length, confidence, reasons }];
	});
}

export const confidenceNames: Record<Confidence, string> = {
	sure: 'sure',
	think: 'think so',
	guess: 'guess'
};
