/** Workshops over HTTP: votes, the end, keys, and a restart. */
import { expect, test } from 'vitest';
import type { HostView } from '@cyclelab/site/shared/workshop-host.ts';
import type { SeatView } from '@cyclelab/site/shared/workshop-participant.ts';
import { eventually, onEachStore, siteForAll } from './hooks.ts';
import { actAt, bearer, emptyTally, follow, joinRoom, json, openRoom, voteAt } from './room.ts';
import { post, read } from './site.ts';

onEachStore('workshops', (openStore) => {
	const site = siteForAll(openStore);

	const open = () => openRoom(site);
	const act = (host: string, body: object) => actAt(site, host, body);
	const join = (code: string, name: string) => joinRoom(site, code, name);
	const vote = (seat: string, ratio: number) => voteAt(site, seat, ratio);

	test('votes reach the host at once, and participants only when the host reveals them', async () => {
		const { code, host } = await open();
		const [ada, bob] = [
			await join(code, 'Ada'),
			await join(code.toLowerCase().replace('-', ''), 'ada')
		];
		expect([ada.name, bob.name]).toEqual(['Ada', 'ada 2']);
		const screen = follow<HostView>(site.url + host + '/events');
		const phone = follow<SeatView>(`${site.url}/api/seat/events`, bearer(ada.token));
		await eventually(() =>
			expect(screen.last()?.people.map(({ name, here }) => [name, here])).toEqual([
				['Ada', true],
				['ada 2', false]
			])
		);
		expect(await vote(ada.token, 3)).toBe(204);
		expect(await vote(bob.token, 7)).toBe(204);
		expect(await vote(bob.token, 8)).toBe(204);
		await eventually(() => expect(screen.last()?.tally.first).toEqual([3, 8]));
		await eventually(() =>
			expect(phone.last()?.votes).toEqual([{ exercise: 'two-stores', round: 1, ratio: 3 }])
		);
		expect(phone.seen.views.every(({ tally }) => tally === undefined)).toBe(true);

		await act(host, { act: 'vote', round: 2 });
		expect(await vote(ada.token, 5)).toBe(204);
		await act(host, { act: 'reveal', on: true });
		expect(await vote(ada.token, 6)).toBe(409);
		await eventually(() =>
			expect(phone.last()?.tally).toEqual({
				first: [3, 8],
				second: [5],
				results: [],
				...emptyTally
			})
		);
		screen.leave();
		phone.leave();
		await eventually(async () => expect((await read(site, host)).body.people[0].here).toBe(false));
	});

	test('seats, votes and the host’s step survive a restart of the site', async () => {
		const { code, host } = await open();
		const ada = await join(code, 'Ada');
		await vote(ada.token, 4);
		await act(host, { act: 'timer', seconds: 600 });
		const before = (await read(site, host)).body;
		await site.restart();
		expect((await read(site, host)).body).toEqual(before);
		expect(await vote(ada.token, 5)).toBe(204);
		expect((await read(site, host)).body.tally.first).toEqual([5]);
	});

	test('an ended workshop has a page without names, and a deleted workshop is not found', async () => {
		const { code, host } = await open();
		const ada = await join(code, '=Ada; -1, "the first"');
		await vote(ada.token, 4);
		expect((await act(host, { act: 'end' })).status).toBe(200);
		expect(await vote(ada.token, 5)).toBe(409);
		expect((await act(host, { act: 'bring' })).status).toBe(409);
		const { body } = await read(site, `/api/workshops/${code}`);
		expect(body.summary.map((exercise: { tally: object }) => exercise.tally)).toEqual([
			{ first: [4], second: [], results: [], ...emptyTally }
		]);
		expect(JSON.stringify(body)).not.toContain('Ada');
		const csv = await (await fetch(`${site.url}${host}/export.csv`)).text();
		expect(csv).toContain(`vote,two-stores,"'=Ada; '-1, ""the first""",1,1,4,`);
		const phone = follow<SeatView>(`${site.url}/api/seat/events`, bearer(ada.token));
		await eventually(() => expect(phone.seen.views).toHaveLength(1));
		expect((await fetch(site.url + host, { method: 'DELETE' })).status).toBe(204);
		await eventually(() => expect([phone.seen.gone, phone.seen.ended]).toEqual([true, true]));
		expect((await read(site, host)).status).toBe(404);
		expect((await read(site, `/api/workshops/${code}`)).status).toBe(404);
	});

	test('acts of a host or participant need its key, and affect its workshop only', async () => {
		const { code, host } = await open();
		expect((await read(site, `/api/hosts/${code}`)).status).toBe(404);
		expect(
			(await json(await post(site, '/api/seat/votes', {}, bearer('x'.repeat(43))))).status
		).toBe(401);
		expect((await act(host, { act: 'go', exercise: 'store-forwarding' })).status).toBe(400);
		const unknown = { title: 'x', exercises: ['two-stores', 'two-stores', 'none'] };
		expect((await json(await post(site, '/api/workshops', unknown))).body.issues).toHaveLength(2);
		expect(
			(await json(await post(site, `/api/workshops/${code}/seats`, { name: ' \u200b' }))).status
		).toBe(400);
	});
});
