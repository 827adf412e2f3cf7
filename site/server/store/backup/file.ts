/** Shell: back-ups as compressed files and streams. */
import { once } from 'node:events';
import fs from 'node:fs';
import { pipeline } from 'node:stream/promises';
import { createGunzip, createGzip } from 'node:zlib';
import type { Database } from '../database.ts';
import { dump } from './dump.ts';
import { notWhole } from './format.ts';

/** Writes a back-up to a stream, which stays open. Resolves with the number of rows. */
export function pack(database: Database, now: Date, sink: NodeJS.WritableStream): Promise<number> {
	const packed = createGzip();
	return packThrough(database, now, packed, pipeline(packed, sink, { end: false }));
}

/** Writes a back-up to a temporary file and renames it when the disk has all of it, so that a file of this name is complete. */
export async function packIn(database: Database, now: Date, place: string): Promise<number> {
	const part = `${place}.part`;
	const packed = createGzip();
	const sink = fs.createWriteStream(part, { mode: 0o600, flush: true });
	try {
		const rows = await packThrough(database, now, packed, pipeline(packed, sink));
		fs.renameSync(part, place);
		return rows;
	} catch (error) {
		fs.rmSync(part, { force: true });
		throw error;
	}
}

async function packThrough(
	database: Database,
	now: Date,
	packed: ReturnType<typeof createGzip>,
	written: Promise<void>
): Promise<number> {
	written.catch(() => {});
	try {
		const rows = await dump(database, now, async (line) => {
			if (!packed.write(`${line}\n`)) await Promise.race([once(packed, 'drain'), written]);
		});
		packed.end();
		await written;
		return rows;
	} catch (error) {
		packed.destroy();
		throw error;
	}
}

/** Lines of a compressed back-up. Throws a `BackupError` where it is damaged. */
export async function* linesOf(source: NodeJS.ReadableStream): AsyncGenerator<string> {
	const plain = createGunzip();
	const unpacked = pipeline(source, plain);
	unpacked.catch(() => {});
	let line: string[] = [];
	try {
		for await (const chunk of plain.setEncoding('utf8')) {
			const [first = '', ...others] = String(chunk).split('\n');
			line.push(first);
			for (const next of others) {
				yield line.join('');
				line = [next];
			}
		}
		await unpacked;
	} catch (error) {
		if (error instanceof Error && 'code' in error && String(error.code).startsWith('Z_'))
			throw notWhole();
		throw error;
	}
	if (line.join('') !== '') throw notWhole();
}
