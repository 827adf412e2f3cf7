import { expect, test } from 'vitest';
import type { Sample } from '../schema/measurement.ts';
import { chooseSamples } from './alone.ts';

/** Samples of two processes in turn, with kernel(n) and kernel(2n) in ticks. */
const samples = (count: number, once: number, twice: number, change: Partial<Sample> = {}) =>
	Array.from({ length: count }, (_, i): Sample => ({
		process: i % 2,
		iterations: 64,
		ticks: [once, twice],
		ticksPerCycle: [1, 1],
		switches: 0,
		accepted: true,
		shared: false,
		...change
	}));

const counts = (all: Sample[]) => {
	const { used, ...others } = chooseSamples(all);
	return { used: used.length, ...others };
};

test('samples whose two calls ran at two speeds are set aside while they are the lesser part', () => {
	expect(counts([...samples(20, 100, 200), ...samples(8, 100, 215)])).toEqual({
		used: 20,
		setAside: 8,
		shared: 0,
		slowed: false
	});
});

test('a kernel with a fixed cost per call keeps all its samples: its slope is what is asked for', () => {
	expect(counts(samples(30, 110, 210))).toEqual({
		used: 30,
		setAside: 0,
		shared: 0,
		slowed: false
	});
});

test('a kernel with two speeds keeps both', () => {
	expect(counts([...samples(15, 100, 200), ...samples(15, 150, 300)])).toEqual({
		used: 30,
		setAside: 0,
		shared: 0,
		slowed: false
	});
});

test('too few steady samples are no reason to drop the others', () => {
	expect(counts([...samples(8, 100, 200), ...samples(6, 100, 210)])).toEqual({
		used: 14,
		setAside: 0,
		shared: 0,
		slowed: false
	});
});

test('the steady samples of one process do not stand for another that had none', () => {
	const of = (process: number, twice: number) =>
		samples(20, 100, twice).map((sample): Sample => ({ ...sample, process }));
	expect(counts([...of(0, 200), ...of(0, 200), ...of(1, 215)])).toEqual({
		used: 60,
		setAside: 0,
		shared: 0,
		slowed: false
	});
});

test('samples on a shared core are set aside while enough others are there', () => {
	expect(counts([...samples(12, 100, 200), ...samples(30, 140, 280, { shared: true })])).toEqual({
		used: 12,
		setAside: 30,
		shared: 0,
		slowed: false
	});
});

test('a core that was shared nearly all the time gives a number marked as shared', () => {
	expect(counts([...samples(2, 100, 200), ...samples(38, 140, 280, { shared: true })])).toEqual({
		used: 40,
		setAside: 0,
		shared: 0.95,
		slowed: true
	});
});
