/**
 * The site's disk is full; the clock of site and runner jumps. In `npm run test:faults` only.
 */
import { loadExercises } from '@cyclelab/exercises/load';
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, statfsSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { describe, expect, test } from 'vitest';
import { connectRunner, disconnectAll } from '../integration/server/runner.ts';
import { followRun } from './learner.ts';
import { isComplete } from './history.ts';
import { waitUntil, endOf, patienceMs, startSiteWithStore, startProduct } from './product.ts';
import { requestOf } from './requests.ts';

const whole = process.env['CYCLELAB_FAULTS'] === 'whole';
const { exercises } = await loadExercises();

/** Mounts a disk of 224 MB; undefined if this process may not mount. */
function smallDisk(): { folder: string; remove: () => void } | undefined {
	const folder = mkdtempSync(join(tmpdir(), 'cyclelab-disk-'));
	const { status } = spawnSync('mount', [
		'-t',
		'tmpfs',
		'-o',
		'size=224m,mode=755',
		'none',
		folder
	]);
	const remove = () => {
		if (status === 0) spawnSync('umount', ['--lazy', folder]);
		rmSync(folder, { recursive: true, force: true });
	};
	if (status === 0) return { folder, remove };
	remove();
	return undefined;
}

describe.runIf(whole)('the machine', () => {
	test(
		'the site refuses runs with status 503 while its disk is full, and finishes every accepted run afterwards',
		async (context) => {
			const disk = smallDisk();
			if (!disk) return context.skip('this process may not mount a small disk');
			const token = 'a-token-for-faults-only';
			const site = await startSiteWithStore(token, { DATA_DIR: disk.folder });
			context.onTestFinished(async () => {
				await disconnectAll();
				await site.close();
				disk.remove();
			});
			// a test runner does not reconnect by itself
			const connect = () => connectRunner(site.url, token, { slots: 4 });
			await connect();
			const accepted: string[] = [];
			const refused: number[] = [];
			let serial = 0;
			const postRun = async () => {
				const request = requestOf(serial++, 'x86-64', ['c'], exercises);
				// large, so that PostgreSQL soon needs another segment of its write-ahead log
				const sources = Object.entries(request.sources).map(([id, text]) => [
					id,
					`${text}// ${'x'.repeat(50_000)}`
				]);
				const response = await fetch(`${site.url}/api/runs`, {
					method: 'POST',
					headers: { 'content-type': 'application/json' },
					body: JSON.stringify({ ...request, sources: Object.fromEntries(sources) })
				});
				const body = await response.json();
				if (response.status === 202) accepted.push(String(body.id));
				else {
					refused.push(response.status);
					expect(body).toMatchObject({ message: expect.stringMatching(/\. Try again/) });
				}
				return response.status;
			};
			expect(await postRun()).toBe(202);
			const filler = join(disk.folder, 'filler');
			const { bavail, bsize } = statfsSync(disk.folder);
			writeFileSync(filler, Buffer.alloc(Math.max(0, bavail * bsize - 65_536)));
			await waitUntil('a run is refused', async () => (await postRun()) >= 500, site.log);
			rmSync(filler);
			await waitUntil('a run is accepted again', async () => (await postRun()) === 202, site.log);
			await connect();
			for (const id of accepted) {
				const run = await followRun([site.url], id, {}, AbortSignal.timeout(patienceMs));
				expect([endOf(run), isComplete(run)]).toEqual(['finished', true]);
			}
			expect(refused.every((status) => status === 503)).toBe(true);
		},
		2 * patienceMs
	);

	test(
		'every run finishes when the clock jumps two hours ahead and then four hours back',
		async () => {
			const NODE_OPTIONS = `--import ${pathToFileURL(join(import.meta.dirname, 'clock.mjs')).href}`;
			const product = await startProduct({ site: { NODE_OPTIONS }, runner: { NODE_OPTIONS } });
			let serial = 0;
			const request = () => requestOf(serial++, 'x86-64', ['c'], exercises);
			for (const hours of ['+2', '-4']) {
				let jumped = false;
				const runs = [request(), request(), request()].map((wanted) =>
					product.run(wanted, ({ event }) => {
						if (jumped || event.type !== 'stage') return;
						jumped = true;
						product.signal('SIGUSR2', 'site', 'runner');
					})
				);
				const observed = await Promise.all(runs);
				expect([hours, jumped, ...observed.map(endOf)]).toEqual([
					hours,
					true,
					'finished',
					'finished',
					'finished'
				]);
				expect(observed.every(isComplete)).toBe(true);
				expect(product.log('site')).toContain('the clock jumps to');
				expect(product.log('runner')).toContain('the clock jumps to');
			}
			expect(await product.close()).toBe(0);
		},
		2 * patienceMs
	);
});
