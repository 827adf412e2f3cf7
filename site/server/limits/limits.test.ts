import fc from 'fast-check';
import { expect, test } from 'vitest';
import { SiteError } from '../base/errors.ts';
import { jsonExtent, openCounter } from './limits.ts';

const depth = (text: string) => jsonExtent(Buffer.from(text)).depth;
const values = (text: string) => jsonExtent(Buffer.from(text)).values;

test('depth counts brackets, but not those within strings', () => {
	expect(['1', '[]', '{"a":[1,{}]}', '"[[["', '{"a\\"[[":"]]"}', '["\\\\",[]]'].map(depth)).toEqual(
		[0, 1, 3, 0, 1, 2]
	);
	expect(depth('['.repeat(200_000))).toBe(200_000);
});

test('depth equals the depth of the parsed value for any JSON', () => {
	const measure = (value: unknown): number =>
		typeof value === 'object' && value !== null
			? 1 + Math.max(0, ...Object.values(value).map(measure))
			: 0;
	fc.assert(
		fc.property(fc.jsonValue(), (value) => {
			expect(depth(JSON.stringify(value))).toBe(measure(value));
		})
	);
});

test('values are bounded by what is counted, and commas within strings do not count', () => {
	expect(['1', '[]', '[1,2]', '{"a":[1,{}],"b":2}', '",,,"'].map(values)).toEqual([1, 2, 3, 6, 1]);
	const number = (value: unknown): number =>
		typeof value === 'object' && value !== null
			? 1 + Object.values(value).reduce((sum: number, inner) => sum + number(inner), 0)
			: 1;
	fc.assert(
		fc.property(fc.jsonValue(), (value) => {
			expect(values(JSON.stringify(value))).toBeGreaterThanOrEqual(number(value));
		})
	);
});

test('one address holds so many streams at once; leaving twice counts once', () => {
	const enter = openCounter(2);
	const [first] = [enter('a'), enter('a'), enter('b')];
	expect(() => enter('a')).toThrow(SiteError);
	first?.();
	first?.();
	enter('a');
	expect(() => enter('a')).toThrow(
		'This address watches 2 runs at once already. Close a page and try again.'
	);
});
