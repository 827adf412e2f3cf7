/** What participants of a workshop write, and homework, over HTTP. */
import { describe, expect, test } from 'vitest';
import { fixed } from '@cyclelab/site/server/base/config.ts';
import type { SeatView } from '@cyclelab/site/shared/workshop-participant.ts';
import { bearer, follow, joinRoom, json, openRoom, voteAt } from './room.ts';
import { eventually, siteForAll } from './hooks.ts';
import * as tests from './site.ts';
import { post, read } from './site.ts';

describe('a room', () => {
	const site = siteForAll(tests.embeddedStore, { TRUST_PROXY: '1' });
	const send = async (path: string, body: object, token?: string) =>
		json(await post(site, path, body, token === undefined ? {} : bearer(token)));
	const seatOf = async (token: string): Promise<SeatView> =>
		(await fetch(`${site.url}/api/seat`, { headers: bearer(token) })).json();

	test('a reason is one line of bounded text; a new vote replaces it', async () => {
		const { code, host } = await openRoom(site);
		const { token } = await joinRoom(site, code, 'Ada');
		const vote = { exercise: 'two-stores', ratio: 3 };
		const said = { ...vote, confidence: 'sure', why: '  two\n\u202eports ' };
		expect((await send('/api/seat/votes', said, token)).status).toBe(204);
		expect((await read(site, host)).body.said).toEqual([
			{ ratio: 3, confidence: 'sure', why: 'two ports' }
		]);
		for (const bad of [{ confidence: 'certain' }, { why: 'x'.repeat(141) }])
			expect((await send('/api/seat/votes', { ...vote, ...bad }, token)).status).toBe(400);
		expect(await voteAt(site, token, 4)).toBe(204);
		expect((await read(site, host)).body.said).toEqual([{ ratio: 4 }]);
	});

	test('groups are of people who are here and disagree; each sees the names of the others', async () => {
		const { code, host } = await openRoom(site);
		const [ada, bob] = [await joinRoom(site, code, 'Ada'), await joinRoom(site, code, 'Bob')];
		const leaving = new AbortController();
		for (const { token } of [ada, bob])
			await fetch(`${site.url}/api/seat/events`, {
				headers: bearer(token),
				signal: leaving.signal
			});
		await voteAt(site, ada.token, 2);
		await voteAt(site, bob.token, 8);
		await eventually(async () =>
			expect(
				(await read(site, host)).body.people.every(({ here }: { here: boolean }) => here)
			).toBe(true)
		);
		const { body } = await send(`${host}/acts`, { act: 'group', size: 2 });
		expect(body.groups).toEqual([[1, 2]]);
		expect((await seatOf(ada.token)).group).toEqual({ names: ['Bob'], agrees: false });
		expect((await send(`${host}/acts`, { act: 'group', size: 0 })).body.groups).toEqual([]);
		leaving.abort();
	});

	test('the host sees the seats of one address, and removes seats with their votes', async () => {
		const { code, host } = await openRoom(site);
		const from = async (address: string, name: string) => {
			const headers = { 'x-forwarded-for': address };
			const taken = await json(await post(site, `/api/workshops/${code}/seats`, { name }, headers));
			return { headers, token: String(taken.body.token) };
		};
		const ada = await from('10.2.0.1', 'Ada');
		const many = [await from('10.2.0.2', 'Eve'), await from('10.2.0.2', 'Eve\u3164')];
		for (const { token } of [ada, ...many]) expect(await voteAt(site, token, 3)).toBe(204);
		type Shown = { number: number; name: string; address?: number };
		const people = async (): Promise<Shown[]> =>
			(await read(site, host)).body.people.map(({ number, name, address }: Shown) => ({
				number,
				name,
				...(address === undefined ? {} : { address })
			}));
		expect(await people()).toEqual([
			{ number: 1, name: 'Ada' },
			{ number: 2, name: 'Eve', address: 1 },
			{ number: 3, name: 'Eve 2', address: 1 }
		]);
		const stream = follow(`${site.url}/api/seat/events`, bearer(many[1]?.token ?? ''));
		await eventually(() => expect(stream.seen.views).not.toEqual([]));
		const { status, body } = await send(`${host}/acts`, { act: 'remove', people: [2, 3] });
		expect([status, body.people.length, body.said]).toEqual([200, 1, [{ ratio: 3 }]]);
		await eventually(() => expect([stream.seen.gone, stream.seen.ended]).toEqual([true, true]));
		expect(await voteAt(site, many[0]?.token ?? '', 4)).toBe(401);
		expect((await send(`${host}/acts`, { act: 'remove', people: [2] })).status).toBe(404);
		// the number of a removed seat is not given again
		await from('10.2.0.3', 'Eve');
		expect(await people()).toEqual([
			{ number: 1, name: 'Ada' },
			{ number: 4, name: 'Eve' }
		]);
	});

	test('questions are bounded, voted for by others only, and hidden by the host', async () => {
		const { code, host } = await openRoom(site);
		const [ada, bob] = [await joinRoom(site, code, 'Ada'), await joinRoom(site, code, 'Bob')];
		const ask = (text: string) => send('/api/seat/questions', { text }, ada.token);
		expect([(await ask('x'.repeat(201))).status, (await ask('\u202e')).status]).toEqual([400, 400]);
		expect((await ask('Why?')).status).toBe(204);
		const want = (number: string, token: string) =>
			send(`/api/seat/questions/${number}/votes`, { on: true }, token);
		for (const [number, token, status] of [
			['1', bob.token, 204],
			['1', bob.token, 204],
			['1', ada.token, 404],
			['2', bob.token, 404],
			['x', bob.token, 404]
		] as const)
			expect([number, (await want(number, token)).status]).toEqual([number, status]);
		expect((await seatOf(bob.token)).floor).toMatchObject([{ number: 1, text: 'Why?', votes: 1 }]);
		await send(`${host}/acts`, { act: 'floor', question: 1, state: 'hidden' });
		expect((await seatOf(bob.token)).floor).toEqual([]);
		expect((await want('1', bob.token)).status).toBe(404);
		const more = [];
		for (let i = 0; i <= fixed.questionsPerMinute; i++) more.push((await ask(`Why ${i}?`)).status);
		expect(more.at(-1)).toBe(429);
	});

	test('code is stored only after the host asked and the participant agreed, and goes when it is taken away', async () => {
		const { code, host } = await openRoom(site);
		const { token } = await joinRoom(site, code, 'Ada');
		const sources = { narrow: 'int mine;\n' };
		const show = (more: object = {}) =>
			send('/api/seat/code', { exercise: 'two-stores', language: 'c', sources, ...more }, token);
		expect((await show()).body.code).toBe('NOT_ASKED');
		await send(`${host}/acts`, { act: 'ask', person: 1, on: true });
		expect((await show({ sources: { unknown: '' } })).status).toBe(400);
		expect((await show()).status).toBe(204);
		const shown = await read(site, `${host}/people/1/code`);
		expect(shown.body.variants).toMatchObject([{ id: 'narrow', source: 'int mine;\n' }]);
		await fetch(`${site.url}/api/seat/code`, { method: 'DELETE', headers: bearer(token) });
		expect((await read(site, `${host}/people/1/code`)).status).toBe(404);
	});

	test('a homework takes answers until its date, keeps them after it, and refuses dates in the past', async () => {
		const open = (due: string) =>
			send('/api/workshops', { title: 'Week 3', exercises: ['two-stores'], due });
		expect((await open('2020-01-01T00:00:00Z')).status).toBe(400);
		expect((await open('2999-01-01T00:00:00Z')).status).toBe(400);
		// PostgreSQL takes offsets of less than 16 hours only
		const offset = 23 * 60 + 59;
		const local = new Date(Date.now() + 600_000 - offset * 60_000);
		expect((await open(local.toISOString().replace('Z', '-23:59'))).status).toBe(201);
		const { body } = await open(new Date(Date.now() + 1500).toISOString());
		const { token } = await joinRoom(site, body.code, 'Ada');
		expect(await voteAt(site, token, 3)).toBe(204);
		const host = String(body.hostPage).replace('/host/', '/api/hosts/');
		// Not by votes, of which a participant has a limited number a minute.
		const { answers } = await eventually(async () => {
			const { body: room } = await read(site, host);
			expect(room.endedAt).toEqual(expect.any(String));
			return room;
		});
		expect([answers[0].person, await voteAt(site, token, 4)]).toEqual([1, 409]);
		const table = await (await fetch(`${site.url}${host}/answers.csv`)).text();
		expect(table).toMatch(/^person,number,synthetic,two-stores predicted/);
	});

	test('an order is of the workshop’s own exercises', async () => {
		const { host } = await openRoom(site);
		const plan = (exercises: string[]) =>
			send(`${host}/acts`, { act: 'plan', exercises, minutes: { 'two-stores': 20 } });
		expect((await plan(['chains'])).status).toBe(400);
		expect((await plan(['two-stores'])).body.minutes).toEqual({ 'two-stores': 20 });
	});
});
