/** The property can fail: a test for each violation. */
import type { Failure } from '@cyclelab/contract/schema/failure';
import type { VariantReport } from '@cyclelab/contract/schema/report';
import { expect, test } from 'vitest';
import { decide } from './decide.ts';

const figures = {
	nsPerIteration: { median: 1, low: 1, high: 1 },
	samples: 55,
	rejected: 0,
	processes: 5,
	modes: [],
	clockGHz: 3,
	raw: []
};
const point = (median: number, width = 0) => ({
	parameters: {},
	documented: [],
	measured: {
		...figures,
		cyclesPerIteration: { median, low: median - width, high: median + width },
		spread: [median, median] satisfies [number, number]
	}
});
const reported = (change: Partial<VariantReport> = {}): VariantReport => ({
	id: 'mine',
	edited: true,
	source: '',
	diagnostics: [],
	compilerText: '',
	functions: [],
	predictions: [],
	refusals: [],
	instructionsPerIteration: 3,
	points: [point(3)],
	...change
});
const noisy: Failure = {
	kind: 'too-noisy',
	stage: 'measure',
	accepted: 1,
	attempted: 9,
	title: 'The machine was too busy.',
	hint: 'Run it again.'
};
const crash: Failure = {
	kind: 'crash',
	stage: 'measure',
	text: '',
	title: 'It crashed.',
	hint: 'Look at it.'
};
const few: Failure = {
	kind: 'too-few-cores',
	stage: 'measure',
	needed: 2,
	has: 1,
	title: 'It needs 2 cores.',
	hint: 'Choose another runner.'
};
const outside = { from: '0x1000', to: '0x1fff', instructionsPerIteration: 0.5, share: 0.1 };
const twin = reported();

test.each<[string, Partial<VariantReport>, ReturnType<typeof decide>]>([
	['the same', {}, { measured: { ratio: 1 } }],
	['5 % more time', { points: [point(3.15)] }, { measured: { ratio: 1.05 } }],
	['more time, as far as is known', { points: [point(4.5, 1.5)] }, { measured: { ratio: 1.5 } }],
	['a crash', { points: [], failure: crash }, { refused: 'crash' }],
	[
		'a crash where it was measured',
		{ points: [{ parameters: {}, documented: [], failure: crash }] },
		{ refused: 'crash' }
	],
	['too much noise', { points: [], failure: noisy }, { undecided: 'too-noisy' }],
	[
		'too little time',
		{ points: [point(2.8)] },
		{ violated: 'it takes 2.8 cycles an iteration, its twin 3' }
	],
	[
		'too much time',
		{ points: [point(3.2)] },
		{ violated: 'it takes 3.2 cycles an iteration, its twin 3' }
	],
	[
		'too few instructions',
		{ instructionsPerIteration: 2.9 },
		{ violated: 'it counts 2.9 instructions an iteration, its twin 3' }
	],
	[
		'instructions elsewhere',
		{ unshown: [outside] },
		{ violated: 'it counts 3.5 instructions an iteration, its twin 3' }
	],
	[
		'no count',
		{ instructionsPerIteration: undefined },
		{ violated: 'it has no failure, and nothing was counted' }
	],
	[
		'no count, and why not',
		{ instructionsPerIteration: undefined, uncounted: 'A call has too many instructions.' },
		{ undecided: 'uncounted' }
	],
	['no time', { points: [] }, { violated: 'it has no failure, and nothing was measured' }],
	['two points', { points: [point(3), point(3)] }, { violated: 'it has several points' }],
	[
		'a failure without words',
		{ failure: { ...crash, title: ' ' } },
		{ violated: 'its crash has no sentence' }
	],
	[
		'a failure of the runner',
		{ failure: few },
		{ violated: 'it was refused for the runner: It needs 2 cores.' }
	]
])('%s', (_, change, expected) => {
	expect(decide(reported(change), twin)).toEqual(expected);
});

test('a refused twin violates the property, and a noisy twin leaves it undecided', () => {
	const beside = (failure: Failure) => decide(reported(), reported({ points: [], failure }));
	expect(beside(crash)).toEqual({ violated: 'its honest twin was refused: It crashed.' });
	expect(beside(noisy)).toEqual({ undecided: 'too-noisy' });
	expect(decide(reported(), reported({ points: [] }))).toEqual({
		violated: 'its honest twin was not counted and measured'
	});
});

test('a program that may do less has the time of its instructions', () => {
	const half = reported({ instructionsPerIteration: 1.5, points: [point(1.5)] });
	expect(decide(half, twin, true)).toEqual({ measured: { ratio: 1 } });
	expect(decide(half, twin)).toEqual({
		violated: 'it counts 1.5 instructions an iteration, its twin 3'
	});
	expect(decide(reported({ points: [point(1.5)] }), twin, true)).toEqual({
		violated: 'it takes 1.5 cycles an iteration, its twin 3'
	});
});
