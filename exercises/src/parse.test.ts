import { expect, test } from 'vitest';
import { parseExercises, parseFolder } from './parse.ts';
import { about, complaint, facts, folder, tracks } from './fixtures/parse.ts';

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
		solutions: {},
		recorded: []
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
		'07-two-sums/exercise.yaml is not YAML: duplicated mapping key (2:1)\n\n 1 | title: a\n 2 | title: b\n-----^'
	);
});

test('a misspelt key and a missing one are both reported', () => {
	expect(about({ files: { 'exercise.yaml': facts.replace('minutes:', 'minuets:') } })).toBe(
		[
			'07-two-sums/exercise.yaml is not as its schema in exercises/src wants it:',
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
			'07-two-sums/exercise.yaml is not as its schema in exercises/src wants it:',
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
		'07-two-sums/lessons.md is not a file an exercise has. There may be exercise.yaml, lesson.md, recorded runs, and sources named <variant>.c, .cpp, .rs, .go, .cs, .cr or solution.c, .cpp, .rs, .go, .cs, .cr.'
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
			'tracks.yaml is not as its schema in exercises/src wants it:',
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
