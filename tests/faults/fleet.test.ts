/**
 * Sites and runners are killed during runs: no run is lost, and no two runners measure on one core at once. `npm test` has
 * the short form; `npm run test:faults` the long one, with emulated arm64 runners.
 */
import { hasImage, imageTag, type ImageName } from '@cyclelab/images/build';
import Docker from 'dockerode';
import { availableParallelism } from 'node:os';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { layOut } from '../bench/table.ts';
import { givenServer, givenStore } from '../integration/server/site.ts';
import { faultRun, type FaultPlan } from './fleet.ts';
import { outcomeOf, rowsOf, type Facts, type FaultOutcome } from './outcome.ts';

const whole = process.env['CYCLELAB_FAULTS'] === 'whole';
const size = whole
	? { runs: 200, learners: 24, patienceMs: 1_500_000 }
	: { runs: 40, learners: 12, patienceMs: 900_000 };

let facts: Facts;
let outcome: FaultOutcome;
let remove = async () => {};

beforeAll(async () => {
	if (givenServer === undefined)
		throw new Error('CYCLELAB_TEST_DATABASE_URL is not set. Run `npm run test:faults`.');
	const store = await givenStore(givenServer);
	remove = store.remove;
	facts = await faultRun({
		...size,
		database: store.settings['DATABASE_URL'] ?? '',
		sites: 3,
		runners: await runners(),
		log: (sentence) => console.log(sentence)
	});
	outcome = outcomeOf(facts);
	const rows = rowsOf(facts, outcome);
	console.log(layOut({ headings: ['fault run', ''], rows }));
}, size.patienceMs + 120_000);
afterAll(() => remove());

/** All runners measure on the last core, so they must take turns. */
async function runners(): Promise<FaultPlan['runners']> {
	const last = `${availableParallelism() - 1}`;
	const env = { MEASURE_CPUS: process.env['MEASURE_CPUS'] ?? last, TOOLS_CPUS: '0' };
	const x86 = { arch: 'x86-64', languages: ['c', 'cpp', 'go'], env } as const;
	if (!whole) return [x86, x86, x86];
	const docker = new Docker();
	const has = async (name: ImageName) => hasImage(docker, await imageTag(name, 'arm64'));
	const [cc, go] = await Promise.all([has('cc'), has('go')]);
	if (!cc && process.env['CYCLELAB_ARM64'] === '1')
		throw new Error('CYCLELAB_ARM64 needs arm64 images. Build them, or unset it.');
	if (!cc) return [x86, x86, x86, x86];
	const languages = go ? (['c', 'cpp', 'go'] as const) : (['c', 'cpp'] as const);
	const arm64 = { arch: 'arm64', languages, env: { ...env, RUNNER_EMULATES: 'arm64' } } as const;
	return [x86, x86, arm64, arm64];
}

test('every run finishes, is cancelled by its learner, or fails with a known sentence', () => {
	expect(outcome.withoutResult).toEqual([]);
	const { finished = 0, failed = 0, cancelled = 0, ...others } = outcome.ends;
	expect([others, finished + failed + cancelled]).toEqual([{}, facts.asked]);
	const sentences = Object.keys(outcome.sentences);
	expect(
		sentences.filter((sentence) => !allowed.some((pattern) => pattern.test(sentence)))
	).toEqual([]);
});

/** A run whose two runners died, or whose sandbox an overloaded engine ended. */
const allowed = [
	/^SET_ASIDE: 2 times a runner or its Docker Engine stopped working over this run, so it was set aside\. Run it again; /,
	/^CONTAINER_DIED: .*This is not your code; run it again/
];

test('the runs of a killed runner are queued again, and their learners get an event', () => {
	const held = facts.kills.flatMap((kill) => kill.held);
	expect(outcome.handedBack).toBeGreaterThan(1);
	expect(outcome.handedBack + outcome.endedAnyway).toBe(held.length);
	expect(outcome.restartedSilently).toBe(0);
});

test('a run whose two runners were killed is set aside', () => {
	expect(outcome.setAside).toBeGreaterThan(0);
});

test('a learner who reconnects to another site gets every event exactly once', () => {
	expect(outcome.reconnections).toBeGreaterThan(facts.asked / 8);
	expect(outcome.brokenHistories).toBe(0);
});

test('no two runners measure at once on one core', () => {
	// Every runner was observed measuring, so the watch works.
	expect(Object.keys(facts.measured).sort()).toEqual(facts.names.toSorted());
	expect(facts.overlaps).toEqual([]);
});

test('no sandbox, no run without an end and no queued job is left', () => {
	expect(facts.containersLeft).toBe(0);
	expect(facts.store).toMatchObject({ withoutOneEnd: 0, withGaps: 0 });
	expect(Object.keys(facts.store.states).sort()).toEqual(Object.keys(outcome.ends).sort());
});
