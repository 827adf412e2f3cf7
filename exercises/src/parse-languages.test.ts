import { expect, test } from 'vitest';
import { parseFolder } from './parse.ts';
import { about, facts, folder, lesson } from './fixtures/parse.ts';

const challenge = `
challenge:
  text: Faster!
  start: { variant: one }
  languages: [c]
  goals: [{ kind: ratio, to: { variant: two }, atMost: 1.1 }]
  hints: [One., Two.]
  why: Two are faster.
`;

test('a challenge has a solution in each of its languages, and no other', () => {
	const set = { 'exercise.yaml': facts + challenge };
	const both = { ...set, 'one.cpp': 'uno', 'two.cpp': 'dos' };
	expect(parseFolder(folder({ files: { ...both, 'solution.c': 'three' } })).solutions).toEqual({
		c: 'three'
	});
	expect(about({ files: both })).toBe(
		'07-two-sums has a challenge in C without a solution. Add solution.c, or say in exercise.yaml which languages it is set in.'
	);
	expect(about({ files: { ...both, 'solution.c': 'three', 'solution.cpp': 'tres' } })).toBe(
		'07-two-sums/solution.cpp solves no challenge. Set one in exercise.yaml, or remove the file.'
	);
	expect(about({ files: { 'solution.c': 'three' } })).toBe(
		'07-two-sums/solution.c solves no challenge. Set one in exercise.yaml, or remove the file.'
	);
});

const inC = facts.replace(
	'{ id: two, label: Two sums, claim: Fast. }',
	'{ id: two, label: Two sums, claim: Fast. }\n  - { id: raw, label: None, claim: None., languages: [c] }'
);
const aboutRaw = inC.replace(
	'claims:\n',
	'claims:\n  - { id: raw, statement: None., of: { variant: one }, to: { variant: raw }, atLeast: 2 }\n'
);

test('a variant of some languages needs a source in those, and has none in others', () => {
	const files = { 'exercise.yaml': aboutRaw, 'one.go': 'eins', 'two.go': 'zwei', 'raw.c': 'none' };
	expect(parseFolder(folder({ files })).sources).toEqual({
		c: { one: 'one', two: 'two', raw: 'none' },
		go: { one: 'eins', two: 'zwei' }
	});
	expect(about({ files: { ...files, 'raw.go': 'nichts' } })).toBe(
		'07-two-sums/raw.go belongs to no variant. Name it after one of one, two, raw, or add "raw" to exercise.yaml.'
	);
});

test('an exercise needs a question, a baseline and claims about all of its rows in every language', () => {
	const asked = aboutRaw.replace(
		'  of: { variant: one }\n  to: { variant: two }\n  low',
		'  of: { variant: raw }\n  to: { variant: two }\n  low'
	);
	const go = { 'one.go': 'eins', 'two.go': 'zwei', 'raw.c': 'none' };
	expect(about({ files: { ...go, 'exercise.yaml': asked } })).toBe(
		'07-two-sums/exercise.yaml: in Go there is no "raw", which is the baseline or in the question. Give it to all languages, or write questionIn.go.'
	);
	const onlyC = aboutRaw.replace('id: faster,', 'id: faster, languages: [c],');
	expect(about({ files: { ...go, 'exercise.yaml': onlyC } })).toBe(
		'07-two-sums/exercise.yaml: in Go it has 2 variants and 0 claims. It needs two and one.'
	);
	const third = onlyC.replace(
		'claims:\n',
		'claims:\n  - { id: one, statement: One., of: { variant: one }, to: { variant: one }, atMost: 2 }\n'
	);
	expect(about({ files: { ...go, 'exercise.yaml': third } })).toBe(
		'07-two-sums/exercise.yaml: in Go, no claim concerns "two" (variants.1).'
	);
});

test('a question needs an answer and a misconception, and nobody may read the answer before it', () => {
	const without = (part: RegExp) => facts.replace(part, '');
	expect(about({ files: { 'exercise.yaml': without(/  answers: .*\n/) } })).toBe(
		'07-two-sums: the question cannot be asked, as it has no answer.'
	);
	expect(about({ files: { 'exercise.yaml': without(/  misconceptions: .*\n/) } })).toBe(
		'07-two-sums: the question cannot be asked, as it has no misconception, a wrong answer that is popular and the idea behind it.'
	);
	expect(
		about({ files: { 'lesson.md': lesson.replace('Once.', 'It takes twice as long.') } })
	).toBe(
		'07-two-sums: the question cannot be asked, as the story gives the answer 2 away with "twice".'
	);
	expect(about({ files: { 'exercise.yaml': facts.replace('ratio: 2', 'ratio: 3.5') } })).toContain(
		'the misconception from 3 to 4 contains the right answer 3.5 (here)'
	);
});

test('a learner’s own bench claims nothing, and anything else claims something', () => {
	const bare = facts.slice(0, facts.indexOf('claims:'));
	expect(about({ files: { 'exercise.yaml': bare } })).toContain('it needs one claim at least');
	expect(about({ files: { 'exercise.yaml': `${bare}free: true\n` } })).toBe('no complaint');
});

test('a lesson whose figure is unknown, or does not fit the exercise, is refused with the file', () => {
	const placed = (directive: string) =>
		about({ files: { 'lesson.md': lesson.replace('Because.', `Because.\n\n${directive}`) } });
	expect(placed('::figure{name=chians}')).toMatch(
		/^07-two-sums\/lesson\.md: it places the figure “chians”, which does not exist\. Name one of chains, /
	);
	expect(placed('::figure{name=memory-hierarchy chase=three}')).toMatch(
		/^07-two-sums\/lesson\.md: its figure “memory-hierarchy” names the variant “three”/
	);
});
