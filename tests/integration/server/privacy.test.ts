/** What /privacy says about the store: no address, a name only in its workshop, and nothing of a deleted workshop. */
import { expect, test } from 'vitest';
import { joinRoom, openRoom, rowsWith, voteAt } from './room.ts';
import { connectRunner } from './runner.ts';
import { post, token, watchAll } from './site.ts';
import { siteAndDatabase } from './hooks.ts';

const { site, database } = siteAndDatabase({ TRUST_PROXY: '1' });

/** The tables whose rows contain one of these texts. */
const tablesWith = async (...texts: string[]) => Object.keys(await rowsWith(database, texts));

test('the address of whoever runs and shares code is nowhere in the store', async () => {
	const address = '203.0.113.77';
	const from = { 'x-forwarded-for': address };
	await connectRunner(site.url, token);
	const asked = { exercise: 'two-stores', language: 'c', sources: { narrow: 'int found_here;\n' } };
	const accepted = await (await post(site, '/api/runs', asked, from)).json();
	await watchAll(site, accepted.id);
	expect((await post(site, '/api/snapshots', { run: accepted.id }, from)).status).toBe(201);
	expect(await tablesWith('found_here')).toContain('cyclelab.snapshots');
	expect((await tablesWith('')).length).toBeGreaterThan(4);
	const asBytes = [Buffer.from(address).toString('hex'), 'cb00714d'];
	expect(await tablesWith(address, ...asBytes)).toEqual([]);
});

test('a participant’s name is in the tables of workshops alone, and in none once the host deletes the workshop', async () => {
	const { code, host } = await openRoom(site);
	const { token: seat } = await joinRoom(site, code, 'Ada Lovelace');
	expect(await voteAt(site, seat, 4)).toBe(204);
	expect(await tablesWith('Ada Lovelace')).toEqual(['cyclelab.workshop_seats']);
	expect((await fetch(site.url + host, { method: 'DELETE' })).status).toBe(204);
	expect(await tablesWith('Ada Lovelace', code)).toEqual([]);
});
