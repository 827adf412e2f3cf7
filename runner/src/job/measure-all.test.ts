import { expect, test } from 'vitest';
import { at, limits, steady } from '../../fixtures/measure/plans.ts';
import { budget } from '../measure/budget.ts';
import { startDeadline } from '../measure/deadline.ts';
import { startPlan } from '../measure/plan.ts';
import type { PlaceState } from '../measure/plan-state.ts';
import type { Command, Output, Sandbox } from '../sandbox/command.ts';
import { measurePlaces } from './measure-all.ts';

const { signal } = new AbortController();
/** As many as the longest sweep of three variants has. */
const places = Array.from({ length: 18 }, (_, i) => 2 ** i).flatMap((size) =>
	['a', 'b', 'c'].map((variant) => at(variant, size))
);

/** The harness's rows after a setup of this length, with the requested number of samples. */
function rowsAfter(setupMs: number, wanted: number): Buffer {
	const { hello, first, samples } = steady;
	const end = {
		...steady.end,
		samples: wanted,
		tsc: hello.tsc + setupMs * 2.6e6,
		ns: hello.ns + setupMs * 1e6
	};
	const taken = Array.from({ length: wanted }, (_, i) => samples[i % samples.length]);
	const rows = [{ ...hello, setupNs: setupMs * 1e6 }, first, ...taken, end];
	return Buffer.from(rows.map((row) => `${JSON.stringify(row)}\n`).join(''));
}

/** A sandbox with a simulated clock, whose programs set up for so long and are killed at their wall clock. */
function simulated(setupMs: number) {
	let passedMs = 0;
	const run = ({ limits: { wallMs }, env }: Command): Promise<Output> => {
		const timedOut = setupMs > wallMs;
		const tookMs = Math.min(setupMs, wallMs);
		passedMs += tookMs;
		return Promise.resolve({
			exit: timedOut ? { signal: 'SIGKILL' } : { code: 0 },
			stdout: Buffer.of(),
			stderr: Buffer.of(),
			timedOut,
			outOfMemory: false,
			results: timedOut ? Buffer.of() : rowsAfter(setupMs, Number(env['CYCLELAB_SAMPLES'])),
			wallMs: tookMs,
			cpuMs: tookMs,
			maxResidentKiB: 0,
			produced: []
		});
	};
	const none = () => Promise.reject(new Error('only programs run here'));
	const sandbox: Sandbox = { run, get: none, put: none, dispose: () => Promise.resolve() };
	return { sandbox, now: () => passedMs };
}

async function measured(setupMs: number) {
	const { sandbox, now } = simulated(setupMs);
	const told: PlaceState[] = [];
	const deadline = startDeadline(budget.editedRunMs, now);
	const plan = startPlan(places, limits, 1);
	const onPlace = (place: PlaceState) => told.push(place);
	const ended = await measurePlaces(plan, sandbox, () => undefined, onPlace, signal, deadline);
	const kinds = ended.places.map(({ failure }) => failure?.kind);
	return { passedMs: now(), kinds, done: ended.places.every(({ done }) => done), told };
}

test('a setup that sleeps holds the core for a minute, however many places there are', async () => {
	const { passedMs, kinds, done, told } = await measured(8000);
	expect(passedMs).toBe(60_000);
	expect(kinds).toEqual([...Array(7).fill(undefined), ...Array(47).fill('no-time-left')]);
	expect([done, told.length]).toEqual([true, places.length]);
	expect(told.at(-1)?.failure).toEqual({
		kind: 'no-time-left',
		stage: 'measure',
		variant: 'c',
		limitMs: 60_000
	});
});

test('a process that is killed at the end of that minute did not take too long by itself', async () => {
	// Seven of these fit, and the eighth is killed after 4 of its 8 s.
	const { kinds } = await measured(8000);
	expect(kinds).not.toContain('timeout');
});

test('an ordinary setup is measured at every place', async () => {
	const { kinds, passedMs } = await measured(20);
	expect(kinds).toEqual(Array(54).fill(undefined));
	expect(passedMs).toBe(54 * budget.processes * 20);
});

test('each place of the first value is shown once before it is done, and every place once when it is', async () => {
	const { told } = await measured(20);
	const name = ({ place, done }: PlaceState) =>
		`${place.variant}${Object.values(place.parameters)[0]}${done ? '' : ' so far'}`;
	expect(told.slice(0, 6).map(name)).toEqual([
		'c1 so far',
		'b1 so far',
		'a1 so far',
		'c1',
		'a1',
		'b1'
	]);
	expect(told.slice(3).every(({ done }) => done)).toBe(true);
	expect(told.length).toBe(3 + places.length);
});

test('a program that never ends has taken too long, long before the minute is over', async () => {
	const { kinds, passedMs } = await measured(1e9);
	expect([kinds, passedMs]).toEqual([Array(54).fill('timeout'), 3 * limits.wallMs]);
});
