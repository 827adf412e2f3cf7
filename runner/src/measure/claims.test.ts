import { describe, expect, it } from 'vitest';
import { caches, forwarding, measured, point, report } from '../../fixtures/measure/examples.ts';
import { explain } from './explain.ts';
import type { Facts } from '@cyclelab/exercises/schema';
import type { Interval } from '../schema/measurement.ts';
import { judgeClaims, judgeInspection } from './claims.ts';
import { ratioOf } from './ratio.ts';

const judged = (bytes: number, half = 0.002, changes = {}) => {
	const facts = {
		...forwarding,
		claims: forwarding.claims.map((claim) => ({ ...claim, ...changes }))
	};
	const seen = report({ word: [point(measured(3, half))], bytes: [point(measured(bytes, half))] });
	const [result] = judgeClaims(facts, seen);
	return result;
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
				'“Four bytes” takes 6.4 times as long as “One word”, between 6.4 and 6.5; the claim says at least 4.'
		});
	});

	it('is contradicted when it was seen to hold on this kind of processor', () => {
		const result = judged(3.1);
		expect([result?.verdict, result?.sentence]).toEqual([
			'contradicted',
			'“Four bytes” takes 1.03 times as long as “One word”, between 1.03 and 1.04; the claim says at least 4, ' +
				'and it has been seen to hold on this kind of processor.'
		]);
	});

	it('does not hold here when it was only seen elsewhere', () => {
		const result = judged(3.1, 0.002, { seenOn: ['emeraldrapids'] });
		expect([result?.verdict, result?.sentence]).toEqual([
			'not-here',
			'“Four bytes” takes 1.03 times as long as “One word”, between 1.03 and 1.04; the claim says at least 4, ' +
				'which has not been seen on this processor (AMD Zen 5).'
		]);
	});

	it('says when it holds of code that a learner changed', () => {
		const seen = report({ word: [point(measured(3))], bytes: [point(measured(19.3))] });
		const variants = seen.variants.map((one) => ({ ...one, edited: one.id === 'word' }));
		const [result] = judgeClaims(forwarding, { ...seen, variants });
		expect([result?.verdict, result?.sentence]).toEqual([
			'reproduced',
			'“Four bytes” takes 6.4 times as long as “One word”, between 6.4 and 6.5, with your change; ' +
				'the claim says at least 4.'
		]);
	});

	it('is not contradicted by the code of another compiler', () => {
		const seen = report({ word: [point(measured(3))], bytes: [point(measured(3.1))] });
		const toolchain = { ...seen.toolchain, compiler: 'gcc-14' as const };
		const [result] = judgeClaims(forwarding, { ...seen, toolchain });
		expect([result?.verdict, result?.sentence]).toEqual([
			'not-here',
			'“Four bytes” takes 1.03 times as long as “One word”, between 1.03 and 1.04; the claim says at least 4, ' +
				'which has not been seen with this compiler.'
		]);
	});

	it('is not contradicted by the code of another target', () => {
		const seen = report({ word: [point(measured(3))], bytes: [point(measured(3.1))] });
		const [result] = judgeClaims(forwarding, { ...seen, target: 'arm64' });
		expect([result?.verdict, result?.sentence]).toEqual([
			'not-here',
			'“Four bytes” takes 1.03 times as long as “One word”, between 1.03 and 1.04; the claim says at least 4, ' +
				'which has not been seen on arm64.'
		]);
	});

	it('is not contradicted by a learner who changed the code', () => {
		const seen = report({ word: [point(measured(3))], bytes: [point(measured(3.1))] });
		const variants = seen.variants.map((variant) => ({
			...variant,
			edited: variant.id === 'bytes'
		}));
		const [result] = judgeClaims(forwarding, { ...seen, variants });
		expect([result?.verdict, result?.sentence]).toEqual([
			'not-here',
			'“Four bytes” takes 1.03 times as long as “One word”, between 1.03 and 1.04, with your change; ' +
				'the claim says at least 4.'
		]);
	});

	it('is open while the interval reaches over a bound', () => {
		const result = judged(12.2, 0.03);
		expect([result?.verdict, result?.sentence]).toEqual([
			'too-noisy',
			'“Four bytes” takes 4.1 times as long as “One word”, between 3.9 and 4.2: ' +
				'too wide to say whether it is at least 4.'
		]);
	});

	it('is open while the ratio is nearer to a bound than identical code is to itself', () => {
		const results = [11.9, 12.1, 12.5].map((bytes) => judged(bytes, 0.0001));
		expect(results.map((result) => result?.verdict)).toEqual([
			'too-noisy',
			'too-noisy',
			'reproduced'
		]);
		expect(results[0]?.sentence).toBe(
			'“Four bytes” takes 4.0 times as long as “One word”, between 4.0 and 4.0: too close to say whether it is ' +
				'at least 4, since identical code differs by up to 2 % here.'
		);
	});

	it('is judged by what the runner can tell, where the runner knows', () => {
		const verdicts = [0.001, 0.1].map((relative) => {
			const noiseFloor = { relative, pairs: 90, falseVerdicts: 0, at: '2026-11-20T23:00:00Z' };
			const seen = report({
				word: [point(measured(3))],
				bytes: [point(measured(12.5))]
			});
			const [result] = judgeClaims(forwarding, { ...seen, runner: { ...seen.runner, noiseFloor } });
			return result?.verdict;
		});
		expect(verdicts).toEqual(['reproduced', 'too-noisy']);
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
				'the 5 % that can be told.'
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

	it('that nobody measured says which place is missing', () => {
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
		const seen = report({ word: [point(measured(3))], bytes: [] });
		const variants = seen.variants.map((one) => (one.id === 'bytes' ? { ...one, failure } : one));
		const [result] = judgeClaims(forwarding, { ...seen, variants });
		expect([result?.verdict, result?.sentence]).toEqual([
			'not-measured',
			'“Four bytes” was not measured: The program, while its instructions were counted, took longer than ' +
				'5 seconds and was stopped.'
		]);
	});

	it('about two sizes of one variant names it once', () => {
		const seen = report({ chase: [point(measured(4), 32768), point(measured(400), 4194304)] });
		expect(judgeClaims(caches, seen)[0]?.sentence).toBe(
			'“Random chase” at 4 MiB takes 100 times as long as at 32 KiB, between 100 and 100; the claim says at least 10.'
		);
	});
});

describe('a claim about executed instructions', () => {
	const facts = {
		...forwarding,
		claims: forwarding.claims.map((claim) => ({ ...claim, measure: 'instructions', atLeast: 2 }))
	};
	const counted = (bytes: number, word: number) => {
		const seen = report({ word: [], bytes: [] });
		const count = (id: string) => (id === 'bytes' ? bytes : word);
		return {
			...seen,
			variants: seen.variants.map((one) => ({ ...one, instructionsPerIteration: count(one.id) }))
		};
	};

	it('is exact, and needs no measurement', () => {
		const expected = {
			id: 'stall',
			statement: 'Bytes take at least four times as long.',
			measure: 'instructions',
			expected: { atLeast: 2 },
			observed: { median: 2, low: 2, high: 2 },
			verdict: 'reproduced',
			sentence:
				'“Four bytes” executes 2.0 times as many instructions as “One word”; the claim says at least 2.'
		};
		expect(judgeClaims(facts, counted(12, 6))).toEqual([expected]);
		expect(judgeInspection(facts, counted(12, 6))).toEqual([expected]);
		expect(judgeClaims(facts, counted(12, 6.01))[0]?.verdict).toBe('contradicted');
	});

	it('says why nothing was counted', () => {
		const seen = counted(12, 6);
		const variants = seen.variants.map(({ instructionsPerIteration: _, ...one }) => ({
			...one,
			...(one.id === 'bytes' ? { uncounted: 'It starts threads.' } : {})
		}));
		const [result] = judgeClaims(facts, { ...seen, variants });
		expect([result?.verdict, result?.sentence]).toEqual([
			'not-measured',
			'“Four bytes” was not counted: It starts threads.'
		]);
	});

	it('is about the first value of a sweep, which was counted', () => {
		const claims = caches.claims.map((claim) => ({ ...claim, measure: 'instructions' }));
		const [result] = judgeClaims({ ...caches, claims }, report({ chase: [] }));
		expect([result?.verdict, result?.sentence]).toEqual([
			'not-measured',
			'“Random chase” at 4 MiB was not counted: a sweep is counted at its first value, at 32 KiB.'
		]);
	});
});

describe('a claim about a meter', () => {
	const metered = (unit: 'bytes' | 'ns', of: Interval, to: Interval, change: object = {}) => {
		const facts = {
			...forwarding,
			meters: [{ id: 'heap', label: 'Bytes allocated', unit }],
			claims: forwarding.claims.map((claim) => ({ ...claim, measure: 'heap', ...change }))
		};
		const at = (heap: Interval) => [point({ ...measured(3), meters: { heap } })];
		return judgeClaims(facts, report({ word: at(to), bytes: at(of) }))[0];
	};
	const exactly = (value: number) => ({ median: value, low: value, high: value });

	it('compares its amounts', () => {
		expect(metered('bytes', exactly(2130), exactly(78))).toEqual({
			id: 'stall',
			statement: 'Bytes take at least four times as long.',
			measure: 'heap',
			expected: { atLeast: 4 },
			observed: exactly(2130 / 78),
			verdict: 'reproduced',
			sentence:
				'“Four bytes” takes 27 times as much as “One word” by “Bytes allocated”; the claim says at least 4.'
		});
	});

	it("is as uncertain as the runner's times if it counts time, and else as sure as it is counted", () => {
		expect(metered('ns', exactly(4.02), exactly(1))?.verdict).toBe('too-noisy');
		expect(metered('bytes', exactly(4.02), exactly(1))?.verdict).toBe('reproduced');
	});

	it('gives no ratio to nothing, but says so and judges what can be judged', () => {
		const results = [
			metered('bytes', exactly(2130), exactly(0)),
			metered('bytes', exactly(2130), exactly(0), { atMost: 8 }),
			metered('bytes', exactly(0), exactly(2130)),
			metered('bytes', exactly(0), exactly(0), { atLeast: undefined, atMost: 1.1 }),
			metered('bytes', exactly(2130), { median: 1, low: -2, high: 3 }),
			metered('bytes', { median: 1, low: -1, high: 2 }, { median: 1, low: -2, high: 3 })
		];
		expect(results.map((result) => [result?.verdict, result?.observed, result?.sentence])).toEqual([
			[
				'reproduced',
				undefined,
				'“Four bytes” takes 2.08 KiB, “One word” nothing by “Bytes allocated”; the claim says at least 4.'
			],
			[
				'contradicted',
				undefined,
				'“Four bytes” takes 2.08 KiB, “One word” nothing by “Bytes allocated”; the claim says 4 to 8, and it has been seen to hold on this kind of processor.'
			],
			[
				'contradicted',
				exactly(0),
				'“Four bytes” takes nothing, “One word” 2.08 KiB by “Bytes allocated”; the claim says at least 4, and it has been seen to hold on this kind of processor.'
			],
			[
				'reproduced',
				exactly(1),
				'“Four bytes” takes nothing, “One word” nothing by “Bytes allocated”; the claim says at most 1.1.'
			],
			[
				'reproduced',
				undefined,
				'“Four bytes” takes 2.08 KiB, “One word” 1 bytes (-2 bytes to 3 bytes) by “Bytes allocated”; the claim says at least 4.'
			],
			[
				'too-noisy',
				undefined,
				'“Four bytes” takes 1 bytes (-1 bytes to 2 bytes), “One word” 1 bytes (-2 bytes to 3 bytes) by “Bytes allocated”: too near to nothing for a ratio.'
			]
		]);
	});
});

describe('a claim about machine code', () => {
	const loop = ['xchg qword ptr [rax], rcx', 'dec rdx', 'jne 0x401000'];
	const code = (change: object, target: 'x86-64' | 'arm64' = 'x86-64') => {
		const facts: Facts = {
			...forwarding,
			claims: [],
			codeClaims: [
				{
					id: 'locked',
					statement: 'A store is an exchange.',
					of: { variant: 'bytes', parameters: {} },
					code: { times: 1, where: 'loop', ...change },
					target: 'x86-64'
				}
			]
		};
		const instructions = loop.map((text, i) => ({ address: `0x40100${4 * i}`, text }));
		const seen = report({ bytes: [] }, { target });
		const [bytes] = seen.variants;
		if (!bytes) throw new Error('no variant');
		const hotLoop = {
			...{ symbol: 'kernel', instructions, share: 1, pathCoverage: 1 },
			...{ sourceIterations: 1, badges: [] }
		};
		return judgeInspection(facts, { ...seen, variants: [{ ...bytes, hotLoop }] });
	};
	const says = (change: object) => {
		const [result] = code(change);
		return [result?.verdict, result?.sentence];
	};

	it('names the instruction that shows it', () => {
		expect(code({ has: '^xchg' })).toEqual([
			{
				id: 'locked',
				statement: 'A store is an exchange.',
				measure: 'code',
				expected: {},
				verdict: 'reproduced',
				sentence: 'Found in the loop of “Four bytes”: xchg qword ptr [rax], rcx at 0x401000.'
			}
		]);
		expect(says({ has: '^mfence' })).toEqual([
			'not-here',
			'Not found in the loop of “Four bytes”.'
		]);
	});

	it('says how many there are where there should be several', () => {
		expect(says({ has: '0x|r.x', times: 3 })).toEqual([
			'reproduced',
			'Found 3 times in the loop of “Four bytes”, first xchg qword ptr [rax], rcx at 0x401000; at least 3 are asked for.'
		]);
		expect(says({ has: '^dec', times: 2 })).toEqual([
			'not-here',
			'Found only 1 times in the loop of “Four bytes”, first dec rdx at 0x401004; at least 2 are asked for.'
		]);
	});

	it('can be that something is absent', () => {
		expect(says({ lacks: '^lock' })).toEqual([
			'reproduced',
			'As it should be, none of the 3 instructions in the loop of “Four bytes” is one.'
		]);
		expect(says({ has: '^dec', lacks: '^xchg' })).toEqual([
			'not-here',
			'Found in the loop of “Four bytes”: dec rdx at 0x401004. It should be absent, but is found in the loop of “Four bytes”: xchg qword ptr [rax], rcx at 0x401000.'
		]);
	});

	it('needs a loop, or code at all', () => {
		expect(says({ has: '^xchg', where: 'all' })).toEqual([
			'not-measured',
			'Of “Four bytes” there is no code.'
		]);
	});

	it('says nothing about code for another processor', () => {
		expect(code({ has: '^xchg' }, 'arm64')).toEqual([]);
	});
});

describe('a claim about single measurements', () => {
	/** Calls of 10 µs, of which every `every`th takes a half longer and is set aside. */
	const calls = (every: number) => ({
		...measured(3),
		raw: Array.from({ length: 200 }, (_, i) => ({
			process: i % 5,
			iterations: 1000,
			ticks: [20_000, i % every === 0 ? 60_000 : 40_000] satisfies [number, number],
			ticksPerCycle: [1, 1] satisfies [number, number],
			switches: 0,
			accepted: i % every !== 0
		}))
	});
	const judge = (every: number, change: object = {}) => {
		const facts: Facts = {
			...forwarding,
			claims: [],
			pairClaims: [
				{
					id: 'misled',
					statement: 'One pair in ten misleads.',
					of: { variant: 'bytes', parameters: {} },
					to: { variant: 'word', parameters: {} },
					apart: 0.1,
					atLeast: 0.1,
					seenOn: ['znver5'],
					absentOn: [],
					...change
				}
			]
		};
		const seen = report({ word: [point(calls(every))], bytes: [point(calls(every))] });
		return judgeClaims(facts, seen)[0];
	};

	it('counts all pairs of calls, also the disturbed ones', () => {
		// A quarter is long: 2 * 1/4 * 3/4 of the pairs differ.
		const result = judge(4);
		expect(result).toEqual({
			id: 'misled',
			statement: 'One pair in ten misleads.',
			measure: 'pairs',
			expected: { atLeast: 0.1 },
			observed: { median: 0.375, low: expect.closeTo(0.311, 3), high: expect.closeTo(0.444, 3) },
			verdict: 'reproduced',
			sentence: result?.sentence
		});
		expect(result?.sentence).toMatch(
			/^Of all pairs of single calls, one of “Four bytes” and one of “One word”, 38 % differ by 10 % or more, between 3\d % and 4\d %; the claim says at least 10 %\.$/
		);
	});

	it('is not here where calls agree, open where there are too few, and judged the other way round as well', () => {
		expect(judge(200)?.verdict).toBe('contradicted');
		expect(judge(200, { absentOn: ['znver5'], seenOn: [] })?.sentence).toMatch(
			/; the claim says at least 10 %, which did not hold on this kind of processor before \(AMD Zen 5\)\.$/
		);
		expect(judge(17)?.verdict).toBe('too-noisy');
		expect(judge(4, { atLeast: undefined, atMost: 0.1 })?.verdict).toBe('contradicted');
	});

	it('about one place is about different calls of it', () => {
		const { variant, parameters } = { variant: 'word', parameters: {} };
		const result = judge(4, { of: { variant, parameters } });
		expect(result?.observed?.median).toBeCloseTo((2 * 50 * 150) / (200 * 199), 10);
		expect(result?.sentence).toMatch(/^Of all pairs of single calls, both of “One word”, 38 % /);
	});
});
