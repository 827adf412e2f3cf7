/** Limits that two site processes on one store keep together. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { fixed } from '@cyclelab/site/server/base/config.ts';
import type { Site } from '@cyclelab/site/server/site.ts';
import { cancelAll, openStore, post, sharedStore, startSite, type Store } from './site.ts';

const most = 6;
const settings = { RUNS_PER_MINUTE: `${most}`, SNAPSHOTS_PER_MINUTE: `${most}` };
let shared: Store;
let sites: Site[];

beforeAll(async () => {
	shared = await sharedStore();
	sites = [await startSite(shared, settings), await startSite(shared, settings)];
});
afterAll(async () => {
	for (const site of sites) {
		await cancelAll(site);
		await site.close();
	}
	await shared.remove();
});

/** The statuses of requests that go to the two sites in turn. */
async function inTurn(count: number, ask: (site: Site) => Promise<Response>): Promise<number[]> {
	const statuses: number[] = [];
	for (let i = 0; i < count; i++) {
		const site = sites[i % 2];
		if (site) statuses.push((await ask(site)).status);
	}
	return statuses;
}
const times = (count: number, status: number) => Array<number>(count).fill(status);

test('runs with a measurement count together, inspections in each process alone', async () => {
	const start = (stages: string[]) => (site: Site) =>
		post(site, '/api/runs', { exercise: 'two-stores', stages });
	expect(await inTurn(most + 2, start(['inspect', 'measure']))).toEqual([
		...times(most, 202),
		...times(2, 429)
	]);
	// Each process has counted four requests: it takes two more.
	expect(await inTurn(6, start(['inspect']))).toEqual([...times(4, 202), ...times(2, 429)]);
});

test('workshops count together, and a refusal says when to try again', async () => {
	const open = (site: Site) =>
		post(site, '/api/workshops', { title: 'Stores', exercises: ['two-stores'] });
	const allowed = fixed.workshopsPerMinute;
	expect(await inTurn(allowed, open)).toEqual(times(allowed, 201));
	const refused = await open(sites[0] as Site);
	const seconds = Number(refused.headers.get('retry-after'));
	expect([refused.status, await refused.json()]).toEqual([
		429,
		{
			id: expect.any(String),
			code: 'TOO_MANY_REQUESTS',
			message: `One address may open workshops ${allowed} times a minute. Try again in ${seconds} s.`
		}
	]);
	expect(seconds).toBeGreaterThan(0);
});

test('wrong codes count together: the other process learns it with its next wrong code', async () => {
	const guess = ({ url }: Site) => fetch(`${url}/api/workshops/2222-2222`);
	expect(await inTurn(fixed.wrongCodes + 4, guess)).toEqual([
		...times(fixed.wrongCodes + 1, 404),
		...times(3, 429)
	]);
});

test('the store has no address', async () => {
	const store = await openStore(shared);
	const rows = await store.query('select key from cyclelab.limits order by key');
	await store.close();
	const names = rows.map(({ key }) => String(key).replace(/:[\w-]{43}$/, ''));
	expect(names).toEqual([
		'codes-ordinary',
		'codes-strict',
		'codes-together',
		'open workshops',
		'start runs'
	]);
});
