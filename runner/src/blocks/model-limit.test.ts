import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import type { Limit, Why } from '@cyclelab/contract/schema/why';
import { limitByAnalysis, limitByBounds } from './model-limit.ts';

const measured = (...limits: Limit[]): Why['limits'] =>
	limits.map((limit) => ({ limit, by: 0, saved: { median: 1, low: 0.9, high: 1.1 } }));
const recorded = (name: string) =>
	readFileSync(
		join(import.meta.dirname, '../../fixtures/predict', name, 'bottlenecks.txt'),
		'utf8'
	);
/** From the line on that the runner's reader begins with. */
const analysis = (name: string) => {
	const text = recorded(name);
	return text.slice(text.search(/^(Cycles with backend|No resource)/m)).replaceAll(/ +$/gm, '');
};

test('the largest bound is the limit, and a bound by ports is that of the busiest units', () => {
	const answers = { 'bound: chain': 1, 'bound: ports of the model': 2, 'bound: width': 1.5 };
	expect(limitByBounds(answers, ['loads', 'stores'], measured('stores', 'chain'))).toEqual({
		limit: 'stores',
		cycles: 2,
		agrees: true
	});
	expect(limitByBounds(answers, ['loads'], measured('stores'))).toEqual({
		limit: 'loads',
		cycles: 2,
		agrees: false
	});
	expect(limitByBounds(answers, [], measured('stores'))).toEqual({
		limit: 'units',
		cycles: 2,
		agrees: false
	});
	expect(limitByBounds(answers, ['loads'], undefined)).toEqual({ limit: 'loads', cycles: 2 });
	expect(limitByBounds({ 'bound: chain': { refused: 'unknown' } }, [], [])).toBeUndefined();
});

test('the largest share of the bottleneck analysis is the limit', () => {
	expect(limitByAnalysis(analysis('bound'), [], measured('chain'))).toEqual({
		limit: 'chain',
		resources: 20.28,
		registers: 64.14,
		memory: 0,
		agrees: true
	});
});

test('no bottleneck agrees with no limit', () => {
	expect(limitByAnalysis(analysis('free'), [], [])).toEqual({
		resources: 0,
		registers: 0,
		memory: 0,
		agrees: true
	});
	expect(limitByAnalysis(analysis('free'), [], measured('units'))?.agrees).toBe(false);
});

test('a text of another form is no analysis', () => {
	expect(limitByAnalysis('Cycles with backend pressure increase [ 1% ]', [], [])).toBeUndefined();
	expect(limitByAnalysis(undefined, [], [])).toBeUndefined();
});
