/** What a room has learnt, exercise by exercise: the middle of its votes beside what was measured. Pure. */
import type { WorkshopView } from '../../../shared/workshop-results.ts';
import { medianOf } from './histogram.ts';

type Summary = NonNullable<WorkshopView['summary']>;

export interface Learnt {
	slug: string;
	title: string;
	question: string;
	/** Ratios; absent where nobody voted, or nothing was measured. */
	first: number | undefined;
	second: number | undefined;
	measured: number | undefined;
	/** Why those who voted for a refuted answer were wrong, the most frequent first. */
	why: string | undefined;
	solved: number;
}

/** Of the exercises that the room came to, in their order. */
export const learntIn = (summary: Summary): Learnt[] =>
	summary
		.map(({ slug, title, question, tally }) => ({
			slug,
			title,
			question: question.text,
			first: medianOf(tally.first),
			second: medianOf(tally.second),
			measured: medianOf(tally.results.map(({ answer }) => answer.median)),
			why: tally.misconceptions.toSorted((a, b) => b.first - a.first)[0]?.why,
			solved: tally.solved
		}))
		.filter(({ first, second, measured, solved }) => (first ?? second ?? measured) || solved > 0);
