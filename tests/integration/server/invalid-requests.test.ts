/** What the site answers to invalid requests: each mistake with its path, in a sentence. */
import { describe, expect, test } from 'vitest';
import { connectRunner } from './runner.ts';
import { siteForAll } from './hooks.ts';
import { post, read, run, token } from './site.ts';

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
			'a language the exercise is not written in',
			{ exercise: 'two-stores', language: 'cpp' },
			[{ path: ['language'], message: 'This exercise is not written in "cpp".' }]
		],
		[
			'a compiler of another language',
			{ exercise: 'two-stores', compiler: 'go-1.27' },
			[
				{
					path: ['compiler'],
					message: 'go-1.27 does not compile C; clang-22, gcc-14, clang-19, and gcc-12 do.'
				}
			]
		],
		[
			'unknown variants and values',
			{ exercise: 'two-stores', sources: { third: '' }, variants: ['fourth'], values: [65] },
			[
				{
					path: ['sources', 'third'],
					message: 'This exercise has no variant "third"; it has wide, narrow.'
				},
				{
					path: ['variants', 0],
					message: 'This exercise has no variant "fourth"; it has wide, narrow.'
				},
				{ path: ['values', 0], message: '65 is not among the values this exercise sweeps.' }
			]
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

	test('for a compiler that no connected runner has gets an error that names it', async () => {
		const runner = await connectRunner(site.url, token);
		const response = await post(site, '/api/runs', { exercise: 'two-stores', compiler: 'gcc-14' });
		expect([response.status, await response.json()]).toEqual([
			400,
			{
				issues: [
					{
						path: ['compiler'],
						message:
							'No connected runner has gcc-14 for x86-64 yet. Its image may still be in the making; try again in a minute, or choose another language.'
					}
				]
			}
		]);
		await runner.disconnect();
	});

	test('with a flag that is not on the allow-list is refused', async () => {
		const response = await post(site, '/api/runs', {
			exercise: 'two-stores',
			flags: ['-fplugin=x.so']
		});
		const body = await response.json();
		expect([response.status, body.issues.map((issue: { path: string[] }) => issue.path)]).toEqual([
			400,
			[['flags']]
		]);
	});

	test('is not one with a flag of the allow-list', async () => {
		const { status, body } = await run(site, { flags: ['-O3'] });
		expect(status).toBe(202);
		await read(site, `/api/runs/${body.id}`, 'DELETE');
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
