/** `npm run backup` and `npm run restore`, from each kind of database into the other. */
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { gunzipSync, gzipSync } from 'node:zlib';
import { pino } from 'pino';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { linesOf, packIn } from '@cyclelab/site/server/store/backup/file.ts';
import { BackupError, kept } from '@cyclelab/site/server/store/backup/format.ts';
import { load } from '@cyclelab/site/server/store/backup/load.ts';
import { readConfig } from '@cyclelab/site/server/base/config.ts';
import { openUntouched } from '@cyclelab/site/server/store/storage.ts';
import { fill, text } from './filled-store.ts';
import { commandOf } from './operator.ts';
import { connectRunner, disconnectAll } from './runner.ts';
import * as tests from './site.ts';
import { read, run, token, watchAll } from './site.ts';

const command = commandOf('backup-command.ts');
/** Starting a PostgreSQL server takes seconds, and longer on a busy machine. */
const patienceMs = 180_000;

const embedded = { name: 'the embedded PostgreSQL', open: tests.emptyStore };
const given = {
	name: 'a given PostgreSQL',
	open: () => tests.givenStore(tests.givenServer ?? '')
};
const ways =
	tests.givenServer === undefined
		? [[embedded, embedded] as const]
		: [[embedded, given] as const, [given, embedded] as const];

/** Runs the command to its end. */
async function operate({ settings }: Pick<tests.Store, 'settings'>, ...words: string[]) {
	const { code, stderr } = await command({ settings: { INIT_CWD: folder, ...settings } }, ...words);
	return { code, said: stderr.trim() };
}

const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'cyclelab-backups-'));
afterAll(() => fs.rmSync(folder, { recursive: true }));

/** Lines of a back-up without its head, in sorted order. */
const contents = (name: string) =>
	gunzipSync(fs.readFileSync(path.join(folder, name)))
		.toString('utf8')
		.trimEnd()
		.split('\n')
		.slice(1)
		.sort();

describe.each(ways)('a back-up', (from, to) => {
	test(
		`of ${from.name} is restored into ${to.name} unchanged, and unfinished runs continue`,
		async () => {
			const [source, target] = [await from.open(), await to.open()];
			const { site, runs, addresses, seen } = await fill(source);
			expect(await operate(source, 'backup', 'one.gz')).toEqual({
				code: 0,
				said: expect.stringMatching(/^\d+ rows are backed up in .*one\.gz\. Keep it as secret/)
			});
			expect(fs.statSync(path.join(folder, 'one.gz')).mode & 0o777).toBe(0o600);
			expect(fs.readdirSync(folder)).not.toContain('one.gz.part');
			// the site has changed its store meanwhile
			expect((await read(site, '/healthz')).status).toBe(200);
			const busy = await operate(source, 'restore', 'one.gz', '--replace');
			expect(busy).toEqual({
				code: 1,
				said: 'A site is at work on this database. Stop it first, then restore.'
			});
			await disconnectAll();
			await site.close();

			const restored = await operate(target, 'restore', 'one.gz');
			expect(restored).toEqual({ code: 0, said: expect.stringContaining('are restored.') });
			expect((await operate(target, 'backup', 'two.gz')).code).toBe(0);
			const open = [runs.going.id, runs.waiting.id];
			const others = (lines: string[]) =>
				lines.filter((line) => !open.some((id) => line.includes(`"(${id},`)));
			expect(others(contents('two.gz'))).toEqual(others(contents('one.gz')));
			expect((await operate(target, 'restore', 'one.gz')).said).toContain('say --replace');
			const again = await operate(target, 'restore', 'one.gz', '--replace');
			expect([again.code, again.said]).toEqual([0, restored.said]);

			const next = await tests.startSite(target);
			expect(await Promise.all(addresses.map((address) => text(next, address)))).toEqual(seen);
			await connectRunner(next.url, token);
			for (const id of open)
				expect((await watchAll(next, id)).at(-1)).toMatchObject({ event: 'finished' });
			const { body } = await run(next);
			expect((await watchAll(next, body.id)).at(-1)?.event).toBe('finished');
			await disconnectAll();
			await next.close();
			await source.remove();
			await target.remove();
		},
		patienceMs
	);
});

describe('a damaged back-up', () => {
	let store: tests.Store;
	let storage: Awaited<ReturnType<typeof openUntouched>>;
	let whole: Buffer;
	const file = (name: string) => path.join(folder, name);
	beforeAll(async () => {
		store = await (tests.givenServer === undefined ? embedded : given).open();
		const filled = await fill(store);
		await disconnectAll();
		await filled.site.close();
		storage = await openUntouched(readConfig(store.settings), pino({ level: 'silent' }));
		await packIn(storage.database, new Date(), file('whole.gz'));
		whole = fs.readFileSync(file('whole.gz'));
	}, patienceMs);
	afterAll(async () => {
		await storage.close();
		await store.remove();
	});

	const lines = () => gunzipSync(whole).toString('utf8').trimEnd().split('\n');
	const packed = (changed: string[]) => gzipSync(`${changed.join('\n')}\n`);
	const aRow = () => lines().findIndex((line) => line.startsWith('"'));
	const damaged: [what: string, bytes: () => Buffer, said: RegExp][] = [
		['is cut short', () => whole.subarray(0, whole.length - 20), /cut short or damaged/],
		['lacks its last line', () => packed(lines().slice(0, -1)), /cut short or damaged/],
		['has lost a row', () => packed(lines().toSpliced(aRow(), 1)), /cut short or damaged/],
		['is something else', () => gzipSync('{"a": 1}\n'), /no back-up of Cyclelab/],
		['is not compressed', () => Buffer.from('hello'), /cut short or damaged/],
		[
			'is of a newer version',
			() => packed([lines()[0]!.replace(/"step":\d+/, '"step":999'), ...lines().slice(1)]),
			/of a newer version .* Update first/
		],
		[
			'has an unknown table',
			() => packed(lines().with(1, '{"table":"pg_shadow","columns":["a"]}')),
			/The table "pg_shadow" of this back-up does not match/
		]
	];

	test.each(damaged)(
		'that %s is refused with a sentence, and the store is unchanged',
		async (_what, bytes, said) => {
			fs.writeFileSync(file('bad.gz'), bytes());
			const bad = linesOf(fs.createReadStream(file('bad.gz')));
			const loading = load(storage.database, bad, { replace: true });
			await expect(loading).rejects.toThrow(said);
			await expect(loading).rejects.toBeInstanceOf(BackupError);
			await packIn(storage.database, new Date(), file('after.gz'));
			expect(contents('after.gz')).toEqual(contents('whole.gz'));
		},
		patienceMs
	);

	test('is compared with a whole back-up, which has every table', () => {
		const tables = lines().flatMap((line) => /^\{"table":"(\w+)"/.exec(line)?.[1] ?? []);
		expect(tables).toEqual([...kept]);
	});
});

test(
	'wrong arguments and a missing file end the commands with a sentence',
	async () => {
		const nobody = { settings: { DATA_DIR: path.join(folder, 'data') } };
		expect(await operate(nobody, 'restore')).toMatchObject({ code: 2 });
		expect(await operate(nobody, 'backup', 'a', 'b')).toMatchObject({ code: 2 });
		expect((await operate(nobody, 'restore', 'nowhere.gz')).said).toMatch(
			/^There is no file .*nowhere/
		);
		expect((await operate(nobody, 'backup')).said).toMatch(/^There is nothing to back up/);
	},
	patienceMs
);
