import { expect, test } from 'vitest';
import { explain } from '@cyclelab/contract/measure/explain';
import { recorded } from '../../runner/fixtures/measure/recorded.ts';
import { auditsInWords, blamedIn, inWords, isAccused, seenOf } from './tally.ts';

const [quiet] = recorded('imul');
if (!quiet) throw new Error('no recording');

test('processor time beside the rows, and a pause in a sample, are seen', () => {
	const { rows } = quiet;
	const ticksPerMs = (rows.end.tsc - rows.hello.tsc) / ((rows.end.ns - rows.hello.ns) / 1e6);
	const elapsedMs = 100;
	const steady = { ...rows.samples[0], t: 's', n: 1, t1: 0, t2: 0, nivcsw: 0, lost: 0 } as const;
	const ofMs = (ms: number, lostMs = 0) => ({
		...steady,
		c0: 0,
		c1: 0,
		minflt: 0,
		t2: ms * ticksPerMs,
		lost: lostMs * 1e6
	});
	const seen = seenOf(
		{
			...rows,
			hello: { ...rows.hello, tsc: 0, ns: 0 },
			samples: [ofMs(1), ofMs(1), ofMs(61, 10), ofMs(1), { ...ofMs(500), nivcsw: 1 }],
			end: { ...rows.end, tsc: elapsedMs * ticksPerMs, ns: elapsedMs * 1e6 }
		},
		{ cpuMs: 187.5 }
	);
	expect({ ...seen, pausedMs: Math.round(seen.pausedMs) }).toEqual({
		language: 'c',
		elapsedMs,
		outsideMs: 87.5,
		pausedMs: 50
	});
});

test('accusations and other failures are kept apart, of variants and of points', () => {
	const accused = explain({ kind: 'implausible', stage: 'measure', reason: 'No.' });
	const noisy = explain({ kind: 'too-noisy', stage: 'measure', accepted: 1, attempted: 2 });
	const point = (failure: typeof accused) => ({
		parameters: { size: 8 },
		documented: [],
		failure
	});
	const blamed = blamedIn({
		exercise: 'word',
		language: 'c',
		variants: [
			{ id: 'a', points: [], failure: accused },
			{ id: 'b', points: [point(noisy)] }
		]
	});
	expect(blamed).toEqual([
		{ where: 'word, c, a', failure: accused },
		{ where: 'word, c, b {"size":8}', failure: noisy }
	]);
	expect(blamed.map(isAccused)).toEqual([true, false]);
});

test('a table has a row for each language', () => {
	const one = { language: 'c', elapsedMs: 15, outsideMs: 0.5, pausedMs: 0 } as const;
	expect(
		inWords([one, { ...one, language: 'go', outsideMs: 2 }])
			.split('\n')
			.slice(-2)
	).toEqual([
		expect.stringMatching(
			/^c +1 +15\.0 \/ 15\.0 \/ 15\.0 +0\.5 \/ 0\.5 \/ 0\.5 +0\.0 \/ 0\.0 \/ 0\.0$/
		),
		expect.stringMatching(
			/^go +1 +15\.0 \/ 15\.0 \/ 15\.0 +2\.0 \/ 2\.0 \/ 2\.0 +0\.0 \/ 0\.0 \/ 0\.0$/
		)
	]);
});

test('sentences of the observer that differ in numbers only are one kind', () => {
	const checked = (each: string) => `Checked: ${each} instructions an iteration, counted ${each}.`;
	expect(auditsInWords(['Not checked.', checked('2.00'), checked('1,024')])).toBe(
		'2 times: Checked: N instructions an iteration, counted N.\n1 times: Not checked.'
	);
});
