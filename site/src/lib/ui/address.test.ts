import { expect, test } from 'vitest';
import { addressTo, pointIn, inWorkshop } from './address.ts';
import { factsOf } from '../../../fixtures/examples.ts';

test('an address takes up a place, and lets go of it; what is not named stays', () => {
	const whole = 'https://x/s/a?run=r&variant=bytes&at=word%3A64#asm=5-7';
	const at = { variant: 'word', value: 64 };
	expect(addressTo('https://x/s/a?run=r', { variant: 'bytes', at, fragment: 'asm=5-7' })).toBe(
		whole
	);
	expect(addressTo(whole, {})).toBe(whole);
	expect(addressTo(whole, { variant: undefined, at: undefined, fragment: undefined })).toBe(
		'https://x/s/a?run=r'
	);
});

test.each([
	['at=128', { variant: 'a', value: 128 }],
	['at=128&variant=b', { variant: 'b', value: 128 }],
	['at=b:64&variant=a', { variant: 'b', value: 64 }],
	['at=65', undefined],
	['at=', undefined],
	['', undefined],
	['at=x', undefined]
])('%s names a point only if its value is swept', (search, point) => {
	const facts = factsOf(
		'T',
		{ a: 'A', b: 'B' },
		{ sweep: { name: 'n', label: 'N', unit: 'count', scale: 'log', values: [64, 128] } }
	);
	expect(pointIn(new URLSearchParams(search), facts)).toEqual(point);
});

test('who is in a workshop stays in it by whatever link', () => {
	const here = new URL('https://x/exercises/a?language=c&workshop=AB%2012');
	expect(inWorkshop('/exercises/b', here)).toBe('/exercises/b?workshop=AB%2012');
	expect(inWorkshop('/exercises/b?first=1', here)).toBe('/exercises/b?first=1&workshop=AB%2012');
});

test('nobody else gets a word more', () => {
	expect(inWorkshop('/exercises/b', new URL('https://x/exercises/a'))).toBe('/exercises/b');
});
