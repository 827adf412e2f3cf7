import { expect, test } from 'vitest';
import { parseExercises, parseFolder, type Folder } from './parse.ts';

const tracks = `
- { id: memory, title: Memory, summary: Loads and stores. }
- { id: atomics, title: Atomics, summary: Shared words. }
`;

const facts = `
title: Two sums
track: memory
summary: One sum against two.
minutes: 3
needs: { seconds: 4, memoryMiB: 16 }
document: { title: A talk, author: Somebody, place: Slide 7 }
iteration: one addition
unit: cycles
baseline: one
variants:
  - { id: one, label: One sum, claim: Slow. }
  - { id: two, label: Two sums, claim: Fast. }
question:
  text: How much?
  of: { variant: one }
  to: { variant: two }
  low: 1
  high: 4
  answers: [{ ratio: 2, source: here }]
  misconceptions: [{ from: 3, to: 4, idea: sums are slow, why: They are not. Look. }]
claims:
  - { id: faster, statement: Two are faster., of: { variant: one }, to: { variant: two }, atLeast: 1.5 }
`;

const lesson =
	'## Story\n\nOnce.\n\n## Explain\n\nBecause.\n\n### More\n\nOf it.\n\n## Elsewhere\n\nOther.\n';

function folder(
	change: { name?: string; files?: Record<string, string | undefined> } = {}
): Folder {
	const files = {
		'exercise.yaml': facts,
		'lesson.md': lesson,
		'one.c': 'one',
		'two.c': 'two',
		...change.files
	};
	const present = Object.entries(files).filter(
		(file): file is [string, string] => file[1] !== undefined
	);
	return { name: change.name ?? '07-two-sums', files: Object.fromEntries(present) };
}

function complaint(action: () => unknown): string {
	try {
		action();
	} catch (error) {
		if (error instanceof Error) return error.message;
	}
	return 'no complaint';
}

const about = (change: Parameters<typeof folder>[0]) =>
	complaint(() => parseFolder(folder(change)));

test('a folder becomes an exercise with its number, its two texts and its sources', () => {
	const exercise = parseFolder(folder({ files: { 'one.cpp': 'uno', 'two.cpp': 'dos' } }));
	expect({ ...exercise, facts: undefined }).toEqual({
		slug: 'two-sums',
		order: 7,
		facts: undefined,
		story: 'Once.',
		explain: 'Because.\n\n### More\n\nOf it.',
		elsewhere: 'Other.',
		sources: { c: { one: 'one', two: 'two' }, cpp: { one: 'uno', two: 'dos' } },
		solutions: {}
	});
	expect(exercise.facts.question.of).toEqual({ variant: 'one', parameters: {} });
});

const second = (requires: string) => [
	folder({ files: { 'exercise.yaml': facts } }),
	folder({ name: '08-more', files: { 'exercise.yaml': `${facts}requires: [${requires}]\n` } })
];

test('an exercise requires earlier exercises', () => {
	const { exercises } = parseExercises(tracks, second('two-sums'));
	expect(exercises.map(({ facts }) => facts.requires)).toEqual([[], ['two-sums']]);
});

test.each(['more', 'three-sums'])('an exercise that requires %s is refused', (required) => {
	expect(complaint(() => parseExercises(tracks, second(required)))).toBe(
		`The exercise more requires "${required}", which is not an exercise before it on the path. Name an earlier exercise, or give more a later number or track.`
	);
});

test('exercises are ordered by track, then by number', () => {
	const atomics = facts.replace('track: memory', 'track: atomics');
	const { exercises } = parseExercises(tracks, [
		folder({ name: '01-swap', files: { 'exercise.yaml': atomics } }),
		folder({ name: '20-late' }),
		folder({ name: '10-early' })
	]);
	expect(exercises.map(({ slug }) => slug)).toEqual(['early', 'late', 'swap']);
});

test('a folder whose name has no number is refused', () => {
	expect(about({ name: '7-two-sums' })).toBe(
		"7-two-sums is not an exercise's folder name. Call it two digits and words in lower case, as in 20-store-forwarding."
	);
});

test('a missing file is named', () => {
	expect(about({ files: { 'exercise.yaml': undefined } })).toBe(
		'07-two-sums has no exercise.yaml. Add it.'
	);
	expect(about({ files: { 'lesson.md': undefined } })).toBe(
		'07-two-sums has no lesson.md. Add it.'
	);
});

test('YAML that cannot be read is reported with its line', () => {
	expect(about({ files: { 'exercise.yaml': 'title: a\ntitle: b\n' } })).toBe(
		'07-two-sums/exercise.yaml is not YAML: Map keys must be unique at line 2, column 1:\n\ntitle: a\ntitle: b\n^\n'
	);
});

test('a misspelt key and a missing one are both reported', () => {
	expect(about({ files: { 'exercise.yaml': facts.replace('minutes:', 'minuets:') } })).toBe(
		[
			'07-two-sums/exercise.yaml is not as schema.ts wants it:',
			'✖ Unrecognized key: "minuets"',
			'✖ Invalid input: expected number, received undefined',
			'  → at minutes'
		].join('\n')
	);
});

test('a variant is not called by a name that every object has', () => {
	const wrong = facts.replaceAll('one', 'constructor');
	expect(about({ files: { 'exercise.yaml': wrong } })).toContain(
		'✖ "constructor" cannot be a name; add a word to it\n  → at baseline'
	);
});

test('a claim about a variant that is not there is reported', () => {
	const wrong = facts.replace(
		'of: { variant: one }, to: { variant: two }, atLeast',
		'of: { variant: won }, to: { variant: two }, atLeast'
	);
	expect(about({ files: { 'exercise.yaml': wrong } })).toBe(
		[
			'07-two-sums/exercise.yaml is not as schema.ts wants it:',
			'✖ no claim concerns "one"',
			'  → at variants[0]',
			'✖ no variant "won"',
			'  → at claims[0].of.variant'
		].join('\n')
	);
});

test.each([
	['## Story\n\nOnce.\n'],
	['## Story\n\n## Explain\n\nBecause.\n'],
	['Hello.\n\n## Story\n\nOnce.\n\n## Explain\n\nBecause.\n'],
	['## Explain\n\nBecause.\n\n## Story\n\nOnce.\n']
])('a lesson without its three parts in order is refused: %j', (text) => {
	expect(about({ files: { 'lesson.md': text } })).toBe(
		'07-two-sums/lesson.md needs the heading "## Story" as its first line, then "## Explain" and "## Elsewhere", each with text below.'
	);
});

test('a source without a variant is refused', () => {
	expect(about({ files: { 'tow.c': 'two' } })).toBe(
		'07-two-sums/tow.c belongs to no variant. Name it after one of one, two, or add "tow" to exercise.yaml.'
	);
});

test('a variant without a source is refused, in each language that has any', () => {
	expect(about({ files: { 'two.c': undefined } })).toBe(
		'07-two-sums has no C source for the variant "two". Add two.c, or say in exercise.yaml which languages it has.'
	);
	expect(about({ files: { 'one.cpp': 'uno' } })).toBe(
		'07-two-sums has no C++ source for the variant "two". Add two.cpp, or say in exercise.yaml which languages it has.'
	);
	expect(about({ files: { 'one.c': undefined, 'two.c': undefined } })).toBe(
		'07-two-sums has no sources. Add one.c and one for each other variant.'
	);
});

test('a file that no exercise has is refused, since it may be a misspelt one', () => {
	expect(about({ files: { 'lessons.md': 'Once.' } })).toBe(
		'07-two-sums/lessons.md is not a file an exercise has. There may be exercise.yaml, lesson.md, and sources named <variant>.c, .cpp, .rs, .go, .cs, .cr or solution.c, .cpp, .rs, .go, .cs, .cr.'
	);
});

test('a track that does not exist is reported', () => {
	const lost = facts.replace('track: memory', 'track: memroy');
	expect(
		complaint(() => parseExercises(tracks, [folder({ files: { 'exercise.yaml': lost } })]))
	).toBe(
		'07-two-sums/exercise.yaml names the track "memroy", which tracks.yaml does not have. Choose one of memory, atomics, or add it there.'
	);
});

test('tracks without a summary are reported', () => {
	expect(complaint(() => parseExercises('- { id: memory, title: Memory }', []))).toBe(
		[
			'tracks.yaml is not as schema.ts wants it:',
			'✖ Invalid input: expected string, received undefined',
			'  → at [0].summary'
		].join('\n')
	);
});

test('two exercises of one name, or of one number in a track, are refused', () => {
	const both = (...names: string[]) =>
		complaint(() =>
			parseExercises(
				tracks,
				names.map((name) => folder({ name }))
			)
		);
	expect(both('07-two-sums', '08-two-sums')).toBe(
		'07-two-sums and 08-two-sums have the same name. Rename one of the folders.'
	);
	expect(both('07-two-sums', '07-three-sums')).toBe(
		'07-two-sums and 07-three-sums have one number in one track. Rename one of the folders.'
	);
});

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
