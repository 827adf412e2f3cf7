/**
 * Shell: `npm run backup` and `npm run restore`, the operator's commands for all stored data. A back-up can be made while a
 * site runs; a store can be restored only while no site uses it. `-` stands for standard output or input.
 */
import fs from 'node:fs';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { pino } from 'pino';
import { linesOf, pack, packIn } from './store/backup/file.ts';
import { BackupError } from './store/backup/format.ts';
import { load } from './store/backup/load.ts';
import { readConfig, type SiteConfig } from './base/config.ts';
import type { Database } from './store/database.ts';
import { openUntouched } from './store/storage.ts';

const usage = `npm run backup [-- <file>]                    everything the store keeps, into a file
npm run restore -- <file> [--replace]         the store as that file has it; --replace: what is there now is lost`;

const say = (sentence: string) => process.stderr.write(`${sentence}\n`);
const log = pino({ level: 'warn' }, pino.destination(2));
process.exitCode = await carryOut(process.argv.slice(2));

async function carryOut(words: string[]): Promise<number> {
	const wish = read(words);
	if (wish === undefined) {
		say(usage);
		return 2;
	}
	try {
		const config = readConfig(process.env);
		const { database, close } = await openUntouched(config, log);
		try {
			say(await (wish.restore ? restore(database, wish) : backUp(database, config, wish)));
		} finally {
			await close();
		}
		return 0;
	} catch (error) {
		if (!(error instanceof BackupError)) throw error;
		say(error.message);
		return 1;
	}
}

type BackupOptions = { restore: boolean; file: string | undefined; replace: boolean };

function read(words: string[]): BackupOptions | undefined {
	const parsed = parse(words);
	if (!parsed) return undefined;
	const [task, file, ...more] = parsed.positionals;
	const { replace = false } = parsed.values;
	const restores = task === 'restore';
	if ((task !== 'backup' && !restores) || more.length > 0) return undefined;
	if (restores ? file === undefined : replace) return undefined;
	// npm changes to this project's folder; INIT_CWD is the folder of the call
	const called = process.env['INIT_CWD'] ?? '.';
	const place = file === undefined || file === '-' ? file : path.resolve(called, file);
	return { restore: restores, file: place, replace };
}

function parse(args: string[]) {
	const options = { replace: { type: 'boolean' } } as const;
	try {
		return parseArgs({ args, allowPositionals: true, options });
	} catch {
		return undefined;
	}
}

async function backUp(
	database: Database,
	config: SiteConfig,
	{ file }: BackupOptions
): Promise<string> {
	const now = new Date();
	if (file === '-') return `${await pack(database, now, process.stdout)} rows are backed up.`;
	const folder = path.resolve(config.DATA_DIR, 'backups');
	const name = `cyclelab-${now.toISOString().slice(0, 19).replaceAll(':', '')}Z.jsonl.gz`;
	if (file === undefined) fs.mkdirSync(folder, { recursive: true, mode: 0o700 });
	const place = file ?? path.join(folder, name);
	const rows = await packIn(database, now, place);
	return `${rows} rows are backed up in ${place}. Keep it as secret as the store: it holds what people wrote.`;
}

async function restore(database: Database, { file = '', replace }: BackupOptions): Promise<string> {
	if (file !== '-' && !fs.existsSync(file)) throw new BackupError(`There is no file ${file}.`);
	const source = file === '-' ? process.stdin : fs.createReadStream(file);
	const { head: written, rows } = await load(database, linesOf(source), { replace });
	return `${rows} rows of ${written.at} are restored. Start the site: runs that were open then go on.`;
}
