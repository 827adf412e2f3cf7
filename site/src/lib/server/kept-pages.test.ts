import { expect, test } from 'vitest';
import { runnerOf } from '../../../fixtures/examples.ts';
import { pageKey } from './kept-pages.ts';

const page = 'https://cyclelab.test/exercises/store-forwarding';
const request = {
	request: { method: 'GET' },
	route: { id: '/exercises/[slug]' },
	url: new URL(page),
	isDataRequest: false
};
const zen = runnerOf({ id: 'zen' });
const runners = () => [zen];
const at = (query: string) => pageKey({ ...request, url: new URL(page + query) }, runners);

test('an exercise is one page for everybody, whatever its runners are doing', () => {
	const first = pageKey(request, runners);
	expect(first).toEqual(expect.any(String));
	const working = { ...zen, busy: zen.busy + 1, waiting: 7, calibratedAt: '2026-01-01T00:00:00Z' };
	expect(pageKey(request, () => [working])).toBe(first);
});

test('another address, another host or another fleet is another page', () => {
	const keys = [
		pageKey(request, runners),
		at('?language=c'),
		pageKey({ ...request, url: new URL(page.replace('cyclelab', 'other')) }, runners),
		pageKey(request, () => []),
		pageKey(request, () => [{ ...zen, state: 'degraded' }]),
		pageKey(request, () => [{ ...zen, inspects: ['x86-64', 'arm64'] }])
	];
	expect(new Set(keys).size).toBe(keys.length);
	expect(keys).not.toContain(undefined);
});

test('a page about a run, one reader or one moment is rendered again', () => {
	const anew = [
		at('?run=AAAAAAAAAAAAAAAAAAAAAA'),
		at('?language=c&beside-run=AAAAAAAAAAAAAAAAAAAAAA'),
		pageKey({ ...request, request: { method: 'POST' } }, runners),
		pageKey({ ...request, isDataRequest: true }, runners),
		...['/runners', '/w/[code]', '/host/[token]', '/progress', null].map((id) =>
			pageKey({ ...request, route: { id } }, runners)
		)
	];
	expect(anew.filter((key) => key !== undefined)).toEqual([]);
});
