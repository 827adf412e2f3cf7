import { expect, test } from 'vitest';
import { statusOf } from './status.mjs';

const report = (more = {}) => ({
	variants: [{ id: 'a', points: [{ measured: { cyclesPerIteration: { low: 3.9, high: 4.1 } } }] }],
	claims: [
		{ id: 'held', verdict: 'reproduced' },
		{ id: 'elsewhere', verdict: 'not-here' },
		{ id: 'noisy', verdict: 'too-noisy' }
	],
	...more
});
const asked = (...claims) => ({ claims, challenge: false, atMost: [] });

test.each([
	['nothing is asked', [], 0],
	['a claim held', ['held'], 0],
	['a claim did not', ['held', 'elsewhere'], 1],
	['a claim without a verdict', ['held', 'noisy'], 4],
	['a refuted claim takes precedence over a claim without a verdict', ['noisy', 'elsewhere'], 1],
	['all are asked', ['all'], 1]
])('%s', (_, claims, status) => expect(statusOf(report(), asked(...claims))).toEqual({ status }));

test('a claim that the run does not have is wrong usage', () => {
	expect(statusOf(report(), asked('fast'))).toEqual({
		status: 2,
		message: 'There is no claim "fast" in this run; it has held, elsewhere, noisy.'
	});
});

test('failed code has a different status than a claim that did not hold', () => {
	const failure = { kind: 'compile' };
	expect(statusOf(report({ variants: [{ failure, points: [] }] }), asked())).toEqual({ status: 3 });
	expect(statusOf(report({ variants: [{ points: [{ failure }] }] }), asked('held'))).toEqual({
		status: 3
	});
});

test('a machine that was too busy is no failure of the code, and hides none', () => {
	const busy = { failure: { kind: 'too-noisy' } };
	const points = [busy];
	const noisy = report({ variants: [{ id: 'a', points }] });
	expect(statusOf(noisy, asked())).toEqual({ status: 4 });
	expect(statusOf(noisy, asked('held'))).toEqual({ status: 4 });
	expect(statusOf(noisy, asked('elsewhere'))).toEqual({ status: 1 });
	const crashed = { id: 'b', failure: { kind: 'crash' }, points: [] };
	expect(statusOf(report({ variants: [{ id: 'a', points }, crashed] }), asked())).toEqual({
		status: 3
	});
});

test.each([
	['passed', 0],
	['not-yet', 1],
	['too-noisy', 4]
])('a challenge that is %s', (verdict, status) => {
	const challenged = report({ challenge: { verdict } });
	expect(statusOf(challenged, { ...asked(), challenge: true })).toEqual({ status });
	expect(statusOf(challenged, asked())).toEqual({ status: 0 });
});

test('a challenge that was not tried cannot be judged', () => {
	expect(statusOf(report(), { ...asked(), challenge: true })).toEqual({
		status: 2,
		message: 'The challenge was not judged: change its variant with --source.'
	});
});

test.each([
	[4.2, 0],
	[3.8, 1],
	[4, 4]
])('a limit of %d cycles for what takes 3.9 to 4.1 ends with %i', (cycles, status) => {
	expect(statusOf(report(), { ...asked(), atMost: [{ variant: 'a', cycles }] })).toEqual({
		status
	});
});

test('a limit for a variant that was not run is wrong usage', () => {
	expect(statusOf(report(), { ...asked(), atMost: [{ variant: 'x', cycles: 1 }] })).toEqual({
		status: 2,
		message: 'There is no variant "x" in this run; it has a.'
	});
});
