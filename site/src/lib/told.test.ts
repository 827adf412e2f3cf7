import { expect, test } from 'vitest';
import { toldIn } from '@cyclelab/exercises/told-in';
import { factsOf } from './examples.ts';
import { counterpart, labelParts, questionKey } from './told.ts';

const facts = factsOf(
	'Runtimes',
	[
		{ id: 'add', label: 'Additions' },
		{ id: 'add-wide', label: 'Additions, wide' }
	],
	{ runtimes: ['coreclr', 'mono'] }
);
const [c, cs] = [toldIn(facts, 'c'), toldIn(facts, 'cs')];

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
		{ text: 'Additions', runtime: 'CoreCLR' },
		{ text: 'Additions', runtime: 'Mono' },
		{ text: 'Additions, wide', runtime: 'CoreCLR' },
		{ text: 'Additions, wide', runtime: 'Mono' }
	]);
	expect(c.variants.map(labelParts).map(({ runtime }) => runtime)).toEqual([undefined, undefined]);
});

test('languages without a question of their own share one', () => {
	const two = { ...facts, questionIn: { cs: facts.question } };
	expect([questionKey(two, 'cs'), questionKey(two, 'c'), questionKey(two, 'go')]).toEqual([
		'cs',
		'any',
		'any'
	]);
});
