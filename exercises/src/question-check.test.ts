import { expect, test } from 'vitest';
import { checkAsked, checkQuestion } from './question-check.ts';
import { Question } from './question.ts';

const place = (variant: string) => ({ variant });
const idea = (from: number, to: number, more: object = {}) => ({
	from,
	to,
	idea: 'all loads are equal',
	why: 'They are not. Some miss.',
	...more
});
const asked = (more: object = {}) =>
	Question.parse({
		text: 'How many times longer does a miss take than a hit?',
		of: place('miss'),
		to: place('hit'),
		low: 1,
		high: 100,
		answers: [{ ratio: 40, source: 'AMD Zen 5, measured' }],
		misconceptions: [idea(1, 1.5), idea(90, 100)],
		...more
	});
const variant = (claim: string) => ({ id: 'miss', label: 'A miss', claim });
const shown = { summary: 'Lists in and out of order.', variants: [variant('It goes to memory.')] };
const story = 'A list that nobody sorted takes much longer to walk through than one that was.';

test('a question with its answer between two misconceptions is not complained about', () => {
	expect([...checkQuestion(asked()), ...checkAsked(asked(), story, shown)]).toEqual([]);
});

const mistakes: [what: string, misconceptions: object[], message: string][] = [
	[
		'a range around the right answer',
		[idea(30, 50)],
		'the misconception from 30 to 50 contains the right answer 40 (AMD Zen 5, measured), so it would call a right prediction wrong'
	],
	[
		'a range whose end is the right answer',
		[idea(40, 50)],
		'the misconception from 40 to 50 contains the right answer 40 (AMD Zen 5, measured), so it would call a right prediction wrong'
	],
	[
		'two ranges that share an end',
		[idea(2, 4), idea(1, 2)],
		'the misconception from 1 to 2 and the misconception from 2 to 4 overlap, so a prediction would have two'
	],
	[
		'a range from its larger end',
		[idea(4, 2)],
		'the misconception from 4 to 2 ends before it begins'
	],
	[
		'a range that the slider does not reach',
		[idea(200, 300)],
		'the misconception from 200 to 300 lies beyond the slider, which goes from 1 to 100, so nobody can predict it'
	],
	[
		'one sentence only',
		[idea(2, 3, { why: 'It takes 1.5 cycles.' })],
		'the misconception from 2 to 3 has 1 sentences on why it fails, and needs two'
	]
];
test.each(mistakes)('%s is refused', (_, misconceptions, message) => {
	expect(checkQuestion(asked({ misconceptions }))).toEqual([message]);
});

test('a question of the catalogue has an answer, a misconception, and keeps the answer to itself', () => {
	expect(checkAsked(asked({ answers: [], misconceptions: [] }), story, shown)).toEqual([
		'it has no answer',
		'it has no misconception, a wrong answer that is popular and the idea behind it'
	]);
	expect(checkAsked(asked(), 'Walking it takes forty times as long.', shown)).toEqual([
		'the story gives the answer 40 away with "forty times"'
	]);
	expect(checkAsked(asked({ text: 'Is it 40×?' }), story, shown)).toEqual([
		'the question gives the answer 40 away with "40×"'
	]);
	const said = [variant('It goes to memory, which takes forty times as long.')];
	expect(checkAsked(asked(), story, { ...shown, variants: said })).toEqual([
		'the text of the variant miss gives the answer 40 away with "forty times"'
	]);
	expect(checkAsked(asked(), story, { ...shown, summary: 'A miss costs 40×.' })).toEqual([
		'the summary gives the answer 40 away with "40×"'
	]);
});

test('an idea that ends its sentence is refused, as the page ends it', () => {
	expect(() => asked({ misconceptions: [idea(1, 2, { idea: 'loads are equal.' })] })).toThrow(
		'without a full stop'
	);
});
