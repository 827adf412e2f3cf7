/**
 * The machine around site and runner: its disk is full, its clock jumps. In `npm run test:faults` only.
 */
import { loadExercises } from '@cyclelab/exercises/load';
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, statfsSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { describe, expect, test } from 'vitest';
import { connectRunner, leaveAll } from '../integration/server-runner.ts';
import { follow } from './learner.ts';
import { isWhole } from './history.ts';
import { comesTrue, endOf, patienceMs, startLone, startProduct } from './product.ts';
import { requestOf } from './requests.ts';

const whole = process.env['CYCLELAB_FAULTS'] === 'whole';
const { exercises } = await loadExercises();

/** A small disk of its own; nothing where this process may not mount one. */
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

describe.runIf(whole)('surroundings', () => {
	test(
		'a full disk is answered in words, and when there is room again everything that was accepted is done',
		async (context) => {
			const disk = smallDisk();
			if (!disk) return context.skip('this process may not mount a small disk');
			const token = 'a-token-for-faults-only';
			const lone = await startLone(token, { DATA_DIR: disk.folder });
			context.onTestFinished(async () => {
				await leaveAll();
				await lone.close();
				disk.remove();
			});
			// one made up for tests does not come back by itself when its connection is lost
			const connect = () => connectRunner(lone.url, token, { slots: 4 });
			await connect();
			const accepted: string[] = [];
			const refused: number[] = [];
			let serial = 0;
			const ask = async () => {
				const asked = requestOf(serial++, 'x86-64', ['c'], exercises);
				// large enough to need another piece of the log soon
				const sources = Object.entries(asked.sources).map(([id, text]) => [
					id,
					`${text}// ${'x'.repeat(50_000)}`
				]);
				const response = await fetch(`${lone.url}/api/runs`, {
					method: 'POST',
					headers: { 'content-type': 'application/json' },
					body: JSON.stringify({ ...asked, sources: Object.fromEntries(sources) })
				});
				const answer = await response.json();
				if (response.status === 202) accepted.push(String(answer.id));
				else {
					refused.push(response.status);
					expect(answer).toMatchObject({ message: expect.stringMatching(/\. Try again/) });
				}
				return response.status;
			};
			expect(await ask()).toBe(202);
			const filler = join(disk.folder, 'filler');
			const { bavail, bsize } = statfsSync(disk.folder);
			writeFileSync(filler, Buffer.alloc(Math.max(0, bavail * bsize - 65_536)));
			await comesTrue('a run is refused', async () => (await ask()) >= 500, lone.log);
			rmSync(filler);
			await comesTrue('a run is accepted again', async () => (await ask()) === 202, lone.log);
			await connect();
			for (const id of accepted) {
				const course = await follow([lone.url], id, {}, AbortSignal.timeout(patienceMs));
				expect([endOf(course), isWhole(course)]).toEqual(['finished', true]);
			}
			expect(refused.every((status) => status === 503)).toBe(true);
		},
		2 * patienceMs
	);

	test(
		'a clock that jumps two hours ahead and then four behind disturbs no run',
		async () => {
			const NODE_OPTIONS = `--import ${pathToFileURL(join(import.meta.dirname, 'clock.mjs')).href}`;
			const product = await startProduct({ site: { NODE_OPTIONS }, runner: { NODE_OPTIONS } });
			let serial = 0;
			const request = () => requestOf(serial++, 'x86-64', ['c'], exercises);
			for (const hours of ['+2', '-4']) {
				let jumped = false;
				const runs = [request(), request(), request()].map((asked) =>
					product.run(asked, ({ event }) => {
						if (jumped || event.type !== 'stage') return;
						jumped = true;
						product.signal('SIGUSR2', 'site', 'runner');
					})
				);
				const courses = await Promise.all(runs);
				expect([hours, jumped, ...courses.map(endOf)]).toEqual([
					hours,
					true,
					...['finished', 'finished', 'finished']
				]);
				expect(courses.every(isWhole)).toBe(true);
				expect(product.log('site')).toContain('the clock jumps to');
				expect(product.log('runner')).toContain('the clock jumps to');
			}
			expect(await product.close()).toBe(0);
		},
		2 * patienceMs
	);
});
