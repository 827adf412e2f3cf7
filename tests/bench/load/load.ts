/** Many learners on one machine at once: failures, times, growth of memory, and stability of measurements. */
import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { SeatTaken } from '@cyclelab/site/shared/workshop-participant.ts';
import { WorkshopOpened } from '@cyclelab/site/shared/workshop-schema.ts';
import { honestInterval, floorOf } from '../../../runner/src/measure/ratio.ts';
import type { Interval } from '../../../runner/src/schema/measurement.ts';
import type { Report } from '../../../runner/src/schema/report.ts';
import { fixed } from '../numbers.ts';
import { settle, startBenchProduct } from '../product.ts';
import type { Context, SectionResult, Section, Table } from '../section.ts';
import { exercise, inspected, sourceOf } from '../subject.ts';
import { reasonsOf, tableOf, type Attempt } from './attempts.ts';
import { openBrowser } from './browser.ts';
import {
	askBefore,
	holdStream,
	kinds,
	learn,
	measured,
	measureOnce,
	type Learner
} from './learner.ts';
import type { LoadOptions } from './options.ts';
import { steadinessOf, type Steadiness } from './steady.ts';
import { look, tableOfLooks, type Look } from './watch.ts';

/** Runs of the same code before the load. */
const idleRuns = 12;
/** Participants of one workshop; half of all learners are in a workshop. */
const roomOf = 50;
/** Time limit for the last acts, ms. */
const lastMs = 300_000;

export const load = ({ learners, minutes }: LoadOptions): Section => ({
	name: 'load',
	about: `${learners} learners for ${minutes} min, each doing something every 10 to 50 s, half of them in workshops with a stream held open; all limits as in life; the same code measured before and meanwhile`,
	run: (context) => run(context, { learners, minutes })
});

async function run(context: Context, { learners, minutes }: LoadOptions): Promise<SectionResult> {
	const token = randomUUID();
	// the default limits; this bench acts as the proxy that reports addresses
	const product = await startBenchProduct(context, { TRUST_PROXY: '1', METRICS_TOKEN: token });
	const site = product.url;
	await askBefore(site);
	await settle(product);
	const idle: Report[] = [];
	const alone = context.quick ? 3 : idleRuns;
	while (idle.length < alone) {
		context.at(idle.length + 1, alone, 'measuring while nobody else is there, run');
		idle.push(await measureOnce(site));
	}
	context.print(`Measured ${idle.length} times without load.`);
	await settle(product);
	const looks: Look[] = [await look(product, token, 'start')];

	const attempts: Attempt[] = [];
	const loaded: Report[] = [];
	const over = new AbortController();
	const crowd = {
		site,
		source: sourceOf(await exercise(inspected.exercise), inspected.variant),
		began: performance.now(),
		note: (attempt: Attempt) => attempts.push(attempt),
		noteReport: (report: Report) => loaded.push(report),
		over: over.signal
	};
	const { people, hosts } = await gather(site, learners);
	const streams = [
		...people.filter(({ token: seat }) => seat).map((one) => holdStream(crowd, one)),
		...hosts.map((one) => holdStream(crowd, one, one.events))
	];
	const learning = people.map((one) => learn(crowd, one));
	for (let minute = 1; minute <= Math.ceil(minutes); minute++) {
		context.at(minute, Math.ceil(minutes), 'minute');
		await sleep(Math.max(0, crowd.began + Math.min(minute, minutes) * 60_000 - performance.now()));
		looks.push(
			await look(product, token, `${fixed(Math.min(minute, minutes), minutes % 1 ? 1 : 0)} min`)
		);
		const bad = attempts.filter(({ outcome }) => outcome !== 'done').length;
		context.print(
			`${looks.at(-1)?.when}: ${attempts.length} done, ${bad} of them not as they should.`
		);
	}
	over.abort();
	const late = sleep(lastMs, 'late', { ref: false });
	const end = await Promise.race([Promise.all([...learning, ...streams]), late]);
	if (end === 'late') throw new Error(`An act was not over after ${lastMs / 1000} s.`);
	await settle(product);
	looks.push(await look(product, token, 'end, nobody there'));

	const floor = floorOf(idle.at(-1)?.runner.noiseFloor);
	const steady = measured.variants.flatMap((variant) => {
		const [before, meanwhile] = [idle, loaded].map((reports) => intervalsOf(reports, variant));
		return steadinessOf({ variant, idle: before ?? [], loaded: meanwhile ?? [] }, floor) ?? [];
	});
	const wrong = attempts.filter(({ outcome }) => outcome === 'failed' || outcome === 'hung').length;
	const share = (100 * wrong) / Math.max(1, attempts.length);
	return {
		tables: [tableOf(kinds, attempts), tableOfLooks(looks), tableOfSteadiness(steady)],
		notes: [
			`${attempts.length} things were done by ${learners} learners; ${wrong} (${fixed(share, 3)} %) failed or hung. Refused is 429 with a time to come back.`,
			...reasonsOf(attempts),
			`A measured number has changed if its ratio with its interval, widened to the noise floor of ${fixed(100 * floor)} %, does not hold 1. The learners are one process on this machine and share its tools' cores with the site and the runner.`
		],
		data: {
			learners,
			minutes,
			attempts,
			looks,
			steady,
			floor: { idle: floor, loaded: floorOf(loaded.at(-1)?.runner.noiseFloor) }
		}
	};
}

type Host = { address: string; events: string };

/** Half of the learners are in workshops and share one address for each workshop; the others have separate addresses. */
async function gather(site: string, count: number): Promise<{ people: Learner[]; hosts: Host[] }> {
	const people: Learner[] = [];
	const hosts: Host[] = [];
	const seated = Math.ceil(count / 2);
	for (let room = 0; room * roomOf < seated; room++) {
		const address = `10.1.0.${room + 1}`;
		const browser = openBrowser(site, address);
		const request = { title: 'A bench', exercises: [inspected.exercise] };
		const opened = WorkshopOpened.parse(await browser.post('/api/workshops', request));
		hosts.push({ address, events: `${opened.hostPage.replace('/host/', '/api/hosts/')}/events` });
		for (let seat = room * roomOf; seat < Math.min(seated, (room + 1) * roomOf); seat++) {
			const name = `Learner ${seat + 1}`;
			const taken = await browser.post(`/api/workshops/${opened.code}/seats`, { name });
			people.push({ address, token: SeatTaken.parse(taken).token });
		}
	}
	const alone = Array.from({ length: count - seated }, (_, at) => ({
		address: `10.2.${at >> 8}.${at & 255}`
	}));
	return { people: [...people, ...alone], hosts };
}

function intervalsOf(reports: readonly Report[], id: string): Interval[] {
	return reports.flatMap(({ variants }) =>
		variants
			.filter((variant) => variant.id === id)
			.flatMap(({ points }) => points.flatMap((point) => point.measured ?? []))
			.map(honestInterval)
	);
}

function tableOfSteadiness(steady: readonly Steadiness[]): Table {
	const percent = (part: number) => `${fixed(100 * part, 2)} %`;
	const interval = ({ median, low, high }: Interval, digits: number) =>
		`${fixed(median, digits)} [${fixed(low, digits)}, ${fixed(high, digits)}]`;
	return {
		headings: [
			...['measured', 'idle', 'loaded', 'runs', 'loaded / idle', 'changed'],
			...['runs that agree', 'floor, idle', 'floor, loaded']
		],
		rows: steady.map((one) => [
			one.variant,
			interval(one.idle, 3),
			interval(one.loaded, 3),
			`${one.runs.idle}, ${one.runs.loaded}`,
			interval(one.ratio, 4),
			one.unchanged ? 'no' : 'yes',
			percent(one.agreeing),
			percent(one.floor.idle),
			percent(one.floor.loaded)
		])
	};
}
