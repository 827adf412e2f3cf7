import { expect, test } from 'vitest';
import { runnerOf } from '../../../fixtures/examples.ts';
import { cachingOf, pageKey } from './kept-pages.ts';

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

/** How a page may be cached, by route and query. */
const cachingAt = (id: string | null, query = '', status = 200, edgeSeconds = 30) =>
	cachingOf({ route: { id }, url: new URL(page + query) }, status, edgeSeconds);

test('a shared cache may keep what is the same for everybody, where the operator has one', () => {
	const ids = ['/', '/exercises/[slug]', '/glossary', '/models', '/s/[id]', '/embed/s/[id]'];
	for (const id of ids) {
		expect([id, cachingAt(id)]).toEqual([
			id,
			'public, max-age=0, s-maxage=30, stale-while-revalidate=30'
		]);
		expect([id, cachingAt(id, '', 200, 0)]).toEqual([id, 'private, no-cache']);
		expect([id, cachingAt(id, '', 404)]).toEqual([id, 'private, no-cache']);
	}
});

test('no shared cache keeps a page about a run, a workshop, a person or a moment, or one that nobody named', () => {
	const run = 'AAAAAAAAAAAAAAAAAAAAAA';
	for (const query of [`?run=${run}`, `?beside-run=${run}`, `?why-run=${run}`, '?workshop=AB12'])
		expect([query, cachingAt('/exercises/[slug]', query)]).toEqual([query, 'private, no-cache']);
	for (const id of [
		'/runners',
		'/progress',
		'/workshops',
		'/w',
		'/exercises/[slug]/attempts',
		null
	])
		expect([id, cachingAt(id)]).toEqual([id, 'private, no-cache']);
	for (const id of ['/operate', '/host/[token]', '/w/[code]', '/w/[code]/wall'])
		for (const status of [200, 404, 500])
			expect([id, cachingAt(id, '', status)]).toEqual([id, 'no-store']);
});
