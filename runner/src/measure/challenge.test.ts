import { defined } from '@cyclelab/contract/defined';
import { describe, expect, it } from 'vitest';
import { Challenge, type Facts } from '@cyclelab/exercises/schema';
import { forwarding, measured, point, report } from '@cyclelab/contract/fixtures/examples';
import type { Interval, Measured } from '@cyclelab/contract/schema/measurement';
import type { Report, VariantReport } from '@cyclelab/contract/schema/report';
import { judgeChallenge } from './challenge.ts';
import { explain } from '@cyclelab/contract/measure/explain';

const facts = (...goals: object[]): Facts => ({
	...forwarding,
	meters: [{ id: 'heap', label: 'Bytes allocated', unit: 'bytes' }],
	challenge: Challenge.parse({
		text: 'Make it fast.',
		start: { variant: 'bytes' },
		goals,
		hints: ['One.', 'Two.'],
		why: 'One store holds all.'
	})
});
const asFast = { kind: 'ratio', to: { variant: 'word' }, atMost: 1.1 };

/** `bytes` was changed. */
function attempt(
	bytes: Partial<VariantReport>,
	word: Measured = measured(3),
	changes: Partial<Report> = {}
): Report {
	const seen = report({ word: [point(word)], bytes: [] }, changes);
	const variants = seen.variants.map((variant) =>
		variant.id === 'bytes' ? { ...variant, edited: true, ...bytes } : variant
	);
	return { ...seen, variants };
}
const taking = (cycles: number, half?: number) => ({ points: [point(measured(cycles, half))] });

describe('a challenge', () => {
	it('is passed when the whole interval meets its goal', () => {
		const observed = { median: 1, low: expect.closeTo(0.997, 3), high: expect.closeTo(1.003, 3) };
		expect(judgeChallenge(facts(asFast), attempt(taking(3)))).toEqual({
			verdict: 'passed',
			goals: [
				{
					met: 'yes',
					sentence: 'Your code takes 1.00 times as long as “One word”; the goal is at most 1.1.',
					observed
				}
			]
		});
	});

	it('is not judged before somebody tries, or where there is none', () => {
		const untouched = report({ word: [point(measured(3))], bytes: [point(measured(3))] });
		expect(judgeChallenge(facts(asFast), untouched)).toBeUndefined();
		expect(judgeChallenge(forwarding, attempt(taking(3)))).toBeUndefined();
	});

	const says = (result: ReturnType<typeof judgeChallenge>) => [
		result?.verdict,
		...(result?.goals ?? []).map(({ met, sentence }) => `${met}: ${sentence}`)
	];

	it('has the margin by which a goal is missed', () => {
		expect(says(judgeChallenge(facts(asFast), attempt(taking(19.3))))).toEqual([
			'not-yet',
			'no: Your code takes 6.4 times as long as “One word”, between 6.4 and 6.5; the goal is at most 1.1: still 5.8 times too much.'
		]);
		const slower = { kind: 'ratio', to: { variant: 'word' }, atLeast: 2 };
		expect(says(judgeChallenge(facts(slower), attempt(taking(5))))).toEqual([
			'not-yet',
			'no: Your code takes 1.67 times as long as “One word”, between 1.66 and 1.67; the goal is at least 2: still 20 % too little.'
		]);
	});

	it('is open while the interval, or the noise of the runner, reaches over the goal', () => {
		const results = [attempt(taking(3.3, 0.03)), attempt(taking(3.28, 0.0001))];
		expect(results.map((run) => says(judgeChallenge(facts(asFast), run)))).toEqual([
			[
				'too-noisy',
				'too-noisy: Your code takes 1.10 times as long as “One word”, between 1.07 and 1.13: too near to the goal to say whether it is at most 1.1. Run it again, or do a little more.'
			],
			[
				'too-noisy',
				'too-noisy: Your code takes 1.09 times as long as “One word”, between 1.09 and 1.10: too near to the goal to say whether it is at most 1.1. Run it again, or do a little more.'
			]
		]);
	});

	it('takes a ratio that is indistinguishable from 1 for 1', () => {
		const exactly = { ...asFast, atMost: 1 };
		expect(judgeChallenge(facts(exactly), attempt(taking(3.01)))?.verdict).toBe('passed');
	});

	it('waits for a measurement, with a sentence', () => {
		expect(says(judgeChallenge(facts(asFast), attempt({})))).toEqual([
			'not-measured',
			'not-measured: “Four bytes” was not measured.'
		]);
	});

	it('is not passed by the time of code that was not counted, where the code it is compared with was', () => {
		const uncounted = 'It starts threads.';
		const fast = attempt({ ...taking(3), uncounted });
		expect(says(judgeChallenge(facts(asFast), fast))).toEqual([
			'not-measured',
			'not-measured: Your code was not counted, so its work is not known and its time meets no goal: It starts threads.'
		]);
		const variants = fast.variants.map((variant) => ({ ...variant, uncounted }));
		expect(judgeChallenge(facts(asFast), { ...fast, variants })?.verdict).toBe('passed');
		const byClock = facts(asFast);
		if (byClock.challenge) byClock.challenge.byClock = true;
		expect(judgeChallenge(byClock, fast)?.verdict).toBe('passed');
	});

	it('is not passed by code that fails, whatever its goals', () => {
		const failure = explain({
			kind: 'timeout',
			stage: 'measure',
			variant: 'bytes',
			limitMs: 10000
		});
		const goals = [asFast, { kind: 'instructions', atMost: 6 }];
		expect(says(judgeChallenge(facts(...goals), attempt({ failure })))).toEqual([
			'not-yet',
			'no: The program took longer than 10 seconds and was stopped.',
			'no: The program took longer than 10 seconds and was stopped.'
		]);
	});
});

describe('a goal', () => {
	const goal = (one: object, run: Report) => judgeChallenge(facts(one), run)?.goals[0];

	it('can be a count of instructions, which is exact', () => {
		const few = { kind: 'instructions', atMost: 6 };
		expect(goal(few, attempt({ instructionsPerIteration: 6 }))).toEqual({
			met: 'yes',
			sentence: 'Your code executes 6.00 instructions an iteration; the goal is at most 6.',
			observed: { median: 6, low: 6, high: 6 }
		});
		expect(goal(few, attempt({ instructionsPerIteration: 13 }))?.sentence).toBe(
			'Your code executes 13.0 instructions an iteration; the goal is at most 6: still 2.2 times too much.'
		);
		expect(goal(few, attempt({ uncounted: 'It starts threads.' }))).toEqual({
			met: 'not-measured',
			sentence: 'Your code was not counted: It starts threads.'
		});
		expect(goal(few, attempt({}, undefined, { target: 'arm64' }))).toEqual({
			met: 'not-measured',
			sentence: 'This goal is about code for x86-64; this run is for arm64.'
		});
	});

	it('can be about machine code', () => {
		const functions = [
			{ symbol: 'kernel', address: '0x10', instructions: [{ address: '0x10', text: 'xchg a, b' }] }
		];
		const plain = { kind: 'code', text: 'A plain store.', code: { lacks: '^xchg', where: 'all' } };
		expect(goal(plain, attempt({ functions }))).toEqual({
			met: 'no',
			sentence: 'It should be absent, but is found in your code: xchg a, b at 0x10.'
		});
		const looped = { ...plain, code: { lacks: '^xchg' } };
		expect(goal(looped, attempt({ functions }))).toEqual({
			met: 'not-measured',
			sentence: 'No loop was found in your code.'
		});
	});

	it('can be to return what the original returns', () => {
		const same = { kind: 'result', checksum: 'ab' };
		const other = (checksum?: string) => ({
			seed: 7,
			original: '0c',
			...defined({ checksum })
		});
		expect(
			[other('c'), other('d'), other()].map((otherResult) =>
				goal(same, attempt({ checksum: 'ab', otherResult }))
			)
		).toMatchObject([
			{ met: 'yes', sentence: 'Your code returns what the original returns.' },
			{
				met: 'no',
				sentence:
					'Your code returns what the original returns for the usual data only. For other data (seed 7) the original returns 0c, your code d.'
			},
			{ met: 'not-measured' }
		]);
		expect(
			['00000000000000ab', '00000000000000ac', undefined].map((checksum) =>
				goal(same, attempt(checksum === undefined ? {} : { checksum }))
			)
		).toEqual([
			{ met: 'yes', sentence: 'Your code returns what the original returns.' },
			{
				met: 'no',
				sentence:
					'Your code returns another checksum (00000000000000ac) than the original for the same iterations.'
			},
			{ met: 'not-measured', sentence: 'What your code returns is not known.' }
		]);
	});

	it('can be to return the same while it is timed, in later calls, and with the same work', () => {
		const same = { kind: 'result', checksum: 'ab' };
		const other = { seed: 7, original: '0c', checksum: 'c', timed: 'c', later: 'c' };
		const judged = (more: object) =>
			goal(
				same,
				attempt({
					checksum: 'ab',
					instructionsPerIteration: 5,
					otherResult: { ...other, instructions: 5, ...more }
				})
			);
		expect([{}, { instructions: 9.9 }].map((more) => judged(more)?.met)).toEqual(['yes', 'yes']);
		expect(
			[{ timed: 'd' }, { later: '9' }, { instructions: 10.1 }, { instructions: 2.4 }].map(judged)
		).toEqual(
			[
				'When your code was timed, it returned d for the same data (seed 7), the original 0c.',
				'The first call of your code returns what the original returns. Times are of later calls, and a later call with the same data (seed 7) returned 9, the original 0c.',
				'Your code executes 5.00 instructions an iteration for the usual data, and 10.1 for other data (seed 7): it does not do the same work.',
				'Your code executes 5.00 instructions an iteration for the usual data, and 2.40 for other data (seed 7): it does not do the same work.'
			].map((sentence) => ({ met: 'no', sentence }))
		);
	});

	it('compares the work with other data where the challenge is, not with that of the report’s parameters', () => {
		const met = (usual?: number) =>
			goal(
				{ kind: 'result', checksum: 'ab' },
				attempt({
					checksum: 'ab',
					instructionsPerIteration: 5,
					otherResult: {
						seed: 7,
						original: '0c',
						checksum: 'c',
						instructions: 22,
						...defined({ usual })
					}
				})
			)?.met;
		expect([21, 5, undefined].map(met)).toEqual(['yes', 'no', 'no']);
	});

	it('compares the work with other data in the shown code alone where a runtime works beside it', () => {
		const unshown = [{ from: '0x1', to: '0x2', instructionsPerIteration: 90, share: 0.9 }];
		const tried = attempt({
			checksum: 'ab',
			instructionsPerIteration: 10,
			unshown,
			otherResult: { seed: 7, original: '0c', checksum: 'c', instructions: 10 }
		});
		const of = facts({ kind: 'result', checksum: 'ab' });
		const met = (language: 'c' | 'cs') => judgeChallenge(of, { ...tried, language })?.goals[0]?.met;
		expect([met('c'), met('cs')]).toEqual(['no', 'yes']);
	});

	it('says what was executed before the first call, and refuses it where setup is as given', () => {
		const same = { kind: 'result', checksum: 'ab' };
		const other = { seed: 7, original: '0c', checksum: 'c' };
		const judged = (attempted: number, setup?: 'as given') => {
			const of = facts(same);
			if (of.challenge) of.challenge.setup = setup;
			const counted = { attempt: attempted, original: 20, call: 20_480 };
			const tried = attempt({ checksum: 'ab', otherResult: { ...other, setup: counted } });
			return judgeChallenge(of, tried)?.goals[0];
		};
		const plain = { met: 'yes', sentence: 'Your code returns what the original returns.' };
		expect([judged(2068), judged(2068, 'as given')]).toEqual([plain, plain]);
		const moved =
			'Before its first call your code executed 2,069 instructions, the original 20, and a call of the original 20,480: that part of the work is in no time.';
		expect([judged(2069), judged(2069, 'as given')]).toEqual([
			{ met: 'yes', sentence: `${plain.sentence} ${moved}` },
			{
				met: 'no',
				sentence: `${moved} This challenge is about the work of a call: leave setup() as it is.`
			}
		]);
	});

	it('compares results for other data only where a run can pass: not before a measurement that a goal needs', () => {
		const same = { kind: 'result', checksum: 'ab' };
		const few = { ...asFast, measure: 'instructions' };
		const spoken = (goals: object[], { points = [] }: Partial<VariantReport> = {}) => {
			const seen = attempt({ checksum: 'ab', points });
			const variants = seen.variants.map((variant) => ({
				...variant,
				points: variant.edited ? points : []
			}));
			return judgeChallenge(facts(...goals), { ...seen, variants })?.goals.at(-1)?.sentence;
		};
		expect([
			spoken([asFast, same]),
			spoken([asFast, same], taking(3)),
			spoken([few, same]),
			spoken([same])
		]).toEqual([
			'Your code returns what the original returns for the usual data; a measurement compares both for other data.',
			...Array(3).fill('Your code returns what the original returns.')
		]);
	});

	it('can be an amount of a meter, also of nothing', () => {
		const metered = (heap: Interval) => ({ ...measured(3), meters: { heap } });
		const exactly = (value: number) => ({ median: value, low: value, high: value });
		const least = { ...asFast, measure: 'heap' };
		const run = (ours: number, theirs: number) =>
			goal(least, attempt({ points: [point(metered(exactly(ours)))] }, metered(exactly(theirs))));
		expect([run(64, 0), run(0, 64), run(0, 0)].map((one) => [one?.met, one?.sentence])).toEqual([
			[
				'no',
				'Your code takes 64 bytes, “One word” nothing by “Bytes allocated”; the goal is at most 1.1 times as much.'
			],
			[
				'yes',
				'Your code takes 0.00 times as much as “One word” by “Bytes allocated”; the goal is at most 1.1.'
			],
			[
				'yes',
				'Your code takes 1.00 times as much as “One word” by “Bytes allocated”; the goal is at most 1.1.'
			]
		]);
	});
});
