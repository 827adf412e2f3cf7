import { expect, test } from 'vitest';
import { factsIn } from '@cyclelab/exercises/facts-in';
import { factsOf } from '../../../fixtures/examples.ts';
import { counterpart, labelParts, rowOfCode } from './language-facts.ts';

const facts = factsOf(
	'Runtimes',
	{ add: 'Additions', 'add-wide': 'Additions, wide' },
	{ runtimes: ['coreclr', 'mono'] }
);
const [c, cs] = [factsIn(facts, 'c', 'x86-64'), factsIn(facts, 'cs', 'x86-64')];

test('what is looked at stays what it is in another language', () => {
	expect([
		counterpart(cs, 'add-wide-mono'),
		counterpart(c, 'add-wide-mono'),
		counterpart(cs, 'add-wide'),
		counterpart(cs, 'gone')
	]).toEqual(['add-wide-mono', 'add-wide', 'add-wide-coreclr', 'add-coreclr']);
});

test('a row’s name is its variant’s, and beside it what executes it', () => {
	expect(cs.variants.map(labelParts)).toEqual([
		{ text: 'Additions', form: 'CoreCLR' },
		{ text: 'Additions', form: 'Mono' },
		{ text: 'Additions, wide', form: 'CoreCLR' },
		{ text: 'Additions, wide', form: 'Mono' }
	]);
	expect(c.variants.map(labelParts).map(({ form }) => form)).toEqual([undefined, undefined]);
});

test('code with two forms of an atomic operation on arm64 is one row on x86-64, and the other way round', () => {
	const atomic = factsOf('Atomics', [
		{ id: 'plain', label: 'Plain' },
		{ id: 'add', label: 'Add', atomic: true }
	]);
	const [x86, arm] = [factsIn(atomic, 'c', 'x86-64'), factsIn(atomic, 'c', 'arm64')];
	expect(arm.variants.map(labelParts)).toEqual([
		{ text: 'Plain', form: undefined },
		{ text: 'Add', form: 'exclusives' },
		{ text: 'Add', form: 'LSE' }
	]);
	expect(arm.variants.map((row) => rowOfCode(x86, row)?.id)).toEqual(['plain', 'add', 'add']);
	expect(x86.variants.map((row) => rowOfCode(arm, row)?.id)).toEqual(['plain', 'add-exclusive']);
	expect(arm.variants.map((row) => rowOfCode(arm, row)?.id)).toEqual([
		'plain',
		'add-exclusive',
		'add-lse'
	]);
	expect([counterpart(x86, 'add-lse'), counterpart(arm, 'add')]).toEqual(['add', 'add-exclusive']);
});
