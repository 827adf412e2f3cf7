import { expect, test } from 'vitest';
import type { Report } from '@cyclelab/contract/schema/report';
import { pointOf, predictedFor, variantReport } from '../../../fixtures/examples.ts';
import { explainable, likeStraightLine, passCycles } from './loop-limits.ts';

const hotLoop = {
	symbol: 'kernel',
	instructions: [],
	badges: [],
	share: 1,
	pathCoverage: 1,
	sourceIterations: 4
};
const point = (cycles: number) => pointOf(cycles);
const variant = {
	...variantReport('split'),
	source: 'a',
	hotLoop,
	predictions: [predictedFor(2)],
	points: [point(2), point(2.5)]
};
const report = {
	target: 'x86-64',
	finishedAt: '2026-01-02',
	variants: [variant]
} as unknown as Report;

test('a loop is explained once it is measured, as long as its source is the measured one', () => {
	expect(explainable(report, 'split', 'a')).toBe(variant);
	expect(explainable(report, 'split', 'b')).toBeUndefined();
	expect(explainable(report, 'other', 'a')).toBeUndefined();
	expect(explainable({ ...report, target: 'arm64' }, 'split', 'a')).toBeUndefined();
	const { finishedAt: _, ...running } = report;
	expect(explainable(running, 'split', 'a')).toBeUndefined();
	const without = (part: object): Report => ({ ...report, variants: [{ ...variant, ...part }] });
	expect(explainable(without({ points: [] }), 'split', 'a')).toBeUndefined();
	expect(explainable(without({ hotLoop: undefined }), 'split', 'a')).toBeUndefined();
	const marked = (id: string) => without({ hotLoop: { ...hotLoop, badges: [{ id }] } });
	expect(explainable(marked('branch-prediction'), 'split', 'a')).toBeDefined();
	expect(explainable(marked('call'), 'split', 'a')).toBeUndefined();
	expect(explainable(marked('path-dependent'), 'split', 'a')).toBeUndefined();
});

test('a pass takes the cycles of its iterations, and is compared with the straight line', () => {
	expect(passCycles(variant)).toEqual({ low: 8, high: 10 });
	expect(passCycles({ ...variant, points: [] })).toBeUndefined();
	const line = (median: number) => ({ median, low: median, high: median });
	expect(likeStraightLine({ low: 8, high: 8 }, line(8.5))).toBe('everywhere');
	expect(likeStraightLine({ low: 8, high: 10 }, line(8.5))).toBe('somewhere');
	expect(likeStraightLine({ low: 6, high: 6 }, line(8))).toBe('nowhere');
	expect(likeStraightLine({ low: 9, high: 30 }, line(8))).toBe('nowhere');
});
