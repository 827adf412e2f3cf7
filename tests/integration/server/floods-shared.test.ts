/** Limits that several share: the places of the queue, and a workshop behind one address. */
import { describe, expect, test } from 'vitest';
import { fixed } from '@cyclelab/site/server/base/config.ts';
import { flood } from './flood.ts';
import { siteForEach } from './hooks.ts';
import { bearer, joinRoom, openRoom } from './room.ts';
import { post, read } from './site.ts';

const site = siteForEach();
const { start } = site;

const join = async (code: string, name: string) => (await joinRoom(site, code, name)).token;

describe('the queue', () => {
	test('puts the runs of an address with many behind the first runs of others, also if it cancels and starts again', async () => {
		await start({ OPEN_RUNS: '30', TRUST_PROXY: '1' });
		const ask = async (address: string) => {
			const answer = await post(
				site,
				'/api/runs',
				{ exercise: 'two-stores' },
				{ 'x-forwarded-for': address }
			);
			return String((await answer.json()).url);
		};
		const place = async (url: string) => Number((await read(site, url)).body.position);
		const flooding: string[] = [];
		for (let i = 0; i < 20; i++) flooding.push(await ask('192.0.2.1'));
		const other = await ask('192.0.2.2');
		// behind the first run of the address with many, before all its other runs
		expect([await place(flooding[0]!), await place(other), await place(flooding[19]!)]).toEqual([
			1, 2, 21
		]);
		await read(site, flooding[1]!, 'DELETE');
		const again = await ask('192.0.2.1');
		expect([await place(other), await place(again)]).toEqual([2, 21]);
		for (const url of [...flooding, other, again]) await read(site, url, 'DELETE');
	});
});

describe('a workshop behind one address', () => {
	const people = 60;

	test('can join, open the page, vote and start runs in one minute within the default limits', async () => {
		// the default limits of an address
		await start({ RUNS_PER_MINUTE: '60', REQUESTS_PER_MINUTE: '6000', STREAMS: '64' });
		const { code, host } = await openRoom(site);
		const names = Array.from({ length: people }, (_, i) => `person ${i + 1}`);
		const seats = await Promise.all(names.map((name) => join(code, name)));
		const streams: AbortController[] = [];
		const statuses = new Set<number>();
		const ask = async (asked: Promise<Response>) => void statuses.add((await asked).status);
		// a few at a time, so that the test does not depend on the speed of this machine
		for (let first = 0; first < people; first += 6)
			await Promise.all(
				seats.slice(first, first + 6).map(async (seat, i) => {
					const headers = bearer(seat);
					const stream = new AbortController();
					streams.push(stream);
					const { signal } = stream;
					await ask(fetch(`${site.url}/api/seat/events`, { headers, signal }));
					await ask(fetch(`${site.url}/api/seat`, { headers }));
					const vote = { exercise: 'two-stores', ratio: 2 + i };
					await ask(post(site, '/api/seat/votes', vote, headers));
					const wanted = { exercise: 'two-stores', stages: ['inspect'] };
					await ask(post(site, '/api/runs', wanted, headers));
				})
			);
		expect([...statuses].sort()).toEqual([200, 202, 204]);
		const { body } = await read(site, host);
		expect([body.people.length, body.tally.first.length]).toEqual([people, people]);
		for (const stream of streams) stream.abort();
		await fetch(site.url + host, { method: 'DELETE' });
	}, 120_000);

	test('has limits for each participant that do not affect the others', async () => {
		await start({ RUNS_PER_MINUTE: '1000' });
		const { code, host } = await openRoom(site);
		const [loud, quiet] = [await join(code, 'loud'), await join(code, 'quiet')];
		const asking = (seat: string) => async () => {
			const kept = { exercise: 'two-stores', sources: { wide: `int x${Math.random()};` } };
			return post(site, '/api/runs', kept, bearer(seat));
		};
		expect(await flood(fixed.openRunsOfSeat, asking(loud))).toMatchObject({
			done: fixed.openRunsOfSeat,
			code: 'TOO_MANY_RUNS'
		});
		expect((await asking(quiet)()).status).toBe(202);

		const voting = (seat: string) => () =>
			post(site, '/api/seat/votes', { exercise: 'two-stores', ratio: 2 }, bearer(seat));
		const votes = await flood(fixed.votesPerMinute, voting(loud));
		expect(votes).toMatchObject({ done: fixed.votesPerMinute, code: 'TOO_MANY_REQUESTS' });
		expect((await voting(quiet)()).status).toBe(204);
		// a request with an unknown token is refused and counts for no participant
		expect((await voting('x'.repeat(43))()).status).toBe(401);

		const leave: AbortController[] = [];
		const streaming = () => {
			const controller = new AbortController();
			leave.push(controller);
			return fetch(`${site.url}/api/seat/events`, {
				headers: bearer(loud),
				signal: controller.signal
			});
		};
		for (let i = 0; i < fixed.streamsOfSeat; i++) expect((await streaming()).status).toBe(200);
		expect((await streaming()).status).toBe(429);
		for (const stream of leave) stream.abort();

		const acting = () => post(site, `${host}/acts`, { act: 'bring' });
		const acts = await flood(fixed.actsPerMinute, acting);
		expect([acts.done, acts.message.split(' t')[0]]).toEqual([
			fixed.actsPerMinute,
			'One host may act 240'
		]);
	}, 120_000);
});
