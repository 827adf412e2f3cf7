import { expect, test } from 'vitest';
import { checkFacts } from './facts-check.ts';
import { Facts } from './facts.ts';
import { Language, Target } from './language.ts';
import { sourceOf, toldIn } from './told-in.ts';

const facts = Facts.parse({
	title: 'Two sums',
	track: 'memory',
	summary: 'One sum against two.',
	minutes: 3,
	needs: { seconds: 4, memoryMiB: 16 },
	document: { title: 'A talk', author: 'Somebody', place: 'Slide 7' },
	iteration: 'one addition',
	unit: 'cycles',
	runtimes: ['coreclr', 'mono'],
	baseline: 'one',
	variants: [
		{ id: 'one', label: 'One sum', claim: 'Slow.' },
		{ id: 'two', label: 'Two sums', claim: 'Fast.' },
		{ id: 'raw', label: 'No sum', claim: 'Nothing.', languages: ['c', 'cs'] }
	],
	machines: [{ id: 'old', name: 'Old' }],
	documented: [
		{ machine: 'old', variant: 'one', nsPerIteration: 2, besides: ['mono'], quoted: '2 ns' },
		{ machine: 'old', variant: 'raw', nsPerIteration: 1, quoted: '1 ns' }
	],
	question: { text: 'How?', of: { variant: 'one' }, to: { variant: 'two' }, low: 1, high: 4 },
	flags: ['-fno-unroll-loops'],
	flagsIn: { cs: ['-checked+'] },
	questionIn: {
		go: { text: 'In Go?', of: { variant: 'two' }, to: { variant: 'one' }, low: 1, high: 4 }
	},
	claims: [
		{
			id: 'faster',
			statement: 'Faster.',
			of: { variant: 'one' },
			to: { variant: 'two' },
			atLeast: 1.5
		},
		{
			id: 'across',
			statement: 'One runtime is faster.',
			of: { variant: 'one', runtime: 'mono' },
			to: { variant: 'one', runtime: 'coreclr' },
			atLeast: 2
		},
		{
			id: 'nothing',
			statement: 'Nothing is faster.',
			of: { variant: 'one' },
			to: { variant: 'raw' },
			atLeast: 2,
			runtimes: ['mono']
		}
	],
	codeClaims: [
		{ id: 'copies', statement: 'Copies.', of: { variant: 'one' }, code: { has: '^mov' } }
	],
	blindSpots: [{ variants: ['one', 'raw'], label: 'Blind', sentence: 'It sees nothing.' }],
	challenge: {
		text: 'Faster!',
		start: { variant: 'one' },
		languages: ['cs'],
		goals: [{ kind: 'ratio', to: { variant: 'two', runtime: 'mono' }, atMost: 1.1 }],
		hints: ['One.', 'Two.'],
		why: 'Two are faster.'
	}
});
/** The same without runtimes, and one of its variants atomic. */
const swapping = Facts.parse({
	...facts,
	runtimes: undefined,
	challenge: undefined,
	baseline: 'one',
	variants: facts.variants.map((one) => (one.id === 'two' ? { ...one, atomic: true } : one)),
	machines: [
		{ id: 'old', name: 'Old' },
		{ id: 'm1', name: 'M1', target: 'arm64' }
	],
	documented: [
		{ machine: 'old', variant: 'one', nsPerIteration: 2, quoted: '2 ns' },
		{ machine: 'm1', variant: 'one', nsPerIteration: 3, quoted: '3 ns' },
		{ machine: 'm1', variant: 'two', nsPerIteration: 4, quoted: '4 ns' }
	],
	claims: [facts.claims[0]],
	codeClaims: [
		{
			id: 'one-instruction',
			statement: 'One instruction.',
			of: { variant: 'two', atomics: 'lse' },
			code: { has: '^swp' },
			target: 'arm64'
		},
		{ id: 'raw-is-raw', statement: 'Raw.', of: { variant: 'raw' }, code: { has: '^mov' } }
	],
	blindSpots: [
		{ variants: ['two'], label: 'xchg', sentence: 'Waits.', target: 'x86-64' },
		{ variants: ['one', 'two'], label: 'stlr', sentence: 'Holds back.', target: 'arm64' }
	]
});

const place = (variant: string) => ({ variant, parameters: {} });

test('in a language without runtimes the variants, figures, claims and blind spots are those it has', () => {
	const { challenge, runtimes, ...rest } = facts;
	expect([challenge?.start.variant, runtimes]).toEqual(['one', ['coreclr', 'mono']]);
	const [faster] = facts.claims;
	const { besides, ...figure } = facts.documented[0] ?? {};
	expect(besides).toEqual(['mono']);
	expect(toldIn(facts, 'go', 'x86-64')).toEqual({
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
	expect(toldIn(facts, 'c', 'x86-64').variants).toEqual([
		...facts.variants.slice(0, 2),
		{ id: 'raw', label: 'No sum', claim: 'Nothing.' }
	]);
});

test('on several runtimes every row stands once for each, and a claim is made of each', () => {
	const told = toldIn(facts, 'cs', 'x86-64');
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

test('for arm64 an atomic variant stands in both of its forms, and a claim is made of each', () => {
	const told = toldIn(swapping, 'c', 'arm64');
	expect(
		told.variants.map(({ id, label, atomics, source }) => [id, label, atomics, source])
	).toEqual([
		['one', 'One sum', undefined, undefined],
		['two-exclusive', 'Two sums, exclusives', 'exclusive', 'two'],
		['two-lse', 'Two sums, LSE', 'lse', 'two'],
		['raw', 'No sum', undefined, undefined]
	]);
	expect(told.baseline).toBe('one');
	expect([told.question.of, told.question.to]).toEqual([place('one'), place('two-exclusive')]);
	expect(told.claims.map(({ id, of, to }) => [id, of, to])).toEqual([
		['faster-exclusive', place('one'), place('two-exclusive')],
		['faster-lse', place('one'), place('two-lse')]
	]);
	expect(told.codeClaims.map(({ id, of }) => [id, of])).toEqual([
		['one-instruction', place('two-lse')],
		['raw-is-raw', place('raw')]
	]);
	expect(told.blindSpots.map(({ label, variants }) => [label, variants])).toEqual([
		['stlr', ['one', 'two-exclusive', 'two-lse']]
	]);
});

test('for x86-64 it is one row, without the text about the forms', () => {
	const told = toldIn(swapping, 'c', 'x86-64');
	expect(told.variants.map(({ id }) => id)).toEqual(['one', 'two', 'raw']);
	expect(told.codeClaims.map(({ id }) => id)).toEqual(['raw-is-raw']);
	expect(told.blindSpots.map(({ label, variants }) => [label, variants])).toEqual([
		['xchg', ['two']]
	]);
});

test("beside arm64's code stand the figures of the document's arm64 machine alone, where it has one", () => {
	const quoted = (of: Facts, target: Target) =>
		toldIn(of, 'c', target).documented.map((figure) => [figure.variant, figure.quoted]);
	expect(quoted(swapping, 'arm64')).toEqual([
		['one', '3 ns'],
		['two-exclusive', '4 ns'],
		['two-lse', '4 ns']
	]);
	expect(quoted(swapping, 'x86-64')).toEqual([
		['one', '2 ns'],
		['one', '3 ns'],
		['two', '4 ns']
	]);
	expect(quoted(facts, 'arm64')).toEqual(quoted(facts, 'x86-64'));
});

test('applying it again changes nothing, and its result is whole', () => {
	for (const one of [facts, swapping])
		for (const target of Target.options)
			for (const language of Language.options) {
				const told = toldIn(one, language, target);
				expect(toldIn(told, language, target)).toEqual(told);
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
		toldIn(scoped, 'c', 'x86-64').blindSpots,
		toldIn(scoped, 'go', 'x86-64').blindSpots
	]).toEqual([[{ ...spot, variants: ['one'] }], []]);
});

test('flags are those of the language, also when it is applied again', () => {
	const flagsIn = (language: Language) => {
		const once = toldIn(facts, language, 'x86-64');
		return [once, toldIn(once, language, 'x86-64')].map(({ flags }) => flags);
	};
	expect([flagsIn('cpp'), flagsIn('cs'), flagsIn('go')]).toEqual([
		[['-fno-unroll-loops'], ['-fno-unroll-loops']],
		[['-checked+'], ['-checked+']],
		[[], []]
	]);
});
