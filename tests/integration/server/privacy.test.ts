/** What /privacy says about the store: no address, a name only in its workshop, and nothing of a deleted workshop. */
import { pino } from 'pino';
import { expect, test } from 'vitest';
import { readConfig } from '@cyclelab/site/server/base/config.ts';
import { openSharedStorage } from '@cyclelab/site/server/store/storage.ts';
import { joinRoom, openRoom, voteAt } from './room.ts';
import { connectRunner } from './runner.ts';
import { post, token, watchAll } from './site.ts';
import { siteForAll } from './hooks.ts';

const site = siteForAll(undefined, { TRUST_PROXY: '1' });

/** The tables whose rows contain one of these texts, and how many tables have rows. */
async function tablesWith(...texts: string[]): Promise<{ found: string[]; filled: number }> {
	const log = pino({ level: 'silent' });
	const { database, close } = await openSharedStorage(readConfig(site.store.settings), log);
	try {
		const tables = await database.query(
			`select table_schema || '.' || table_name as name from information_schema.tables
			where table_schema in ('cyclelab', 'pgboss') and table_type = 'BASE TABLE'`
		);
		const rows = await Promise.all(
			tables.map(async ({ name }) => {
				const [row] = await database.query(
					`select string_agg(one::text, ' ') as text from ${String(name)} one`
				);
				return { name: String(name), text: String(row?.['text'] ?? '') };
			})
		);
		const found = rows.filter(({ text }) => texts.some((one) => text.includes(one)));
		return {
			found: found.map(({ name }) => name).toSorted(),
			filled: rows.filter(({ text }) => text !== '').length
		};
	} finally {
		await close();
	}
}

test('the address of whoever runs and shares code is nowhere in the store', async () => {
	const address = '203.0.113.77';
	const from = { 'x-forwarded-for': address };
	await connectRunner(site.url, token);
	const asked = { exercise: 'two-stores', language: 'c', sources: { narrow: 'int found_here;\n' } };
	const accepted = await (await post(site, '/api/runs', asked, from)).json();
	await watchAll(site, accepted.id);
	expect((await post(site, '/api/snapshots', { run: accepted.id }, from)).status).toBe(201);
	const source = await tablesWith('found_here');
	expect(source.found).toContain('cyclelab.snapshots');
	const asBytes = [Buffer.from(address).toString('hex'), 'cb00714d'];
	expect((await tablesWith(address, ...asBytes)).found).toEqual([]);
	expect(source.filled).toBeGreaterThan(4);
});

test('a participant’s name is in the tables of workshops alone, and in none once the host deletes the workshop', async () => {
	const { code, host } = await openRoom(site);
	const { token: seat } = await joinRoom(site, code, 'Ada Lovelace');
	expect(await voteAt(site, seat, 4)).toBe(204);
	const { found } = await tablesWith('Ada Lovelace');
	expect(found).toEqual(['cyclelab.workshop_seats']);
	expect((await fetch(site.url + host, { method: 'DELETE' })).status).toBe(204);
	expect((await tablesWith('Ada Lovelace', code)).found).toEqual([]);
});
