/**
 * dockerd and containerd of a separate Docker Engine are killed at each moment of a run and started again. In
 * `npm run test:faults` only; needs root and an installed dockerd.
 */
import { loadExercises } from '@cyclelab/exercises/load';
import { imageTag } from '@cyclelab/images/build';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { layOut } from '../bench/table.ts';
import { isComplete } from './history.ts';
import { momentOf, moments, type Moment } from './moments.ts';
import {
	shimsOf,
	startSeparateEngine,
	type Daemon,
	type SeparateEngine
} from './separate-engine.ts';
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
import { nextRequest, requestOf } from './requests.ts';

const whole = process.env['CYCLELAB_FAULTS'] === 'whole';
const cases: [moment: Moment, ...daemons: Daemon[]][] = [
	...moments.map((moment): [Moment, Daemon] => [moment, 'dockerd']),
	['compile', 'dockerd', 'containerd'],
	['measure', 'dockerd', 'containerd']
];

let engine: SeparateEngine | string = 'the engine was not started';
let product: FaultedProduct | undefined;
let serial = 0;
const rows: [string, string, string][] = [];
const { exercises } = await loadExercises();
const next = () => requestOf(serial++, 'x86-64', ['c'], exercises);

describe.runIf(whole)('dockerd', () => {
	beforeAll(async () => {
		engine = await startSeparateEngine([await imageTag('cc')]);
		if (typeof engine === 'string') return;
		const { docker, address } = engine;
		product = await startProduct({ engine: docker, runner: { DOCKER_HOST: address } });
		await measuresAgain(product, next, performance.now());
	}, 2 * patienceMs);
	afterAll(async () => {
		if (rows.length > 0)
			console.log(
				layOut({
					headings: ['killed, at', 'engine serves again after, s', 'measures after that, s'],
					rows
				})
			);
		expect((await product?.close()) ?? 0).toBe(0);
		if (typeof engine !== 'string') await engine.close();
	}, patienceMs);

	test.for(cases.map(([moment, ...daemons]) => ({ moment, daemons, name: daemons.join(' and ') })))(
		'after SIGKILL to $name at $moment every run ends, the old sandboxes are removed, and the runner measures again',
		{ timeout: 2 * patienceMs },
		async ({ moment, daemons, name }, { skip }) => {
			if (typeof engine === 'string') return skip(engine);
			if (!product) throw new Error('The product was not started.');
			const { docker, kill, start } = engine;
			const { owner, run } = product;
			let killed = NaN;
			let back = NaN;
			let old: string[] = [];
			let restart: Promise<void> | undefined;
			const killAndStart = async () => {
				old = (await containersOf(owner, docker)).map(({ Id }) => Id);
				await kill(...daemons);
				killed = performance.now();
				await start();
				back = performance.now();
			};
			const observed = await Promise.all([
				run(nextRequest(true, next), ({ event }) => {
					if (momentOf(event) === moment) restart ??= killAndStart();
				}),
				run(nextRequest(false, next))
			]);
			expect(restart).toBeDefined();
			await restart;
			for (const run of observed) {
				expect(endOf(run)).toMatch(allowedEnd);
				expect(isComplete(run)).toBe(true);
			}
			const { seconds } = await measuresAgain(product, next, back);
			rows.push([`${name}, ${moment}`, ((back - killed) / 1000).toFixed(1), seconds.toFixed(1)]);
			expect(old).not.toEqual([]);
			const left = async () => {
				const known = (await containersOf(owner, docker)).map(({ Id }) => Id);
				return [...shimsOf(old), ...known.filter((id) => old.includes(id))];
			};
			await waitUntil(
				'the sandboxes from before the kill are removed',
				async () => (await left()).length === 0,
				() => product?.log('runner').slice(-3000) ?? ''
			);
		}
	);
});
