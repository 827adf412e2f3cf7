/** What the site answers to invalid requests: each mistake with its path, in a sentence. */
import { describe, expect, test } from 'vitest';
import { siteForAll } from './hooks.ts';
import { post, read } from './site.ts';

const site = siteForAll();

const unknownId = 'AAAAAAAAAAAAAAAAAAAAAA';

describe('an invalid request', () => {
	const cases: [string, unknown, { path: (string | number)[]; message: string }[]][] = [
		[
			'an unknown exercise',
			{ exercise: 'nothing' },
			[{ path: ['exercise'], message: 'There is no exercise "nothing".' }]
		],
		[
			'a misspelt field',
			{ exercise: 'two-stores', langauge: 'c' },
			[{ path: [], message: 'Unrecognized key: "langauge"' }]
		]
	];
	test.each(cases)('with %s gets an error that names it', async (_name, body, issues) => {
		const response = await post(site, '/api/runs', body);
		expect([response.status, await response.json()]).toEqual([400, { issues }]);
	});

	test.each([
		['too large a body', `"${'x'.repeat(300_000)}"`, [413, 'TOO_LARGE']],
		['a body that is not JSON', '{', [400, 'NOT_JSON']]
	])('%s is refused', async (_name, body, expected) => {
		const response = await post(site, '/api/runs', body);
		const answer = await response.json();
		expect([response.status, answer.code]).toEqual(expected);
		expect(Object.keys(answer)).toEqual(['code', 'message', 'id']);
	});

	test.each([
		`/api/runs/${unknownId}`,
		`/api/runs/${unknownId}/events`,
		'/api/runs/..%2f..%2fetc',
		`/api/snapshots/${unknownId}`,
		'/api/exercises/nothing',
		'/api/nothing',
		'/nothing'
	])('%s is not there', async (where) => {
		const { status, body } = await read(site, where);
		expect([status, body.code]).toEqual([404, 'NOT_FOUND']);
	});
});
