/**
 * The Docker Engine is slow, fails, hangs or is unreachable; a compiler's image is deleted; supervisors are killed; the
 * connection between runner and site hangs. Each fault happens during runs. In `npm run test:faults` only.
 */
import { loadExercises } from '@cyclelab/exercises/load';
import { imageTag } from '@cyclelab/images/build';
import Docker from 'dockerode';
import { randomBytes } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { layOut } from '../bench/table.ts';
import { isComplete } from './history.ts';
import {
	waitUntil,
	containersOf,
	endOf,
	allowedEnd,
	patienceMs,
	startProduct,
	type FaultedProduct
} from './product.ts';
import { measuresAgain } from './recovery.ts';
import { openRelay, type Behaviour, type Relay } from './relay.ts';
import { requestOf } from './requests.ts';

const whole = process.env['CYCLELAB_FAULTS'] === 'whole';
const docker = new Docker();
const rows: [string, string][] = [];
let engine: Relay;
let siteRelay: Relay;
let product: FaultedProduct;
/** The image's tag, and a second tag of the same image that only this runner uses. */
let tag: { own: string; copy: string };
let serial = 0;
const { exercises } = await loadExercises();
/** A short request with a new source; every third is measured. */
const request = () => requestOf(serial++, 'x86-64', ['c'], exercises);

const copyImage = async () => {
	const at = tag.copy.indexOf(':');
	const copy = { repo: tag.copy.slice(0, at), tag: tag.copy.slice(at + 1) };
	await docker.getImage(tag.own).tag(copy);
};

function engineSocket(): string {
	const given = process.env['DOCKER_HOST'] ?? 'unix:///var/run/docker.sock';
	if (!given.startsWith('unix://'))
		throw new Error('This test needs a Docker Engine at a Unix socket. Unset DOCKER_HOST.');
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
				siteRelay = await openRelay('port', { host: '127.0.0.1', port: Number(new URL(url).port) });
				return { SITE_URL: `http://127.0.0.1:${siteRelay.port}` };
			}
		});
		await waitUntil('the runner is ready', product.isReady);
	}, patienceMs);
	afterAll(async () => {
		if (rows.length > 0)
			console.log(layOut({ headings: ['fault', 'measures again after, s'], rows }));
		expect(await product.close()).toBe(0);
		await engine.close();
		await siteRelay.close();
		await docker
			.getImage(tag.copy)
			.remove({ force: false })
			.catch(() => undefined);
	}, patienceMs);

	/** Starts three runs and causes the fault; afterwards all runs must end and the runner must measure again. */
	async function runDuring(name: string, fault: (started: Promise<void>) => Promise<void>) {
		let begin = () => {};
		const started = new Promise<void>((resolve) => (begin = resolve));
		const runs = [request(), request(), request()].map((wanted) =>
			product.run(wanted, ({ event }) => event.type === 'started' && begin())
		);
		await fault(started);
		const over = performance.now();
		const { seconds } = await measuresAgain(product, request, over);
		rows.push([name, seconds.toFixed(1)]);
		const observed = await Promise.all(runs);
		for (const run of observed) {
			expect(endOf(run)).toMatch(allowedEnd);
			expect(isComplete(run)).toBe(true);
		}
		return observed;
	}

	/** How long a fault lasts, ms. */
	const faultMs = 3000;

	const faults: [name: string, behaviour: Behaviour, ms: number][] = [
		['the engine is unreachable', { is: 'away' }, faultMs],
		['the engine returns status 500', { is: 'failing', message: 'no' }, faultMs],
		['the engine is slow', { is: 'slow', ms: 200 }, faultMs],
		// longer than the runner's time limit for a response of the engine
		['the engine does not respond', { is: 'silent' }, 20_000]
	];
	test.each(faults)(
		'after a time in which %s, every run ends and the runner measures again',
		async (name, behaviour, ms) => {
			await runDuring(name, async (started) => {
				await started;
				engine.behave(behaviour);
				await pause(ms);
				engine.behave({ is: 'good' });
			});
		},
		2 * patienceMs
	);

	test(
		'the runner reports a deleted image as IMAGE_MISSING, and uses the image again once it is back',
		async () => {
			await runDuring('the image is deleted', async () => {
				await docker.getImage(tag.copy).remove({ force: false });
				await waitUntil('the runner logs IMAGE_MISSING', async () => {
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
		'runs whose supervisors are killed end with a sentence, and the runner measures again',
		async () => {
			await runDuring('the supervisors are killed', async (started) => {
				await started;
				for (const { Id } of await containersOf(product.owner)) {
					const { State } = await docker
						.getContainer(Id)
						.inspect()
						.catch(() => ({ State: { Pid: 0 } }));
					if (State.Pid > 0) killIfAlive(State.Pid);
				}
			});
		},
		2 * patienceMs
	);

	/** Sends SIGKILL to a process that may already have ended. */
	function killIfAlive(pid: number): void {
		try {
			process.kill(pid, 'SIGKILL');
		} catch (error) {
			if (!(error instanceof Error && 'code' in error && error.code === 'ESRCH')) throw error;
		}
	}

	test(
		'runner and site both close a connection on which nothing arrives, and every run finishes',
		async () => {
			const observed = await runDuring(
				'the connection of runner and site hangs',
				async (started) => {
					await started;
					siteRelay.behave({ is: 'silent' });
					await waitUntil(
						'the site lists the runner as not ready',
						async () => !(await product.isReady())
					);
					siteRelay.behave({ is: 'away' });
					siteRelay.behave({ is: 'good' });
				}
			);
			expect(observed.map(endOf)).toEqual(['finished', 'finished', 'finished']);
		},
		2 * patienceMs
	);
});
