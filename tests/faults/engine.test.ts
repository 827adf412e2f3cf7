/**
 * The Docker Engine is slow, fails, falls silent or goes away; the image of a compiler is deleted; the supervisor in a
 * sandbox dies; runner and site stop hearing each other. Each with runs on their way. In `npm run test:faults` only.
 */
import { loadExercises } from '@cyclelab/exercises/load';
import { imageTag } from '@cyclelab/images/build';
import Docker from 'dockerode';
import { randomBytes } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { layOut } from '../bench/table.ts';
import { isWhole } from './history.ts';
import {
	comesTrue,
	containersOf,
	endOf,
	goodEnd,
	patienceMs,
	startProduct,
	type Product
} from './product.ts';
import { measuresAgain } from './recovery.ts';
import { openRelay, type Behaviour, type Relay } from './relay.ts';
import { requestOf } from './requests.ts';

const whole = process.env['CYCLELAB_FAULTS'] === 'whole';
const docker = new Docker();
const rows: [string, string][] = [];
let engine: Relay;
let line: Relay;
let product: Product;
/** The image's own tag, and another one of the same image that only this runner uses. */
let tag: { own: string; copy: string };
let serial = 0;
const { exercises } = await loadExercises();
/** Short and unlike any other; each third is measured. */
const request = () => requestOf(serial++, 'x86-64', ['c'], exercises);

const copyImage = async () => {
	const at = tag.copy.indexOf(':');
	const copy = { repo: tag.copy.slice(0, at), tag: tag.copy.slice(at + 1) };
	await docker.getImage(tag.own).tag(copy);
};

function engineSocket(): string {
	const given = process.env['DOCKER_HOST'] ?? 'unix:///var/run/docker.sock';
	if (!given.startsWith('unix://')) throw new Error('This needs an engine behind a Unix socket.');
	return given.slice('unix://'.length);
}

describe.runIf(whole)('the engine', () => {
	beforeAll(async () => {
		engine = await openRelay('socket', { path: engineSocket() });
		const own = await imageTag('cc');
		const hash = own.slice(own.indexOf(':') + 1);
		const other = randomBytes(hash.length).toString('hex').slice(0, hash.length);
		tag = { own, copy: own.replace(hash, other) };
		await copyImage();
		engine.rename(hash, other);
		product = await startProduct({
			runner: { DOCKER_HOST: `unix://${engine.path}` },
			onSite: async (url) => {
				line = await openRelay('port', { host: '127.0.0.1', port: Number(new URL(url).port) });
				return { SITE_URL: `http://127.0.0.1:${line.port}` };
			}
		});
		await comesTrue('the runner takes jobs', product.isReady);
	}, patienceMs);
	afterAll(async () => {
		if (rows.length > 0)
			console.log(layOut({ headings: ['fault', 'begins to measure again after, s'], rows }));
		expect(await product.close()).toBe(0);
		await engine.close();
		await line.close();
		await docker
			.getImage(tag.copy)
			.remove({ force: false })
			.catch(() => undefined);
	}, patienceMs);

	/** Runs on their way while `fault` lasts; then everything has to be as before. */
	async function through(name: string, fault: (started: Promise<void>) => Promise<void>) {
		let begin = () => {};
		const started = new Promise<void>((resolve) => (begin = resolve));
		const onTheirWay = [request(), request(), request()].map((one) =>
			product.run(one, ({ event }) => event.type === 'started' && begin())
		);
		await fault(started);
		const over = performance.now();
		const { seconds } = await measuresAgain(product, request, over);
		rows.push([name, seconds.toFixed(1)]);
		const courses = await Promise.all(onTheirWay);
		for (const course of courses) {
			expect(endOf(course)).toMatch(goodEnd);
			expect(isWhole(course)).toBe(true);
		}
		return courses;
	}

	/** Long enough to be noticed, ms. */
	const lasting = 3000;

	const misbehaviours: [name: string, behaviour: Behaviour, ms: number][] = [
		['the engine goes away', { is: 'away' }, lasting],
		['the engine answers every request with an error', { is: 'failing', words: 'no' }, lasting],
		['the engine is slow', { is: 'slow', ms: 200 }, lasting],
		// longer than the runner waits for an answer
		['the engine says nothing', { is: 'silent' }, 20_000]
	];
	test.each(misbehaviours)(
		'%s: every run ends, and the runner measures again',
		async (name, behaviour, ms) => {
			await through(name, async (started) => {
				await started;
				engine.behave(behaviour);
				await pause(ms);
				engine.behave({ is: 'good' });
			});
		},
		2 * patienceMs
	);

	test(
		'an image that is deleted under the runner is missed in words, and used again when it is back',
		async () => {
			await through('the image is deleted', async () => {
				await docker.getImage(tag.copy).remove({ force: false });
				await comesTrue('the runner says what it misses', async () => {
					void product.run({ ...request(), stages: ['inspect'] }).catch(() => undefined);
					await pause(500);
					return /IMAGE_MISSING/.test(product.log('runner')) && !(await product.isReady());
				});
				await copyImage();
			});
		},
		2 * patienceMs
	);

	test(
		'supervisors that are killed take their runs along, in words, and new ones are there at once',
		async () => {
			await through('the supervisors are killed', async (started) => {
				await started;
				for (const { Id } of await containersOf(product.owner)) {
					const { State } = await docker
						.getContainer(Id)
						.inspect()
						.catch(() => ({ State: { Pid: 0 } }));
					if (State.Pid > 0) killOne(State.Pid);
				}
			});
		},
		2 * patienceMs
	);

	/** It may have ended by itself since it was looked for. */
	function killOne(pid: number): void {
		try {
			process.kill(pid, 'SIGKILL');
		} catch (error) {
			if (!(error instanceof Error && 'code' in error && error.code === 'ESRCH')) throw error;
		}
	}

	test(
		'a connection between runner and site that swallows everything is given up by both',
		async () => {
			const courses = await through('runner and site do not hear each other', async (started) => {
				await started;
				line.behave({ is: 'silent' });
				await comesTrue('the site gives the runner up', async () => !(await product.isReady()));
				line.behave({ is: 'away' });
				line.behave({ is: 'good' });
			});
			expect(courses.map(endOf)).toEqual(['finished', 'finished', 'finished']);
		},
		2 * patienceMs
	);
});
