/** Checks a question: its misconceptions against its answers, and the text before it. Pure. */
import type { FactsShape } from './facts-shape.ts';
import { givenAway } from './given-away.ts';
import type { Misconception, Question } from './question.ts';

const named = ({ from, to }: Misconception) => `the misconception from ${from} to ${to}`;

/** Mistakes within one question, each as a sentence without its full stop. */
export function checkQuestion({ low, high, answers, misconceptions }: Question): string[] {
	const complaints: string[] = [];
	const sorted = [...misconceptions].sort((a, b) => a.from - b.from);
	for (const [i, range] of sorted.entries()) {
		const { from, to, why } = range;
		if (from > to) complaints.push(`${named(range)} ends before it begins`);
		if (to < low || from > high)
			complaints.push(
				`${named(range)} lies beyond the slider, which goes from ${low} to ${high}, so nobody can predict it`
			);
		const right = answers.find(({ ratio }) => ratio >= from && ratio <= to);
		if (right)
			complaints.push(
				`${named(range)} contains the right answer ${right.ratio} (${right.source}), so it would call a right prediction wrong`
			);
		const before = sorted[i - 1];
		if (before && before.to >= from)
			complaints.push(
				`${named(before)} and ${named(range)} overlap, so a prediction would have two`
			);
		const sentences = why.split(/[.?!](?=\s|$)/).filter((part) => part.trim() !== '').length;
		if (sentences !== 2)
			complaints.push(`${named(range)} has ${sentences} sentences on why it fails, and needs two`);
	}
	return complaints;
}

/** Checks a question of the catalogue further: it has an answer and a misconception, and no text before it contains the answer. */
export function checkAsked(
	question: Question,
	story: string,
	facts: Pick<FactsShape, 'summary' | 'variants'>
): string[] {
	const complaints: string[] = [];
	if (question.answers.length === 0) complaints.push('it has no answer');
	if (question.misconceptions.length === 0)
		complaints.push(
			'it has no misconception, a wrong answer that is popular and the idea behind it'
		);
	const texts: Record<string, string> = { question: question.text, story, summary: facts.summary };
	for (const { id, label, claim } of facts.variants)
		texts[`text of the variant ${id}`] = `${label}. ${claim}`;
	for (const [name, text] of Object.entries(texts)) {
		const found = givenAway(text, question.answers);
		if (found)
			complaints.push(`the ${name} gives the answer ${found.ratio} away with "${found.words}"`);
	}
	return complaints;
}
