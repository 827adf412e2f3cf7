/** Facts by architecture: arm64 has two forms of an atomic operation, and some documents have figures of arm64 machines. */
import { expect, test } from 'vitest';
import type { Facts } from './facts.ts';
import type { Target } from './language.ts';
import { facts, place, swapping } from './fixtures/facts-in.ts';
import { factsIn } from './facts-in.ts';

test('for arm64 an atomic variant stands in both of its forms, and a claim is made of each', () => {
	const told = factsIn(swapping, 'c', 'arm64');
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
	const told = factsIn(swapping, 'c', 'x86-64');
	expect(told.variants.map(({ id }) => id)).toEqual(['one', 'two', 'raw']);
	expect(told.codeClaims.map(({ id }) => id)).toEqual(['raw-is-raw']);
	expect(told.blindSpots.map(({ label, variants }) => [label, variants])).toEqual([
		['xchg', ['two']]
	]);
});

test("beside arm64's code stand the figures of the document's arm64 machine alone, where it has one", () => {
	const quoted = (of: Facts, target: Target) =>
		factsIn(of, 'c', target).documented.map((figure) => [figure.variant, figure.quoted]);
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
