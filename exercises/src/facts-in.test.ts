import { expect, test } from 'vitest';
import { checkFacts } from './facts-check.ts';
import { Facts } from './facts.ts';
import { Language, Target } from './language.ts';
import { facts, place, swapping } from './fixtures/facts-in.ts';
import { sourceOf, factsIn } from './facts-in.ts';

test('in a language without runtimes the variants, figures, claims and blind spots are those it has', () => {
	const { challenge, runtimes, ...rest } = facts;
	expect([challenge?.start.variant, runtimes]).toEqual(['one', ['coreclr', 'mono']]);
	const [faster] = facts.claims;
	const { besides, ...figure } = facts.documented[0] ?? {};
	expect(besides).toEqual(['mono']);
	expect(factsIn(facts, 'go', 'x86-64')).toEqual({
		...rest,
		flags: [],
		variants: facts.variants.slice(0, 2),
		documented: [figure],
		question: facts.questionIn.go,
		questionIn: {},
		claims: [faster],
		blindSpots: [{ ...facts.blindSpots[0], variants: ['one'] }]
	});
});

test('a variant that has the language is in it, without naming it', () => {
	expect(factsIn(facts, 'c', 'x86-64').variants).toEqual([
		...facts.variants.slice(0, 2),
		{ id: 'raw', label: 'No sum', claim: 'Nothing.' }
	]);
});

test('on several runtimes every row stands once for each, and a claim is made of each', () => {
	const told = factsIn(facts, 'cs', 'x86-64');
	expect(
		told.variants.map(({ id, label, runtime, source }) => [id, label, runtime, source])
	).toEqual([
		['one-coreclr', 'One sum, CoreCLR', 'coreclr', 'one'],
		['one-mono', 'One sum, Mono', 'mono', 'one'],
		['two-coreclr', 'Two sums, CoreCLR', 'coreclr', 'two'],
		['two-mono', 'Two sums, Mono', 'mono', 'two'],
		['raw-coreclr', 'No sum, CoreCLR', 'coreclr', 'raw'],
		['raw-mono', 'No sum, Mono', 'mono', 'raw']
	]);
	expect(told.variants.map(sourceOf)).toEqual(['one', 'one', 'two', 'two', 'raw', 'raw']);
	expect(sourceOf({ id: 'one' })).toBe('one');
	expect(told.baseline).toBe('one-coreclr');
	expect([told.question.of, told.question.to]).toEqual([
		place('one-coreclr'),
		place('two-coreclr')
	]);
	expect(told.claims.map(({ id, of, to }) => [id, of, to])).toEqual([
		['faster-coreclr', place('one-coreclr'), place('two-coreclr')],
		['faster-mono', place('one-mono'), place('two-mono')],
		['across', place('one-mono'), place('one-coreclr')],
		['nothing-mono', place('one-mono'), place('raw-mono')]
	]);
	expect(told.codeClaims.map(({ id, of }) => [id, of])).toEqual([
		['copies-coreclr', place('one-coreclr')],
		['copies-mono', place('one-mono')]
	]);
	expect(told.documented.map(({ variant, quoted }) => [variant, quoted])).toEqual([
		['one-mono', '2 ns'],
		['raw-coreclr', '1 ns'],
		['raw-mono', '1 ns']
	]);
	expect(told.blindSpots[0]?.variants).toEqual([
		'one-coreclr',
		'one-mono',
		'raw-coreclr',
		'raw-mono'
	]);
	expect(told.challenge?.start).toEqual(place('one-coreclr'));
	expect(told.challenge?.goals[0]).toEqual({
		kind: 'ratio',
		measure: 'time',
		to: place('two-mono'),
		atMost: 1.1
	});
});

test('applying it again changes nothing, and its result is whole', () => {
	for (const one of [facts, swapping])
		for (const target of Target.options)
			for (const language of Language.options) {
				const told = factsIn(one, language, target);
				expect(factsIn(told, language, target)).toEqual(told);
				expect(checkFacts(told)).toEqual([]);
				expect(Facts.parse(told)).toEqual(told);
			}
});

test('a blind spot of one language is shown in that language only', () => {
	const [spot] = facts.blindSpots;
	const scoped = {
		...facts,
		blindSpots: [{ ...spot!, variants: ['one'], languages: ['c' as const] }]
	};
	expect([
		factsIn(scoped, 'c', 'x86-64').blindSpots,
		factsIn(scoped, 'go', 'x86-64').blindSpots
	]).toEqual([[{ ...spot, variants: ['one'] }], []]);
});

test('flags are those of the language, also when it is applied again', () => {
	const flagsIn = (language: Language) => {
		const once = factsIn(facts, language, 'x86-64');
		return [once, factsIn(once, language, 'x86-64')].map(({ flags }) => flags);
	};
	expect([flagsIn('cpp'), flagsIn('cs'), flagsIn('go')]).toEqual([
		[['-fno-unroll-loops'], ['-fno-unroll-loops']],
		[['-checked+'], ['-checked+']],
		[[], []]
	]);
});
