import { describe, expect, it } from 'vitest';
import { at, disturbed, ended, limits, run, steady, wide } from '../../fixtures/measure/plans.ts';
import { budget } from './budget.ts';
import { countingEnv } from '../toolchains/harness-env.ts';
import { acceptProcess, nextProcess, shownEarly, startPlan } from './plan.ts';
import type { ProcessOutcome } from './process.ts';
import type { Rows } from './rows.ts';

describe('a plan', () => {
	it('asks for one process as data', () => {
		const next = nextProcess(startPlan([at('chase', 4096)], limits, 1));
		expect(next).toEqual({
			index: 0,
			command: {
				argv: ['{in}/chase.elf'],
				env: {
					CYCLELAB_COUNT: '1',
					CYCLELAB_LOOPS: '1',
					CYCLELAB_SAMPLES: '11',
					CYCLELAB_TARGET_US: '100',
					CYCLELAB_BUDGET_MS: '1500',
					CYCLELAB_LEAST: '3',
					CYCLELAB_MOST_MS: '6000',
					CYCLELAB_SEED: '1',
					CYCLELAB_STACK: expect.stringMatching(/^\d+$/),
					CYCLELAB_PAD: expect.stringMatching(/^x*$/),
					TMPDIR: '.',
					CYCLELAB_P_working_set: '4096'
				},
				uses: ['chase.elf'],
				limits
			}
		});
	});

	it('gives every process another layout, and variants of a round the same data', () => {
		let plan = startPlan([at('a'), at('b')], limits, 20);
		const seen: Record<string, string>[] = [];
		for (let i = 0; i < 10; i++) {
			const next = nextProcess(plan);
			if (!next) break;
			seen.push(next.command.env);
			plan = acceptProcess(plan, next.index, ended(steady));
		}
		// The second round of those of an odd seed, the first of an even one, has the data that is counted.
		const seeds = [1, 21, 22, 23, 24].flatMap((one) => [String(one), String(one)]);
		expect(seen.map((env) => env['CYCLELAB_SEED'])).toEqual(seeds);
		expect(new Set(seen.map((env) => env['CYCLELAB_STACK'])).size).toBe(5);
		expect(seen.every((env) => Number(env['CYCLELAB_STACK']) % 16 === 0)).toBe(true);
	});

	it('gives every process the names that a count run has, so that none can be told from it', () => {
		const lengths = () => [64, 32, 64];
		const next = nextProcess(startPlan([at('a', 8)], limits, 20, { meters: ['hops'], lengths }));
		const parameters = { 'working-set': 8 };
		const asked = { iterations: 64, later: [32, 64], seed: 1, parameters, meters: ['hops'] };
		const counting = countingEnv(asked);
		const { CYCLELAB_STACK: stack, CYCLELAB_PAD: pad, ...timed } = next?.command.env ?? {};
		expect({ ...timed, CYCLELAB_STACK: counting['CYCLELAB_STACK'] }).toEqual({
			...counting,
			CYCLELAB_PAD: undefined
		});
		expect([stack, pad]).toEqual([expect.stringMatching(/^\d+$/), expect.stringMatching(/^x*$/)]);
	});

	it('lets variants take turns, forwards and backwards', () => {
		expect(run(startPlan([at('a'), at('b')], limits, 1), () => ended(steady)).order.join('')).toBe(
			'abbabaabab'
		);
	});

	it('measures the values of a question before all others, each in its turn', () => {
		const places = [8, 16, 32, 64].map((size) => at('a', size));
		const first = [{ 'working-set': 64 }, { 'working-set': 16 }];
		const plan = startPlan(places, limits, 1, { meters: [], cores: [], first });
		const { order } = run(plan, () => ended(steady));
		expect([...new Set(order)]).toEqual(['a64', 'a16', 'a8', 'a32']);
	});

	it('has numbers to show with the second process of a place, until the first place is done', () => {
		let plan = startPlan([at('a'), at('b')], limits, 1);
		const shown: string[][] = [];
		for (let next = nextProcess(plan); next; next = nextProcess(plan)) {
			plan = acceptProcess(plan, next.index, ended(steady));
			shown.push(shownEarly(plan).map(({ place }) => place.variant));
		}
		// a b | b a | b a | a b | a b
		expect(shown).toEqual([[], [], ['b'], ['a', 'b'], ['a'], ...Array(5).fill([])]);
	});

	it('measures every second size first, small ones before large ones, and finishes each before the next', () => {
		const places = [64, 32, 16, 8].flatMap((size) => [at('a', size), at('b', size)]);
		const { order } = run(startPlan(places, limits, 1), () => ended(steady));
		const sizes = order.map((name) => name.slice(1));
		expect(sizes).toEqual(['8', '32', '16', '64'].flatMap((size) => Array(10).fill(size)));
	});

	it('asks for longer samples where the counter is coarse', () => {
		const coarse = { ...steady.end, tsc: steady.hello.tsc + 1e5, ns: steady.hello.ns + 1e8 };
		const samples = steady.samples.map((row) => ({ ...row, t1: 201 }));
		const plan = startPlan([at('a')], limits, 1);
		const next = acceptProcess(plan, 0, ended({ ...steady, samples, end: coarse }));
		// 1 MHz: 1000 steps are 1000 us, and the harness may choose 0.7 times what it is asked for.
		expect(nextProcess(next)?.command.env['CYCLELAB_TARGET_US']).toBe('1429');
	});

	it('does not believe a process that took more samples than it was asked for, or none', () => {
		const many = { ...steady, samples: Array(3).fill(steady.samples).flat() };
		const failures = [many, { ...steady, samples: [] }].map((rows) => {
			const once = acceptProcess(startPlan([at('a')], limits, 1), 0, ended(rows));
			return acceptProcess(once, 0, ended(rows)).places[0];
		});
		expect(failures.map((state) => [state?.done, state?.failure])).toEqual(
			['It reports 33 samples, and was asked for 11.', 'It took no sample.'].map((reason) => [
				true,
				{ kind: 'implausible', stage: 'measure', variant: 'a', bound: 'sampleCount', reason }
			])
		);
	});

	const failure = { kind: 'implausible', stage: 'measure', variant: 'a', reason: 'No.' } as const;
	const lie: ProcessOutcome = { ok: false, wallMs: 15, failure };

	it('runs a process that is not believed once more, with the same layout and data', () => {
		const start = startPlan([at('a')], limits, 1);
		const doubted = acceptProcess(start, 0, lie);
		expect(nextProcess(doubted)).toEqual(nextProcess(start));
		const [state] = acceptProcess(doubted, 0, ended(steady)).places;
		expect(state).toEqual({
			place: at('a'),
			processes: [steady],
			commands: [nextProcess(start)?.command],
			spentMs: 30,
			done: false
		});
	});

	it('believes no process of a place where two in a row are not believed', () => {
		const [state] = acceptProcess(
			acceptProcess(startPlan([at('a')], limits, 1), 0, lie),
			0,
			lie
		).places;
		expect(state).toEqual({
			place: at('a'),
			processes: [],
			commands: [],
			spentMs: 30,
			done: true,
			failure
		});
	});

	it('uses nothing of a program that lies in every second process', () => {
		let times = 0;
		const { places } = run(startPlan([at('a')], limits, 1), () =>
			++times % 2 === 1 ? lie : ended(steady)
		);
		expect(places).toMatchObject([
			{ place: at('a'), processes: Array(5).fill(steady), spentMs: 150, done: true }
		]);
	});

	it('goes on to 301 accepted samples while the interval is wide', () => {
		const { places } = run(startPlan([at('a')], limits, 1), () => ended(wide));
		expect(places.map((state) => state.processes.length)).toEqual([Math.ceil(301 / 11)]);
	});

	it('looks a second time at 101 accepted samples', () => {
		let processes = 0;
		const { places } = run(startPlan([at('a')], limits, 1), () =>
			ended(
				++processes > 5
					? { ...steady, samples: Array(3).fill(steady.samples).flat().slice(0, 31) }
					: wide
			)
		);
		expect(places.map((state) => state.processes.length)).toEqual([7]);
	});

	it('goes on while the core is shared, and looks when enough samples were alone', () => {
		const alone = { ...steady, hello: { ...steady.hello, chainCycles: 30000, loopCycles: 10000 } };
		const ruled = (l0: number): Rows => ({
			...alone,
			samples: alone.samples.map((row) => ({ ...row, c0: 30052, c1: 30052, l0, l1: 10052 }))
		});
		let processes = 0;
		const { places } = run(startPlan([at('a')], limits, 1), () =>
			ended(ruled(++processes > 7 ? 10052 : 11000))
		);
		expect(places.map((state) => state.processes.length)).toEqual([9]);
	});

	it('stops at the budget of a place on a machine that disturbs everything', () => {
		const { places } = run(startPlan([at('a')], limits, 1), () => ended(disturbed, 100));
		expect(places.map(({ spentMs, failure }) => ({ spentMs, failure }))).toEqual([
			{ spentMs: budget.placeMs, failure: undefined }
		]);
	});

	it('gives up after its attempts even if they cost nothing', () => {
		const { places } = run(startPlan([at('a')], limits, 1), () => ended(disturbed, 0));
		expect(places[0]?.processes.length).toBe(Math.ceil(budget.attemptedAtMost / 11));
	});

	it('runs two processes where setup is expensive, and one where even that is too much', () => {
		const slow = { ...steady, hello: { ...steady.hello, setupNs: 5e8 } };
		const some = run(startPlan([at('a')], limits, 1), () => ended(slow, 1500));
		const few = run(startPlan([at('a')], limits, 1), () => ended(slow, 4000));
		expect([some, few].map(({ places }) => places[0]?.processes.length)).toEqual([2, 1]);
	});

	it('asks a process for more samples once a smaller size had an expensive setup', () => {
		const slow = { ...steady, hello: { ...steady.hello, setupNs: 5e8 } };
		let plan = startPlan([at('a', 16), at('a', 64)], limits, 1);
		for (let i = 0; i < 2; i++) plan = acceptProcess(plan, 0, ended(slow));
		expect(nextProcess(plan)?.command.env['CYCLELAB_SAMPLES']).toBe('31');
	});

	it('asks for more samples of each process where processes start slowly', () => {
		const plan = startPlan([at('a'), at('b')], limits, 1);
		const next = acceptProcess(acceptProcess(plan, 0, ended(steady, 150)), 1, ended(steady, 15));
		const after = acceptProcess(next, 1, ended(steady, 15));
		expect([next, after].map((one) => nextProcess(one)?.command.env['CYCLELAB_SAMPLES'])).toEqual([
			'11',
			'31'
		]);
	});

	it('gives every place one process when the whole budget is spent', () => {
		const many = Array.from({ length: 40 }, (_, i) => at('a', i + 1));
		const { places } = run(startPlan(many, limits, 1), () => ended(disturbed, 1000));
		expect(places.map((state) => state.processes.length).slice(-20)).toEqual(Array(20).fill(1));
		expect(places.every((state) => state.done)).toBe(true);
	});

	it('does not try larger sizes after a timeout, and goes on with other variants', () => {
		const failure = { kind: 'timeout', stage: 'measure', variant: 'a', limitMs: 10000 } as const;
		const places = [at('a', 16), at('b', 16), at('a', 64), at('b', 64)];
		const result = run(startPlan(places, limits, 1), ({ variant }) =>
			variant === 'a' ? { ok: false, failure, wallMs: 10000 } : ended(steady)
		);
		expect(result.order.filter((name) => name.startsWith('a'))).toEqual(['a16']);
		expect(result.places.map((state) => state.failure?.kind)).toEqual([
			'timeout',
			undefined,
			'timeout',
			undefined
		]);
	});

	it('tries other sizes after a crash', () => {
		const failure = { kind: 'crash', stage: 'measure', signal: 'SIGSEGV', text: '' } as const;
		const { order } = run(startPlan([at('a', 16), at('a', 64)], limits, 1), () => ({
			ok: false,
			failure,
			wallMs: 5
		}));
		expect(order).toEqual(['a16', 'a64']);
	});
});
