/**
 * The Docker Engine's own processes are killed at each stage of a run, and started again: those of an engine of this test's
 * own. In `npm run test:faults` only, by root, where there is a dockerd to start.
 */
import { loadExercises } from '@cyclelab/exercises/load';
import { imageTag } from '@cyclelab/images/build';
import { Stage } from '@cyclelab/runner/schema/failure';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { layOut } from '../bench/table.ts';
import { isWhole } from './history.ts';
import { shimsOf, startOwnEngine, type Daemon, type OwnEngine } from './own-engine.ts';
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
import { nextThat, requestOf } from './requests.ts';

const whole = process.env['CYCLELAB_FAULTS'] === 'whole';
const cases: [stage: Stage, ...daemons: Daemon[]][] = [
	...Stage.options.map((stage): [Stage, Daemon] => [stage, 'dockerd']),
	['compile', 'dockerd', 'containerd'],
	['measure', 'dockerd', 'containerd']
];

let engine: OwnEngine | string = 'it was not started';
let product: Product | undefined;
let serial = 0;
const rows: [string, string, string][] = [];
const { exercises } = await loadExercises();
const next = () => requestOf(serial++, 'x86-64', ['c'], exercises);

describe.runIf(whole)('dockerd', () => {
	beforeAll(async () => {
		engine = await startOwnEngine([await imageTag('cc')]);
		if (typeof engine === 'string') return;
		const { docker, address } = engine;
		product = await startProduct({ engine: docker, runner: { DOCKER_HOST: address } });
		await measuresAgain(product, next, performance.now());
	}, 2 * patienceMs);
	afterAll(async () => {
		if (rows.length > 0)
			console.log(
				layOut({
					headings: ['killed, at', 'it answers again after, s', 'measured after that, s'],
					rows
				})
			);
		expect((await product?.close()) ?? 0).toBe(0);
		if (typeof engine !== 'string') await engine.close();
	}, patienceMs);

	test.for(cases.map(([stage, ...daemons]) => ({ stage, daemons, name: daemons.join(' and ') })))(
		'$name killed during $stage: every run ends, the old sandboxes are gone, and it measures again',
		{ timeout: 2 * patienceMs },
		async ({ stage, daemons, name }, { skip }) => {
			if (typeof engine === 'string') return skip(engine);
			if (!product) throw new Error('The product was not started.');
			const { docker, kill, start } = engine;
			const { owner, run } = product;
			let killed = NaN;
			let back = NaN;
			let old: string[] = [];
			let strike: Promise<void> | undefined;
			const strikeNow = async () => {
				old = (await containersOf(owner, docker)).map(({ Id }) => Id);
				await kill(...daemons);
				killed = performance.now();
				await start();
				back = performance.now();
			};
			const courses = await Promise.all([
				run(nextThat(true, next), ({ event }) => {
					if (event.type === 'stage' && event.stage === stage) strike ??= strikeNow();
				}),
				run(nextThat(false, next))
			]);
			expect(strike).toBeDefined();
			await strike;
			for (const course of courses) {
				expect(endOf(course)).toMatch(goodEnd);
				expect(isWhole(course)).toBe(true);
			}
			const { seconds } = await measuresAgain(product, next, back);
			rows.push([`${name}, ${stage}`, ((back - killed) / 1000).toFixed(1), seconds.toFixed(1)]);
			expect(old).not.toEqual([]);
			const left = async () => {
				const known = (await containersOf(owner, docker)).map(({ Id }) => Id);
				return [...shimsOf(old), ...known.filter((id) => old.includes(id))];
			};
			await comesTrue(
				'the sandboxes of before are gone',
				async () => (await left()).length === 0,
				() => product?.log('runner').slice(-3000) ?? ''
			);
		}
	);
});
