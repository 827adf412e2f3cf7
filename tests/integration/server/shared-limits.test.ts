/** Limits that two site processes on one store keep together. */
import { expect, test } from 'vitest';
import { fixed } from '@cyclelab/site/server/base/config.ts';
import { post, type SiteAddress } from './site.ts';
import { twoSitesForAll } from './two-sites.ts';

const most = 6;
const { database, here, there } = twoSitesForAll({
	RUNS_PER_MINUTE: `${most}`,
	SNAPSHOTS_PER_MINUTE: `${most}`
});

/** The statuses of requests that go to the two sites in turn. */
async function inTurn(count: number, ask: (site: SiteAddress) => Promise<Response>) {
	const statuses: number[] = [];
	for (let i = 0; i < count; i++) statuses.push((await ask(i % 2 === 0 ? here : there)).status);
	return statuses;
}
const times = (count: number, status: number) => Array<number>(count).fill(status);

test('runs with a measurement count together, inspections in each process alone', async () => {
	const start = (stages: string[]) => (site: SiteAddress) =>
		post(site, '/api/runs', { exercise: 'two-stores', stages });
	expect(await inTurn(most + 2, start(['inspect', 'measure']))).toEqual([
		...times(most, 202),
		...times(2, 429)
	]);
	// Each process has counted four requests: it takes two more.
	expect(await inTurn(6, start(['inspect']))).toEqual([...times(4, 202), ...times(2, 429)]);
});

test('workshops count together, and a refusal says when to try again', async () => {
	const open = (site: SiteAddress) =>
		post(site, '/api/workshops', { title: 'Stores', exercises: ['two-stores'] });
	const allowed = fixed.workshopsPerMinute;
	expect(await inTurn(allowed, open)).toEqual(times(allowed, 201));
	const refused = await open(here);
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
	const guess = ({ url }: SiteAddress) => fetch(`${url}/api/workshops/2222-2222`);
	expect(await inTurn(fixed.wrongCodes + 4, guess)).toEqual([
		...times(fixed.wrongCodes + 1, 404),
		...times(3, 429)
	]);
});

test('the store has no address', async () => {
	const rows = await database.query('select key from cyclelab.limits order by key');
	const names = rows.map(({ key }) => String(key).replace(/:[\w-]{43}$/, ''));
	expect(names).toEqual([
		'codes-ordinary',
		'codes-strict',
		'codes-together',
		'open workshops',
		'start runs'
	]);
});
