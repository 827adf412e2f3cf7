import { describe, expect, it } from 'vitest';
import { caches, forwarding, measured, point, report } from '@cyclelab/contract/fixtures/examples';
import { explain } from '@cyclelab/contract/measure/explain';
import { judgeClaims } from './claims.ts';
import { ratioOf } from '@cyclelab/contract/measure/ratio';

type Seen = ReturnType<typeof report>;

/** The verdict on “Four bytes” that take so many cycles, beside “One word” that takes three. */
const judged = (
	bytes: number,
	half = 0.002,
	changes = {},
	change: (seen: Seen) => Seen = (seen) => seen
) => {
	const claims = forwarding.claims.map((claim) => ({ ...claim, ...changes }));
	const seen = report({ word: [point(measured(3, half))], bytes: [point(measured(bytes, half))] });
	return judgeClaims({ ...forwarding, claims }, change(seen))[0];
};
const edited =
	(id: string) =>
	(seen: Seen): Seen => ({
		...seen,
		variants: seen.variants.map((variant) => ({ ...variant, edited: variant.id === id }))
	});
/** By the part by which identical code differs on the runner. */
const withFloor =
	(relative: number) =>
	(seen: Seen): Seen => {
		const noiseFloor = { relative, pairs: 90, falseVerdicts: 0, at: '2026-11-20T23:00:00Z' };
		return { ...seen, runner: { ...seen.runner, noiseFloor } };
	};

describe('a claim', () => {
	it('is reproduced when the whole interval lies within its bounds', () => {
		const { cyclesPerIteration: of } = measured(19.3);
		const { cyclesPerIteration: to } = measured(3);
		expect(judged(19.3)).toEqual({
			id: 'stall',
			statement: 'Bytes take at least four times as long.',
			measure: 'time',
			expected: { atLeast: 4 },
			observed: ratioOf(of, to),
			verdict: 'reproduced',
			sentence:
				'“Four bytes” takes 6.4 times as long as “One word”, between 6.4 and 6.5; the claim expects at least 4.'
		});
	});

	const nearlyAlike = '“Four bytes” takes 1.03 times as long as “One word”, between 1.03 and 1.04';
	it.each([
		[
			'is contradicted when it was seen to hold on this kind of processor',
			judged(3.1),
			'contradicted',
			`${nearlyAlike}; the claim expects at least 4, and it has been seen to hold on this kind of processor.`
		],
		[
			'does not hold here when it was only seen elsewhere',
			judged(3.1, 0.002, { seenOn: ['emeraldrapids'] }),
			'not-here',
			`${nearlyAlike}; the claim expects at least 4, which has not been seen on this processor (AMD Zen 5).`
		],
		[
			'has a note when it holds for code that a learner changed',
			judged(19.3, 0.002, {}, edited('word')),
			'reproduced',
			'“Four bytes” takes 6.4 times as long as “One word”, between 6.4 and 6.5, with your change; the claim expects at least 4.'
		],
		[
			'is not contradicted by the code of another compiler',
			judged(3.1, 0.002, {}, (seen) => ({
				...seen,
				toolchain: { ...seen.toolchain, compiler: 'gcc-14' }
			})),
			'not-here',
			`${nearlyAlike}; the claim expects at least 4, which has not been seen with this compiler.`
		],
		[
			'is not contradicted by the code of another target',
			judged(3.1, 0.002, {}, (seen) => ({ ...seen, target: 'arm64' })),
			'not-here',
			`${nearlyAlike}; the claim expects at least 4, which has not been seen on arm64.`
		],
		[
			'is not contradicted by a learner who changed the code',
			judged(3.1, 0.002, {}, edited('bytes')),
			'not-here',
			`${nearlyAlike}, with your change; the claim expects at least 4.`
		],
		[
			'is open while the interval reaches over a bound',
			judged(12.2, 0.03),
			'too-noisy',
			'“Four bytes” takes 4.1 times as long as “One word”, between 3.9 and 4.2: too wide to say whether it is at least 4.'
		]
	])('%s', (_what, result, verdict, sentence) => {
		expect([result?.verdict, result?.sentence]).toEqual([verdict, sentence]);
	});

	it('is open while the ratio is nearer to a bound than identical code is to itself', () => {
		const results = [11.9, 12.1, 12.5].map((bytes) => judged(bytes, 0.0001));
		expect(results.map((result) => result?.verdict)).toEqual([
			'too-noisy',
			'too-noisy',
			'reproduced'
		]);
		expect(results[0]?.sentence).toBe(
			'“Four bytes” takes 4.0 times as long as “One word”: too close to say whether it is ' +
				'at least 4, since this runner has not compared code with itself yet, and nothing below 2 % is distinguished until then.'
		);
	});

	it("is judged by the runner's noise floor, where it is known", () => {
		const verdicts = [0.001, 0.1].map(
			(relative) => judged(12.5, 0.002, {}, withFloor(relative))?.verdict
		);
		expect(verdicts).toEqual(['reproduced', 'too-noisy']);
	});

	it('of no difference is undecided on a runner that cannot measure one', () => {
		const results = [0.02, 0.09, 0.12].map((relative) =>
			judged(3.255, 0.001, { atLeast: 0.92, atMost: 1.08 }, withFloor(relative))
		);
		expect(results.map((result) => result?.verdict)).toEqual(Array(3).fill('too-noisy'));
		expect(results[1]?.sentence).toMatch(
			/since identical code differs by as much as 9 % here one time in twenty\.$/
		);
	});

	it('takes what is nearer to 1 than the smallest effect for no effect', () => {
		const asFast = { atLeast: undefined, atMost: 1, smallestEffect: 0.05 };
		const slower = { atLeast: 1.2, smallestEffect: 0.05 };
		const tiny = { atLeast: 1.03, smallestEffect: 0.05 };
		const results = [asFast, slower, tiny].map((claim) => judged(3.1, 0.002, claim));
		expect(results.map((result) => result?.verdict)).toEqual([
			'reproduced',
			'contradicted',
			'too-noisy'
		]);
		expect(results[2]?.sentence).toBe(
			'“Four bytes” takes 1.03 times as long as “One word”, between 1.03 and 1.04: at least 1.03 is less than ' +
				'the 5 % that can be measured.'
		);
	});

	it('can have two bounds or an upper one', () => {
		expect(judged(19.3, 0.002, { atLeast: 4, atMost: 8 })?.verdict).toBe('reproduced');
		expect(judged(30, 0.002, { atLeast: 4, atMost: 8 })?.verdict).toBe('contradicted');
		expect(judged(3, 0.002, { atLeast: undefined, atMost: 1.1 })?.expected).toEqual({
			atMost: 1.1
		});
	});

	it('uses all modes of a loop that has several', () => {
		const modes = [
			{ centre: 19, share: 0.6 },
			{ centre: 6, share: 0.4 }
		];
		const seen = report({
			word: [point(measured(3))],
			bytes: [point(measured(19, 0.002, modes))]
		});
		expect(judgeClaims(forwarding, seen)[0]?.verdict).toBe('too-noisy');
	});

	it('allows for what sharing the core may have added', () => {
		const verdicts = [19.3, 60].map((bytes) => {
			const slowed = { ...measured(bytes), shared: 1, slowed: true };
			const seen = report({ word: [point(measured(3))], bytes: [point(slowed)] });
			return judgeClaims(forwarding, seen)[0]?.verdict;
		});
		expect(verdicts).toEqual(['too-noisy', 'reproduced']);
	});

	it('without a measurement names the missing place', () => {
		expect(judgeClaims(forwarding, report({ word: [point(measured(3))] }))).toEqual([
			{
				id: 'stall',
				statement: 'Bytes take at least four times as long.',
				measure: 'time',
				expected: { atLeast: 4 },
				verdict: 'not-measured',
				sentence: '“Four bytes” was not measured.'
			}
		]);
	});

	it('passes on why a place has no number', () => {
		const failure = explain({ kind: 'too-noisy', stage: 'measure', accepted: 3, attempted: 90 });
		const seen = report({
			word: [point(measured(3))],
			bytes: [{ parameters: {}, documented: [], failure }]
		});
		const [result] = judgeClaims(forwarding, seen);
		expect([result?.verdict, result?.sentence]).toEqual([
			'too-noisy',
			'“Four bytes” was not measured: The machine was too busy for a verdict: 3 of 90 samples were undisturbed.'
		]);
	});

	it('passes on why a variant could not be measured at all', () => {
		const failure = explain({ kind: 'timeout', stage: 'count', variant: 'bytes', limitMs: 5000 });
		const result = judged(3, 0.002, {}, (seen) => ({
			...seen,
			variants: seen.variants.map((variant) =>
				variant.id === 'bytes' ? { ...variant, failure, points: [] } : variant
			)
		}));
		expect([result?.verdict, result?.sentence]).toEqual([
			'not-measured',
			'“Four bytes” was not measured: The program, while its instructions were counted, took longer than 5 seconds and was stopped.'
		]);
	});

	it('about two sizes of one variant names it once', () => {
		const seen = report({ chase: [point(measured(4), 32768), point(measured(400), 4194304)] });
		expect(judgeClaims(caches, seen)[0]?.sentence).toBe(
			'“Random chase” at 4 MiB takes 100 times as long as at 32 KiB; the claim expects at least 10.'
		);
	});
});
