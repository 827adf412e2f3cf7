import { expect, test } from 'vitest';
import type { Calibration } from '@cyclelab/contract/schema/gateway';
import type { RunnerSummary } from '../../../shared/schema.ts';
import { runnerOf } from '../../../fixtures/examples.ts';
import { Fleet } from './fleet.svelte.ts';

const at = (minute: number) => new Date(Date.UTC(2026, 10, 21, 21, minute)).toISOString();
const calibration = (minute: number): Calibration => ({
	at: at(minute),
	clockGHz: { median: 4, low: 3.9, high: 4.1 }
});

function fleetThat(...answers: (RunnerSummary[] | Error)[]) {
	const asked: string[] = [];
	const api = {
		runners: () => {
			const answer = answers.shift();
			return Array.isArray(answer) ? Promise.resolve(answer) : Promise.reject(answer);
		},
		calibrations: (id: string) => {
			asked.push(id);
			return Promise.resolve([calibration(0), calibration(1)]);
		}
	};
	const known = { runners: [], histories: { one: [calibration(0)] }, now: 1 };
	return { fleet: new Fleet(api, known), asked };
}

test('only histories to which something was added are read again', async () => {
	const one = runnerOf({ id: 'one', calibratedAt: at(0) });
	const two = runnerOf({ id: 'two' });
	const later = { ...one, calibratedAt: at(1) };
	const { fleet, asked } = fleetThat([one, two], [later, two]);
	await fleet.refresh(2);
	expect([fleet.runners, fleet.now, asked]).toEqual([[one, two], 2, []]);
	await fleet.refresh(3);
	expect([fleet.runners, fleet.now, asked]).toEqual([[later, two], 3, ['one']]);
	expect(fleet.histories).toEqual({ one: [calibration(0), calibration(1)] });
});

test('what was known stays, marked as such, while the site does not answer', async () => {
	const one = runnerOf({ id: 'one' });
	const { fleet } = fleetThat([one], new Error('away'), []);
	await fleet.refresh(2);
	await fleet.refresh(3);
	expect([fleet.runners, fleet.now, fleet.lost]).toEqual([[one], 2, true]);
	await fleet.refresh(4);
	expect([fleet.runners, fleet.now, fleet.lost]).toEqual([[], 4, false]);
});
