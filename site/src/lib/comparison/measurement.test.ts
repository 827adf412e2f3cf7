import { expect, test } from 'vitest';
import type { Measured } from '@cyclelab/contract/schema/measurement';
import type { Report } from '@cyclelab/contract/schema/report';
import {
	exactly,
	factsOf,
	host,
	measuredAt,
	reportOf,
	variantReport
} from '../../../fixtures/examples.ts';
import { headingOf } from './heading.ts';
import { measurementOf, stridesOf } from './measurement.ts';
import { rowsOf } from './rows.ts';

const facts = factsOf('What is a cycle?', { add: 'Additions', multiply: 'Multiplications' });
const measured = (cycles: number, clockGHz: number, drift: number): Measured =>
	measuredAt(cycles, {
		nsPerIteration: exactly(cycles / clockGHz),
		setAside: 2,
		clockGHz,
		clock: { counter: 'tsc', counterGHz: 2.6, ruler: 'a chain of multiplications' },
		drift
	});
const variant = (id: string, value?: Measured) =>
	variantReport(id, {
		points: value ? [{ parameters: {}, documented: [], measured: value }] : []
	});
const { runner } = reportOf([]);
const noiseFloor = {
	relative: 0.0042,
	pairs: 40,
	falseVerdicts: 1,
	at: '2026-11-20T22:10:00Z'
};
const report = (variants: Report['variants']) =>
	reportOf(variants, { target: 'arm64', runner: { ...runner, noiseFloor } });

test('sentences describe the measurement, over all rows', () => {
	const both = report([
		variant('add', measured(2, 4.1, 0.001)),
		variant('multiply', measured(6, 4.12, 0.003))
	]);
	const rows = rowsOf(facts, both);
	expect(measurementOf(both, rows)?.map(({ name, text }) => `${name}: ${text}`)).toEqual([
		'Clock read: time-stamp counter (TSC), 2.60 GHz',
		'Its unit: a chain of multiplications',
		'Core clock: 4.10 GHz to 4.12 GHz, moved by 0.300 % between the samples used',
		'Noise floor: 0.420 %: 95 % of 40 pairs of identical code differed by no more; 1 was wrongly called faster or slower; last pair 20 Nov 2026, 22:10 UTC',
		'Samples: 110 samples used, of 10 processes, 6 disturbed by the system, 4 set aside because the core was shared'
	]);
});

test('without a measurement there is no description, and the heading names what there is', () => {
	const inspected = report([variant('add'), variant('multiply')]);
	expect(measurementOf(inspected, rowsOf(facts, inspected))).toBeUndefined();
	expect([
		headingOf(facts, undefined),
		headingOf({ ...facts, document: { ...facts.document, number: '1' } }, undefined),
		headingOf(facts, inspected),
		headingOf(facts, { ...inspected, summary: 'Reproduced.' }),
		headingOf(facts, report([variant('add', measured(2, 4, 0))]))
	]).toEqual([
		'These loops, not run yet.',
		'The document gives no figures for these loops.',
		'Counted and predicted for arm64, not measured here.',
		'Reproduced.',
		'The run ended without a comparison.'
	]);
});

test('one kernel of free play that was measured at several sizes takes from so many to so many cycles', () => {
	const sizes = report([
		variantReport('add', {
			points: [5, 26].map((cycles, size) => ({
				parameters: { size },
				documented: [],
				measured: measured(cycles, 4, 0)
			}))
		})
	]);
	expect(headingOf({ ...facts, free: true }, sizes)).toBe(
		'“Additions” takes 5.00 to 26.0 cycles an iteration here, by its size.'
	);
});

test('the distance of addresses in one set is given for caches near the core whose ways are known', () => {
	const cache = (level: number, type: 'data' | 'unified', KiB: number, ways?: number) => ({
		level,
		type,
		bytes: KiB * 1024,
		...(ways && { ways })
	});
	const caches = [
		cache(1, 'data', 32, 8),
		cache(2, 'unified', 1024, 8),
		cache(3, 'unified', 32768, 16)
	];
	expect(stridesOf({ ...host, caches })).toEqual([
		{
			name: 'Cache sets',
			term: 'cache',
			text: 'L1 data 32 KiB, 8 ways: addresses 4 KiB apart share a set; L2 1 MiB, 8 ways: addresses 128 KiB apart share a set (physical addresses)'
		}
	]);
	expect(stridesOf({ ...host, caches: [cache(1, 'data', 32)] })).toEqual([]);
});
