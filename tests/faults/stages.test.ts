/**
 * Each part is killed at each stage of a run: `npm test` has two of them, `npm run test:faults` all. And the readers'
 * connections are cut at every stage of one.
 */
import { loadExercises } from '@cyclelab/exercises/load';
import { Stage } from '@cyclelab/runner/schema/failure';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { layOut } from '../bench/table.ts';
import { isWhole } from './history.ts';
import { endOf, goodEnd, patienceMs, startProduct, type Part, type Product } from './product.ts';
import { follow, learn, type Course, type Heard } from './learner.ts';
import { measuresAgain, measuringStep } from './recovery.ts';
import { openRelay } from './relay.ts';
import { nextThat, requestOf } from './requests.ts';

const whole = process.env['CYCLELAB_FAULTS'] === 'whole';
const stages = Stage.options;
const victims: Part[][] = [['runner'], ['site'], ['database'], ['site', 'database']];
const inShort = ['runner, measure', 'site and database, count'];
const cases = victims
	.flatMap((parts) => stages.map((stage) => ({ parts, stage, name: parts.join(' and ') })))
	.filter(({ name, stage }) => whole || inShort.includes(`${name}, ${stage}`));

let product: Product;
let serial = 0;
const rows: [string, string, string][] = [];
const { exercises } = await loadExercises();
/** Short and unlike any other; each third is measured. */
const next = () => requestOf(serial++, 'x86-64', ['c'], exercises);
const request = () => nextThat(true, next);

/** A snapshot that has to outlive everything. */
let kept: { url: string; text: string };
const readKept = async () => (await fetch(product.url + kept.url)).text();

beforeAll(async () => {
	product = await startProduct();
	const { course } = await measuresAgain(product, next, performance.now());
	const response = await fetch(`${product.url}/api/snapshots`, {
		method: 'POST',
		headers: { 'content-type': 'application/json' },
		body: JSON.stringify({ run: course.id })
	});
	const { url } = await response.json();
	kept = { url, text: '' };
	kept.text = await readKept();
}, patienceMs);
afterAll(async () => {
	if (rows.length > 0)
		console.log(
			layOut({
				headings: ['killed, at', 'begins to measure again after, s', 'a run of afterwards, s'],
				rows
			})
		);
	expect(await product.close()).toBe(0);
}, patienceMs);

test.each(cases)(
	'$name killed during $stage: the run ends, nothing kept is lost, and it measures again',
	async ({ parts, stage, name }) => {
		let began: number | undefined;
		let dead = Infinity;
		let again: Promise<void> | undefined;
		const strike = async () => {
			await product.kill(...parts);
			dead = performance.now();
			await product.start(...parts);
		};
		const course = await product.run(request(), ({ event }) => {
			if (again || event.type !== 'stage' || event.stage !== stage) return;
			began = performance.now();
			again = strike();
		});
		expect(again).toBeDefined();
		await again;
		expect(endOf(course)).toMatch(goodEnd);
		// as the store has it: learners hear of events before the disk does, and of a site that dies then not all of them
		const patience = AbortSignal.timeout(patienceMs);
		const stored = await follow([product.url], course.id, {}, patience);
		expect([endOf(stored), isWhole(stored)]).toEqual([endOf(course), true]);
		const { seconds } = await measuresAgain(product, next, began ?? 0);
		const step = measuringStep(course, dead);
		const first = step ? (step.at - (began ?? 0)) / 1000 : seconds;
		rows.push([`${name}, ${stage}`, first.toFixed(1), seconds.toFixed(1)]);
		expect(await readKept()).toBe(kept.text);
	},
	2 * patienceMs
);

test(
	'readers whose connections are cut at every stage hear everything once, and have the same report as one who was not cut',
	async () => {
		const relay = await openRelay('port', {
			host: '127.0.0.1',
			port: Number(new URL(product.url).port)
		});
		const through = `http://127.0.0.1:${relay.port}`;
		const patience = AbortSignal.timeout(patienceMs);
		const cuts: Stage[] = [];
		let others: Promise<Course[]> | undefined;
		const onHeard = (id: string) => {
			others ??= Promise.all([
				follow([product.url], id, {}, patience),
				follow([through], id, { folds: true }, patience)
			]);
		};
		const leaves = (heard: readonly Heard[]) => {
			const event = heard.at(-1)?.event;
			if (event?.type !== 'stage') return false;
			cuts.push(event.stage);
			relay.behave({ is: 'away' });
			relay.behave({ is: 'good' });
			return true;
		};
		try {
			const cut = await learn([through], request(), { onHeard, leaves }, patience);
			const [uncut, folding] = (await others) ?? [];
			expect([...new Set(cuts)].sort()).toEqual(stages.toSorted());
			expect(uncut?.connections).toBe(1);
			const said = (course?: Course) =>
				course?.heard.flatMap(({ seq, event }) => (seq === undefined ? [] : [{ seq, event }]));
			expect(said(uncut)?.at(-1)?.event.type).toBe('finished');
			for (const course of [cut, folding]) {
				expect(course?.connections).toBeGreaterThan(1);
				expect(said(course)).toEqual(said(uncut));
			}
			expect(cut.connections).toBeGreaterThan(cuts.length);
		} finally {
			await relay.close();
		}
	},
	patienceMs
);
