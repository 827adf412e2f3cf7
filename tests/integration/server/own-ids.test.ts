/** Runs whose ids the client chose. */
import { newId } from '@cyclelab/site/server/base/ids.ts';
import { afterEach, expect, test } from 'vitest';
import { siteForAll } from './hooks.ts';
import { post, read, sharedStore } from './site.ts';

const site = siteForAll(sharedStore, { TRUST_PROXY: '1', OPEN_RUNS: '2' });
const begun = new Set<string>();
afterEach(async () => {
	for (const id of begun) await read(site, `/api/runs/${id}`, 'DELETE');
	begun.clear();
});

const asked = (id: string, address = '10.0.0.1', stages = ['measure'], more: object = {}) =>
	post(
		site,
		'/api/runs',
		{ exercise: 'two-stores', id, stages, ...more },
		{ 'x-forwarded-for': address }
	).then(async (response) => {
		const { status } = response;
		if (status === 202) begun.add(id);
		return { status, body: await response.json() };
	});

test.for([['measure'], ['inspect']])(
	'a run has the id of its request, and a repeated request returns the same run: %s',
	async (stages) => {
		const id = newId();
		const first = await asked(id, '10.0.0.1', stages);
		expect([first.status, first.body.id, first.body.url]).toEqual([202, id, `/api/runs/${id}`]);
		const view = await read(site, `/api/runs/${id}`);
		expect([view.status, view.body.state, view.body.request.id]).toEqual([
			200,
			'queued',
			undefined
		]);
		const again = await Promise.all([1, 2, 3].map(() => asked(id, '10.0.0.1', stages)));
		expect(again.map(({ status, body }) => [status, body.id])).toEqual(Array(3).fill([202, id]));
		// the repeated requests count as one run: the limit of two allows one more
		expect((await asked(newId())).status).toBe(202);
		expect((await asked(newId())).body.code).toBe('TOO_MANY_RUNS');
	}
);

test('simultaneous requests with one id get one run', async () => {
	const id = newId();
	const all = await Promise.all(Array.from({ length: 8 }, () => asked(id)));
	expect(all.map(({ status, body }) => [status, body.id])).toEqual(Array(8).fill([202, id]));
});

test('an id that belongs to a different request is refused, and its run is shared with no request without that id', async () => {
	const id = newId();
	const edited = { sources: { wide: '// mine' } };
	expect((await asked(id, '10.0.0.1', ['inspect'], edited)).status).toBe(202);
	for (const other of [{}, { sources: { wide: '// other' } }, { target: 'arm64' }])
		expect((await asked(id, '10.0.0.1', ['inspect'], other)).body.code).toBe('ID_TAKEN');
	const same = await asked(id, '10.0.0.1', ['inspect'], edited);
	expect([same.status, same.body.id]).toEqual([202, id]);
	const plain = { exercise: 'two-stores', stages: ['inspect'], ...edited };
	const without = await post(site, '/api/runs', plain, { 'x-forwarded-for': '10.0.0.3' });
	const { id: own } = await without.json();
	begun.add(own);
	expect(own).not.toBe(id);
});

test('an id of another address and an id without 128 bits are refused', async () => {
	const id = newId();
	await asked(id);
	const other = await asked(id, '10.0.0.2');
	expect([other.status, other.body.code, other.body.message]).toEqual([
		409,
		'ID_TAKEN',
		'Another run has this id. Ask with a new one.'
	]);
	for (const wrong of ['1', `${'A'.repeat(21)}B`, `${'A'.repeat(22)}A`])
		expect((await asked(wrong)).status).toBe(400);
});
