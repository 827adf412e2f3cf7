/** Bodies of requests: type, size, depth, number of values, shape. */
import http from 'node:http';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { fixed } from '@cyclelab/site/server/base/config.ts';
import { siteForAll } from './hooks.ts';
import * as tests from './site.ts';
import { post, read } from './site.ts';

const site = siteForAll(tests.embeddedStore, { OPEN_RUNS: '100000' });

const open = (title: string) => post(site, '/api/workshops', { title, exercises: ['two-stores'] });

describe('the body of a request', () => {
	const send = async (text: string, headers = {}) => {
		const answer = await post(site, '/api/runs', text, headers);
		return { status: answer.status, body: await answer.json() };
	};
	const nested = (depth: number) => `${'[['.repeat(depth / 2)}${']]'.repeat(depth / 2)}`;

	test.each(['text/plain', 'application/x-www-form-urlencoded', 'multipart/form-data', ''])(
		'is refused with the type %j, which a browser sends without a preflight',
		async (type) => {
			const { status, body } = await send('{"exercise":"two-stores"}', { 'content-type': type });
			expect([status, body.code]).toEqual([415, 'NOT_JSON']);
		}
	);

	test.each([
		['too large', `"${'x'.repeat(300_000)}"`, [413, 'TOO_LARGE']],
		['not JSON', '{', [400, 'NOT_JSON']]
	])('is refused if it is %s', async (_name, text, expected) => {
		const { status, body } = await send(text);
		expect([status, body.code]).toEqual(expected);
		expect(Object.keys(body)).toEqual(['code', 'message', 'id']);
	});

	test('is limited in size without a content-length, too', async () => {
		const chunk = Buffer.alloc(16 * 1024, ' ');
		const status = await new Promise<number | undefined>((resolve, reject) => {
			const request = http.request(`${site.url}/api/runs`, {
				method: 'POST',
				headers: { 'content-type': 'application/json', 'transfer-encoding': 'chunked' }
			});
			request.on('response', (response) => {
				response.resume();
				resolve(response.statusCode);
			});
			request.on('error', reject);
			for (let sent = 0; sent <= fixed.bodyBytes; sent += chunk.length) request.write(chunk);
			request.end();
		});
		expect(status).toBe(413);
	});

	test('is refused before it is parsed if it is nested too deeply, and parsed at the largest depth', async () => {
		const over = await send(nested(fixed.jsonDepth + 2));
		expect([over.status, over.body.code]).toEqual([400, 'TOO_DEEP']);
		const objects = '{"a":'.repeat(40_000);
		expect((await send(objects)).body.code).toBe('TOO_DEEP');
		const within = await send(nested(fixed.jsonDepth));
		expect([within.status, 'issues' in within.body]).toEqual([400, true]);
	});

	test('is refused if it has keys such as __proto__', async () => {
		for (const text of [
			'{"exercise":"two-stores","__proto__":{"polluted":1}}',
			'{"exercise":"two-stores","sources":{"constructor":"int x;"}}',
			'{"exercise":"two-stores","constructor":{"prototype":{"polluted":1}}}',
			'{"exercise":"__proto__"}',
			'{"exercise":"constructor"}'
		]) {
			const { status } = await send(text);
			expect([text, status]).toEqual([text, 400]);
		}
		for (const source of ['"int x;"', '{"polluted":1}']) {
			const { status, body } = await send(
				`{"exercise":"two-stores","sources":{"__proto__":${source}}}`
			);
			expect([status, body.issues]).toEqual([
				400,
				[
					{
						path: ['sources', '__proto__'],
						message: 'Nothing may be called "__proto__". Leave it out.'
					}
				]
			]);
		}
		expect({}).not.toHaveProperty('polluted');
	});

	test('is refused with a field that the API does not have', async () => {
		const { status, body } = await send('{"exercise":"two-stores","langauge":"c"}');
		const issues = [{ path: [], message: 'Unrecognized key: "langauge"' }];
		expect([status, body]).toEqual([400, { issues }]);
	});

	test('with a duplicate key has the last value everywhere', async () => {
		const { status, body } = await send('{"exercise":"none","exercise":"two-stores"}');
		expect(status).toBe(202);
		expect((await read(site, body.url)).body.request.exercise).toBe('two-stores');
	});

	test.each(['1e999', '-1e999', '9'.repeat(200_000), '1e-999', '0.5', '-1', 'null', '"64"'])(
		'is refused with the value %.12s for a number',
		async (number) => {
			const { status, body } = await send(`{"exercise":"two-stores","values":[${number}]}`);
			expect([status, body.issues.length]).toEqual([400, 1]);
		}
	);

	test('gets status 2xx or 4xx for any random body, and the site still works', async () => {
		const nasty = fc.constantFrom(
			'\u0000',
			'\ud800',
			'\ufffe',
			'a\nb',
			'\u202e',
			"'; drop table x",
			'%s',
			'../..',
			'',
			'__proto__',
			'two-stores',
			'wide',
			'c',
			'9'.repeat(30),
			'\u001b[2J',
			'-O2',
			'x\u0000y'
		);
		const leaf = fc.oneof(nasty, fc.double(), fc.boolean(), fc.constant(null), fc.string());
		const part = fc.oneof(leaf, fc.array(leaf, { maxLength: 3 }), fc.dictionary(nasty, leaf));
		const named = (...names: string[]) =>
			fc.record(Object.fromEntries(names.map((name) => [name, part])), { requiredKeys: [] });
		const exercise = { exercise: 'two-stores' };
		const runs = named('target', 'compiler', 'flags', 'sources', 'variants', 'values', 'runner');
		const bodies: [string, fc.Arbitrary<object>][] = [
			['/api/runs', runs.map((run) => ({ ...exercise, ...run }))],
			[
				'/api/runs',
				fc.record({ wide: nasty }).map((sources) => ({ ...exercise, sources, runner: '\u0000' }))
			],
			['/api/runs', fc.record({ wide: nasty }).map((sources) => ({ ...exercise, sources }))],
			['/api/snapshots', named('run')],
			['/api/workshops/2222-2222/seats', named('name')],
			[`/api/workshops/${encodeURIComponent('\u0000')}/seats`, fc.constant({ name: 'x' })],
			[`/api/hosts/${encodeURIComponent('\u0000')}/acts`, fc.constant({ act: 'end' })]
		];
		for (const [where, body] of bodies)
			await fc.assert(
				fc.asyncProperty(body, async (given) => {
					const answer = await post(site, where, given);
					await answer.text();
					expect(answer.status).toBeLessThan(500);
				}),
				{ numRuns: 30 }
			);
		for (const title of ['\u0000', 'a\u0000b', '\u202ea\nb', '\ud800x'])
			expect((await open(title)).status).toBe(title === '\u0000' ? 400 : 201);
		for (const where of ['/api/runners/%00/calibrations', '/api/exercises/%00', '/api/runs/%00'])
			expect((await fetch(site.url + where)).status).toBe(404);
		expect((await fetch(`${site.url}/api/exercises/%ff`)).status).toBe(400);
	});
});
