import { expect, test } from 'vitest';
import { basePath, fromRoot } from './base-path.ts';

test.each([
	[undefined, ''],
	['https://cycles.example', ''],
	['https://example.org/cyclelab/', '/cyclelab'],
	['https://example.org/a/b', '/a/b']
])('the path of %j is %j', (origin, base) => expect(basePath(origin)).toBe(base));

test.each([
	['/lab/api/runs?a', '/api/runs?a'],
	['/lab/', '/'],
	['/api/runs', '/api/runs'],
	['/laboratory', '/laboratory'],
	['/lab', undefined],
	['/lab?a', undefined]
])('below /lab, %j is %j from the root', (url, rest) => expect(fromRoot('/lab', url)).toBe(rest));

test('without a path every address stays as it is', () =>
	expect(fromRoot('', '/api')).toBe('/api'));
