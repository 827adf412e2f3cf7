import { expect, test } from 'vitest';
import type { Facts } from '@cyclelab/exercises/schema';
import { forwarding, host, report } from '@cyclelab/contract/fixtures/examples';
import { recorded } from '../../fixtures/measure/recorded.ts';
import { emulatedHost } from '../host/emulated.ts';
import type { PlaceState } from '../measure/plan-state.ts';
import type { Job } from '@cyclelab/contract/schema/job';
import { conclude, doubtsClock, emptyReport, withClock } from './conclude.ts';
import { ranUnderEmulation } from '../measure/point.ts';

const job: Job = {
	run: 'run-1',
	exercise: 'store-forwarding',
	facts: forwarding,
	language: 'c',
	target: 'x86-64',
	compiler: 'clang-22',
	flags: ['-fno-unroll-loops'],
	variants: forwarding.variants.map(({ id }) => ({ id, edited: false, source: '' })),
	values: [],
	stages: ['inspect', 'measure'],
	models: 'host'
};
const at = new Date('2026-11-21T01:00:00Z');

const place = (variant: 'word' | 'bytes'): PlaceState => ({
	place: {
		variant,
		execute: { argv: [`{in}/${variant}.elf`], env: {}, uses: [`${variant}.elf`] },
		parameters: {}
	},
	processes: recorded(variant).map(({ rows }) => rows),
	commands: [],
	spentMs: 50,
	done: true
});

test('a report begins with who runs it, on what, and with which flags', () => {
	expect(
		emptyReport(
			job,
			{
				runner: { id: 'local', host },
				clockGHz: 3.9,
				toolchains: new Map([
					['clang-22', { version: '19.1.7', image: 'cyclelab/cc:1', digest: 'sha256:1' }]
				]),
				llvmMca: '19.1.7'
			},
			at
		)
	).toEqual({
		run: 'run-1',
		exercise: 'store-forwarding',
		language: 'c',
		target: 'x86-64',
		startedAt: '2026-11-21T01:00:00.000Z',
		runner: { id: 'local', arch: 'x86-64', microarchitecture: 'znver5', clockGHz: 3.9, host },
		toolchain: {
			compiler: 'clang-22',
			version: '19.1.7',
			flags: ['-O2', '-g', '-march=x86-64-v3', '-fno-unroll-loops'],
			image: 'cyclelab/cc:1',
			digest: 'sha256:1',
			llvmMca: '19.1.7'
		},
		variants: [],
		claims: [],
		knees: []
	});
});

test('recorded samples of both variants become points, a judged claim and a sentence', () => {
	const end = conclude(job, report({ bytes: [], word: [] }), [place('bytes'), place('word')], at);
	expect(end.variants.map(({ id, points }) => [id, points.length])).toEqual([
		['word', 1],
		['bytes', 1]
	]);
	expect(end.claims.map(({ id, verdict }) => [id, verdict])).toEqual([['stall', 'reproduced']]);
	expect(end.summary).toBe(
		'Reproduced: “Four bytes” takes 16.0 cycles here, 5.3 times as long as “One word”.'
	);
	expect(end.finishedAt).toBe('2026-11-21T01:00:00.000Z');
});

test('a variant with another checksum than the baseline keeps no number, and its claim is not judged', () => {
	const before = report({ bytes: [], word: [] });
	const variants = before.variants.map((variant) => ({ ...variant, checksum: variant.id }));
	const end = conclude(job, { ...before, variants }, [place('bytes'), place('word')], at);
	expect(end.variants.map(({ id, failure, points }) => [id, failure?.kind, points.length])).toEqual(
		[
			['word', undefined, 1],
			['bytes', 'implausible', 0]
		]
	);
	expect(end.claims.map(({ verdict }) => verdict)).toEqual(['not-measured']);
});

test('a run that only inspects judges what needs no measurement: instructions, code, and a challenge so far', () => {
	const facts: Facts = {
		...forwarding,
		claims: [
			...forwarding.claims,
			...forwarding.claims.map((claim) => ({ ...claim, id: 'more', measure: 'instructions' }))
		],
		codeClaims: [
			{
				id: 'stores',
				statement: 'It stores.',
				target: 'x86-64',
				of: { variant: 'word', parameters: {} },
				code: { has: '^mov', times: 1, where: 'all' }
			}
		],
		challenge: {
			text: 'Faster!',
			hints: ['One.', 'Two.'],
			why: 'It is.',
			start: { variant: 'bytes', parameters: {} },
			goals: [
				{ kind: 'instructions', atMost: 12 },
				{ kind: 'ratio', measure: 'time', to: { variant: 'word', parameters: {} }, atMost: 1.1 }
			]
		}
	};
	const seen = report({ word: [], bytes: [] });
	const functions = [
		{ symbol: 'kernel', address: '0x10', instructions: [{ address: '0x10', text: 'mov a, b' }] }
	];
	const variants = seen.variants.map((variant) => ({
		...variant,
		functions,
		edited: variant.id === 'bytes',
		instructionsPerIteration: variant.id === 'bytes' ? 12 : 3
	}));
	const inspecting: Job = { ...job, facts, stages: ['inspect'] };
	const end = conclude(inspecting, { ...seen, variants }, [], at);
	expect(end.claims.map(({ id, verdict }) => [id, verdict])).toEqual([
		['more', 'reproduced'],
		['stores', 'reproduced']
	]);
	expect([end.knees, end.summary]).toEqual([[], undefined]);
	expect([end.challenge?.verdict, end.challenge?.goals.map(({ met }) => met)]).toEqual([
		'not-measured',
		['yes', 'not-measured']
	]);
});

test('the points of a sweep stand in the order of their sizes, whatever order they were measured in', () => {
	const sized = (size: number): PlaceState => {
		const state = place('word');
		return { ...state, place: { ...state.place, parameters: { size } } };
	};
	const end = conclude(job, report({ word: [] }), [64, 8, 32].map(sized), at);
	expect(end.variants[0]?.points.map(({ parameters }) => parameters['size'])).toEqual([8, 32, 64]);
});

test('a report of an emulated runner notes that its programs ran, or why not, and has no time', () => {
	const seen = report({ bytes: [], word: [] });
	const { clockGHz: _, ...runner } = seen.runner;
	const emulated = { ...seen, runner: { ...runner, host: emulatedHost(host, 'arm64') } };
	const failed: PlaceState = {
		...place('word'),
		failure: { kind: 'timeout', stage: 'measure', variant: 'word', limitMs: 10_000 }
	};
	const end = conclude(job, emulated, [place('bytes'), failed], at);
	expect(
		end.variants.map(({ id, points }) => [
			id,
			points.map(({ note, failure, ...others }) => [note ?? failure?.kind, Object.keys(others)])
		])
	).toEqual([
		['word', [['timeout', ['parameters', 'documented']]]],
		['bytes', [[ranUnderEmulation, ['parameters', 'documented']]]]
	]);
	expect([end.claims, end.knees, end.summary]).toEqual([[], [], undefined]);
});

test('a clock far below the calibration is a failure only if it still is after another calibration', () => {
	const places = [place('word'), place('bytes')];
	const calibrated = (clockGHz: number) => withClock(report({ word: [], bytes: [] }), clockGHz);
	const failures = [9, 4].map((clockGHz) =>
		conclude(job, calibrated(clockGHz), places, at).variants.map(({ points }) =>
			points.map(({ failure }) => failure?.title)
		)
	);
	const [first = []] = failures;
	expect([9, 4].map((clockGHz) => doubtsClock(calibrated(clockGHz), places))).toEqual([
		true,
		false
	]);
	expect(first.flat()).toEqual(
		Array(2).fill(
			expect.stringMatching(
				/^This result cannot be true: its core clock was 3\.\d\d GHz, this runner's is 9\.00 GHz\.$/
			)
		)
	);
	expect(failures[1]).toEqual([[undefined], [undefined]]);
	expect(withClock(calibrated(9), undefined).runner.clockGHz).toBe(undefined);
});
