import { describe, expect, test } from 'vitest';
import type { FromRunner, RunnerDescription } from '@cyclelab/contract/schema/gateway';
import type { RunEvent } from '@cyclelab/contract/schema/job';
import type { LoopWhy } from '@cyclelab/contract/schema/loop-why';
import type { Point } from '@cyclelab/contract/schema/measurement';
import type { Report } from '@cyclelab/contract/schema/report';
import type { Conclusions } from '@cyclelab/contract/schema/verdicts';
import {
	host as exampleHost,
	measuredAt,
	reportOf,
	variantReport
} from '../../fixtures/examples.ts';
import { forbiddenTimeIn } from './emulated.ts';

const host: RunnerDescription['host'] = {
	...exampleHost,
	arch: 'arm64',
	microarchitecture: 'generic',
	processor: 'arm64 under qemu-user',
	identity: 'emulated',
	emulated: true
};
const runner: RunnerDescription = {
	id: 'arm',
	contract: 3,
	host,
	measures: [],
	inspects: ['arm64'],
	toolchains: [],
	slots: 1,
	slowSlots: 0
};
const point: Point = { parameters: {}, documented: [], note: 'It ran.' };
const interval = { median: 3, low: 2.9, high: 3.1 };
const timed: Point = { ...point, measured: measuredAt(3) };
const loopWhy: LoopWhy = {
	text: 'inc rax',
	predictor: {
		id: 'llvm-mca',
		tool: 'llvm-mca',
		version: '22',
		model: 'znver5',
		exact: true,
		options: []
	},
	predicted: 1,
	why: { at: '2026-11-21T21:00:00Z', whole: interval, tried: [], left: 0, limits: [], model: {} }
};
const floor = { relative: 0.01, pairs: 20, falseVerdicts: 0, at: '2026-11-21T21:00:00Z' };

const reportWith = (points: Point[], change: Partial<Report> = {}): Report =>
	reportOf([variantReport('word', { points })], {
		exercise: 'stores',
		target: 'arm64',
		runner: { id: runner.id, arch: 'arm64', microarchitecture: 'generic', host },
		...change
	});
const claim = {
	id: 'stall',
	statement: 'It waits.',
	expected: { atLeast: 4 },
	sentence: 'It does.',
	verdict: 'reproduced' as const
};
const conclusions: Conclusions = {
	finishedAt: '2026-01-01T00:00:05.000Z',
	variants: [{ id: 'word', points: [] }],
	claims: [],
	knees: []
};
const events: Record<string, RunEvent> = {
	'a point with a time': { type: 'point', variant: 'word', point: timed },
	'a point with what models and times say together': {
		type: 'point',
		variant: 'word',
		point: { ...point, comparison: { verdict: 'agree', sentence: 'As predicted.' } }
	},
	'a variant with a time': {
		type: 'inspected',
		variant: { ...reportWith([timed]).variants[0]! }
	},
	'a first report with a clock': {
		type: 'started',
		report: reportWith([], { runner: { ...reportWith([]).runner, clockGHz: 3 } })
	},
	'a report with a noise floor': {
		type: 'started',
		report: reportWith([], { runner: { ...reportWith([]).runner, noiseFloor: floor } })
	},
	'a report with a claim about time': {
		type: 'started',
		report: reportWith([], { claims: [{ ...claim, measure: 'time' }] })
	},
	'a prediction with events': {
		type: 'simulated',
		variant: 'word',
		events: {
			parameters: {},
			prediction: { model: 'Znver5', cyclesPerIteration: 4, parts: { core: 4 }, latencies: [4] }
		}
	},
	'the limits of a loop': { type: 'explained', variant: 'word', why: loopWhy },
	'a report with the limits of a loop': {
		type: 'started',
		report: reportWith([], {
			variants: reportWith([]).variants.map((variant) => ({ ...variant, why: loopWhy }))
		})
	},
	'a report with a step of a sweep': {
		type: 'started',
		report: reportWith([], {
			knees: [{ variant: 'word', from: 1, to: 2, before: 4, after: 9 }]
		})
	},
	'conclusions with a clock': { type: 'finished', conclusions: { ...conclusions, clockGHz: 3 } },
	'conclusions with a claim about time': {
		type: 'finished',
		conclusions: { ...conclusions, claims: [{ ...claim, measure: 'time' }] }
	},
	'conclusions with what models and times say together': {
		type: 'finished',
		conclusions: {
			...conclusions,
			variants: [
				{
					id: 'word',
					points: [{ parameters: {}, comparison: { verdict: 'agree', sentence: 'As predicted.' } }]
				}
			]
		}
	},
	'a report that hides that it was emulated': {
		type: 'started',
		report: reportWith([], {
			runner: { ...reportWith([]).runner, host: { ...host, emulated: false } }
		})
	}
};
const eventMessage = (event: RunEvent): FromRunner => ({ type: 'event', run: 'run', event });

describe('of an emulated runner the gateway refuses', () => {
	test.each(Object.entries(events))('%s', (_, event) => {
		expect(forbiddenTimeIn(eventMessage(event), runner)).toMatch(
			/^This runner is emulated, so it must not send times, and it sent one: .+\. Run the same version of runner and site\.$/
		);
	});

	test.each<[string, Partial<RunnerDescription>]>([
		['what it measures', { measures: ['arm64'] }],
		['its clock', { clockGHz: 3 }],
		['its noise floor', { noiseFloor: floor }]
	])('an introduction with %s', (where, change) => {
		const hello: FromRunner = { type: 'hello', runner: { ...runner, ...change } };
		expect(forbiddenTimeIn(hello)).toContain(`it sent one: ${where}.`);
	});

	test('a calibration', () => {
		const clockGHz = { median: 3, low: 3, high: 3 };
		const calibrations = [{ at: '2026-11-21T21:00:00Z', clockGHz }];
		expect(forbiddenTimeIn({ type: 'calibrations', calibrations }, runner)).toContain(
			'a calibration'
		);
	});

	test('a later report that it is not emulated', () => {
		const hello: FromRunner = {
			type: 'hello',
			runner: { ...runner, host: { ...host, emulated: false } }
		};
		expect(forbiddenTimeIn(hello, runner)).toBe(
			'A runner that reported that it is emulated now reports that it is not. Restart it under another name.'
		);
	});
});

describe('let through is', () => {
	test('messages without times of an emulated runner: starts, counts, and claims about code', () => {
		const code = { ...claim, measure: 'code' };
		const timeless: FromRunner[] = [
			{ type: 'hello', runner },
			{ type: 'state', state: 'ready' },
			eventMessage({ type: 'started', report: reportWith([]) }),
			eventMessage({ type: 'point', variant: 'word', point }),
			eventMessage({ type: 'explained', variant: 'word', why: { refused: 'It calls.' } }),
			eventMessage({ type: 'finished', conclusions: { ...conclusions, claims: [code] } })
		];
		expect(timeless.map((message) => forbiddenTimeIn(message, runner))).toEqual(
			timeless.map(() => undefined)
		);
	});

	test('every time of a runner that is not emulated', () => {
		const real = { ...runner, host: { ...host, emulated: false } };
		const all = Object.values(events).map(eventMessage);
		expect(all.map((message) => forbiddenTimeIn(message, real))).toEqual(all.map(() => undefined));
	});
});
