/**
 * Each part is killed at each moment of a run: in two combinations in `npm test`, in all in `npm run test:faults`. Readers'
 * connections are closed at every moment of a run.
 */
import { loadExercises } from '@cyclelab/exercises/load';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { layOut } from '../bench/table.ts';
import { isComplete } from './history.ts';
import {
	endOf,
	allowedEnd,
	patienceMs,
	startProduct,
	type ProductPart,
	type FaultedProduct
} from './product.ts';
import { followRun, startAndFollowRun, type ObservedRun, type ReceivedEvent } from './learner.ts';
import { measuresAgain, measuringStep } from './recovery.ts';
import { momentOf, moments, type Moment } from './moments.ts';
import { openRelay } from './relay.ts';
import { nextRequest, requestOf } from './requests.ts';

const whole = process.env['CYCLELAB_FAULTS'] === 'whole';
const victims: ProductPart[][] = [['runner'], ['site'], ['database'], ['site', 'database']];
const inShort = ['runner, measure', 'site and database, inspected'];
const cases = victims
	.flatMap((parts) => moments.map((moment) => ({ parts, moment, name: parts.join(' and ') })))
	.filter(({ name, moment }) => whole || inShort.includes(`${name}, ${moment}`));

let product: FaultedProduct;
let serial = 0;
const rows: [string, string, string][] = [];
const { exercises } = await loadExercises();
/** A short request with a new source; every third is measured. */
const next = () => requestOf(serial++, 'x86-64', ['c'], exercises);
const request = () => nextRequest(true, next);

/** A snapshot that must survive every fault. */
let kept: { url: string; text: string };
const readKept = async () => (await fetch(product.url + kept.url)).text();

beforeAll(async () => {
	product = await startProduct();
	const { run } = await measuresAgain(product, next, performance.now());
	const response = await fetch(`${product.url}/api/snapshots`, {
		method: 'POST',
		headers: { 'content-type': 'application/json' },
		body: JSON.stringify({ run: run.id })
	});
	const { url } = await response.json();
	kept = { url, text: '' };
	kept.text = await readKept();
}, patienceMs);
afterAll(async () => {
	if (rows.length > 0)
		console.log(
			layOut({
				headings: ['killed, at', 'the run measures again after, s', 'the next run after, s'],
				rows
			})
		);
	expect(await product.close()).toBe(0);
}, patienceMs);

test.each(cases)(
	'after SIGKILL to $name at $moment the run ends, the snapshot is unchanged, and the runner measures again',
	async ({ parts, moment, name }) => {
		let began: number | undefined;
		let dead = Infinity;
		let restart: Promise<void> | undefined;
		const killAndStart = async () => {
			await product.kill(...parts);
			dead = performance.now();
			await product.start(...parts);
		};
		const run = await product.run(request(), ({ event }) => {
			if (restart || momentOf(event) !== moment) return;
			began = performance.now();
			restart = killAndStart();
		});
		expect(restart).toBeDefined();
		await restart;
		expect(endOf(run)).toMatch(allowedEnd);
		// from the store: the learner may have received events that a killed site had not yet stored
		const patience = AbortSignal.timeout(patienceMs);
		const stored = await followRun([product.url], run.id, {}, patience);
		expect([endOf(stored), isComplete(stored)]).toEqual([endOf(run), true]);
		const { seconds } = await measuresAgain(product, next, began ?? 0);
		const step = measuringStep(run, dead);
		const first = step ? (step.at - (began ?? 0)) / 1000 : seconds;
		rows.push([`${name}, ${moment}`, first.toFixed(1), seconds.toFixed(1)]);
		expect(await readKept()).toBe(kept.text);
	},
	2 * patienceMs
);

test(
	'readers whose connections close at every moment receive the same events as a connected reader, each once',
	async () => {
		const relay = await openRelay('port', {
			host: '127.0.0.1',
			port: Number(new URL(product.url).port)
		});
		const relayed = `http://127.0.0.1:${relay.port}`;
		const patience = AbortSignal.timeout(patienceMs);
		const cuts: Moment[] = [];
		let others: Promise<ObservedRun[]> | undefined;
		const onReceived = (id: string) => {
			others ??= Promise.all([
				followRun([product.url], id, {}, patience),
				followRun([relayed], id, {}, patience)
			]);
		};
		const disconnects = (received: readonly ReceivedEvent[]) => {
			const event = received.at(-1)?.event;
			const moment = event && momentOf(event);
			if (!moment || cuts.includes(moment)) return false;
			cuts.push(moment);
			relay.behave({ is: 'away' });
			relay.behave({ is: 'good' });
			return true;
		};
		try {
			const cut = await startAndFollowRun(
				[relayed],
				request(),
				{ onReceived, disconnects },
				patience
			);
			const [uncut, second] = (await others) ?? [];
			expect(cuts.toSorted()).toEqual(moments.toSorted());
			expect(uncut?.connections).toBe(1);
			const numbered = (run?: ObservedRun) =>
				run?.received.flatMap(({ seq, event }) => (seq === undefined ? [] : [{ seq, event }]));
			expect(numbered(uncut)?.at(-1)?.event.type).toBe('finished');
			for (const run of [cut, second]) {
				expect(run?.connections).toBeGreaterThan(1);
				expect(numbered(run)).toEqual(numbered(uncut));
			}
			expect(cut.connections).toBeGreaterThan(cuts.length);
		} finally {
			await relay.close();
		}
	},
	patienceMs
);
