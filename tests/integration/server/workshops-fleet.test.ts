/** Workshops on several site processes with one store, and the deletion of an expired workshop. */
import { createHash } from 'node:crypto';
import { expect, test } from 'vitest';
import type { Site } from '@cyclelab/site/server/site.ts';
import type { HostView } from '@cyclelab/site/shared/workshop-host.ts';
import type { SeatView } from '@cyclelab/site/shared/workshop-participant.ts';
import { eventually } from './hooks.ts';
import { bearer, finish, follow, joinRoom, json, openRoom, rowsWith, voteAt } from './room.ts';
import { connectRunner } from './runner.ts';
import * as tests from './site.ts';
import { post, read, token } from './site.ts';
import { twoSitesForAll } from './two-sites.ts';

const { shared, database, here, there } = twoSitesForAll();

const seatAt = async (site: Site, seat: string): Promise<SeatView> =>
	(await fetch(`${site.url}/api/seat`, { headers: bearer(seat) })).json();

test('a vote given at one site process reaches the host at another', async () => {
	const { code, host } = await openRoom(here);
	const screen = follow<HostView>(`${there.url}${host}/events`);
	await eventually(() => expect(screen.last()?.people).toEqual([]));
	const ada = await joinRoom(here, code, 'Ada');
	const phone = follow<SeatView>(`${here.url}/api/seat/events`, bearer(ada.token));
	await eventually(() =>
		expect(screen.last()?.people.map((person) => [person.name, person.here])).toEqual([
			['Ada', true]
		])
	);
	expect(await voteAt(here, ada.token, 3)).toBe(204);
	await eventually(() => expect(screen.last()?.tally.first).toEqual([3]));
	// an act of the host at one process reaches a participant at the other
	await post(there, `${host}/acts`, { act: 'reveal', on: true });
	await eventually(() => expect(phone.last()?.tally?.first).toEqual([3]));
	screen.leave();
	phone.leave();
});

test('a participant who joined at one site process is recognised at another', async () => {
	const { code, host } = await openRoom(here);
	const ada = await joinRoom(here, code, 'Ada');
	expect(await voteAt(here, ada.token, 3)).toBe(204);
	expect(await seatAt(there, ada.token)).toEqual(await seatAt(here, ada.token));
	expect(await voteAt(there, ada.token, 5)).toBe(204);
	expect((await joinRoom(there, code, 'ada')).name).toBe('ada 2');
	const { body } = await read(here, host);
	expect(body.people.map(({ name }: { name: string }) => name)).toEqual(['Ada', 'ada 2']);
	expect(body.tally.first).toEqual([5]);
});

test('an expired workshop is deleted from all tables, and its watchers get an event', async () => {
	const { code, host } = await openRoom(here);
	const ada = await joinRoom(here, code, 'Ada the Unmistakable');
	await voteAt(here, ada.token, 3);
	await connectRunner(here.url, token, { work: (job, runner) => finish(runner, job, 2) });
	const asked = { exercise: 'two-stores' };
	expect((await json(await post(here, '/api/runs', asked, bearer(ada.token)))).status).toBe(202);
	await eventually(async () => expect((await read(here, host)).body.tally.results).toHaveLength(1));

	const [row] = await database.query('select id from cyclelab.workshops where code = $1', [code]);
	const hashes = [ada.token, host.replace('/api/hosts/', '')].map((secret) =>
		createHash('sha256').update(secret).digest('hex')
	);
	const texts = [String(row?.['id']), code, ada.name, ...hashes];
	expect(await rowsWith(database, texts)).toEqual({
		'cyclelab.workshop_runs': 1,
		'cyclelab.workshop_seats': 1,
		'cyclelab.workshop_votes': 1,
		'cyclelab.workshops': 1
	});
	const phone = follow<SeatView>(`${here.url}/api/seat/events`, bearer(ada.token));
	const screen = follow<HostView>(`${there.url}${host}/events`);
	await eventually(() =>
		expect([phone.seen.views.length, screen.seen.views.length]).not.toContain(0)
	);

	await database.query(
		`update cyclelab.workshops set delete_at = now() - interval '1 second' where id = $1`,
		[row?.['id']]
	);
	// it is inaccessible from then on; each process deletes expired workshops when it starts
	const answer = await read(there, `/api/workshops/${code}`);
	expect([answer.status, answer.body.code]).toEqual([404, 'NO_WORKSHOP']);
	expect((await read(here, host)).status).toBe(404);
	expect(await voteAt(there, ada.token, 4)).toBe(401);
	const sweeper = await tests.startSite(shared);
	await eventually(async () => expect(await rowsWith(database, texts)).toEqual({}));
	await eventually(() => expect([phone.seen.gone, screen.seen.gone]).toEqual([true, true]));
	await eventually(() => expect([phone.seen.ended, screen.seen.ended]).toEqual([true, true]));
	await sweeper.close();
});
