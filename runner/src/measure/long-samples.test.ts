import { defined } from '@cyclelab/contract/defined';
import { describe, expect, it } from 'vitest';
import { limits } from '../../fixtures/measure/plans.ts';
import { measure } from './measure.ts';
import { acceptProcess, nextProcess, startPlan } from './plan.ts';
import type { Rows } from './rows.ts';
import { toSamples } from './samples.ts';

/** A process of a kernel one of whose iterations takes so many ms; the counter ticks with the core, at 3 GHz. */
function processOf(iterationMs: number, changes: Partial<Rows['samples'][number]>[]): Rows {
	const ticks = iterationMs * 3e6;
	const clock = { tsc: 0, ns: 0 };
	return {
		hello: {
			t: 'hello',
			v: 1,
			language: 'c',
			clock: 'tsc',
			mode: 'time',
			overhead: 20,
			chainCycles: 30000,
			setupNs: 0,
			...clock
		},
		first: { t: 'call', n: 1, result: '0' },
		later: [],
		samples: changes.map((change) => ({
			t: 's',
			n: 1,
			t1: ticks,
			t2: 2 * ticks,
			c0: 30020,
			c1: 30020,
			nivcsw: 0,
			minflt: 0,
			...change
		})),
		end: { t: 'end', samples: changes.length, tsc: 3e10, ns: 1e10, nivcsw: 0 }
	};
}
const acceptedOf = (rows: Rows) => toSamples([rows]).map(({ accepted }) => accepted);

describe('a sample that was interrupted', () => {
	it('counts if others had its core for at most half a percent of the slope', () => {
		const interrupted = [499_000, 501_000, undefined].map((lost) => ({
			nivcsw: 3,
			...defined({ lost })
		}));
		expect(acceptedOf(processOf(100, interrupted))).toEqual([true, false, false]);
	});

	it('does not count if it is short: a switch alone takes a larger part', () => {
		expect(acceptedOf(processOf(0.1, [{ nivcsw: 1, lost: 3000 }]))).toEqual([false]);
	});

	it('of a program with several cores counts, if that happens to many: its threads take turns', () => {
		const often = Array.from({ length: 10 }, (_, i) => ({ nivcsw: i < 2 ? 5 : 0 }));
		const seldom = Array.from({ length: 10 }, (_, i) => ({ nivcsw: i < 1 ? 5 : 0 }));
		const [many, few] = [often, seldom].map((changes) => {
			const rows = processOf(10, changes);
			return acceptedOf({ ...rows, hello: { ...rows.hello, cores: 2 } });
		});
		expect(many).toEqual(Array.from({ length: 10 }, () => true));
		expect(few).toEqual([false, ...Array.from({ length: 9 }, () => true)]);
		expect(acceptedOf(processOf(10, often)).filter(Boolean)).toHaveLength(8);
	});
});

describe('a sample between rulers that differ', () => {
	/** The ruler after it reads longer than the ruler before by so many parts of a thousand. */
	const later = (thousandths: number[]) =>
		thousandths.map((part) => ({ c1: 20 + 30 * (1000 + part) }));

	it('counts if they differ by half a percent at most', () => {
		expect(acceptedOf(processOf(10, later([4, 6])))).toEqual([true, false]);
	});

	it('of a program with several cores counts up to 5 %, for its core may have slept', () => {
		const rows = processOf(10, later([6, 30, 60]));
		expect(acceptedOf({ ...rows, hello: { ...rows.hello, cores: 2 } })).toEqual([
			true,
			true,
			false
		]);
	});
});

describe('the result of long samples', () => {
	it('is made of five samples, with their range', () => {
		const slower = [0, 1, 2, 3, 4].map((i) => ({ t2: 6e8 + 3e6 * i }));
		const result = measure([processOf(100, slower)], 'slow');
		expect(result.ok && result.measured.nsPerIteration).toEqual({
			median: expect.closeTo(102e6),
			low: expect.closeTo(100e6),
			high: expect.closeTo(104e6)
		});
	});

	it('is none with four', () => {
		expect(measure([processOf(100, [{}, {}, {}, {}])], 'slow')).toEqual({
			ok: false,
			failure: { kind: 'too-noisy', stage: 'measure', variant: 'slow', accepted: 4, attempted: 4 }
		});
	});

	it('is none with five that are short', () => {
		expect(measure([processOf(1, [{}, {}, {}, {}, {}])], 'quick')).toMatchObject({
			ok: false,
			failure: { kind: 'too-noisy', accepted: 5, attempted: 5 }
		});
	});
});

describe('a plan for long iterations', () => {
	/** A model of the harness: a pilot of three calls, if they are short, then samples while the budget lasts. */
	function carryOut(iterationMs: number, places: number, jitter = 0.05) {
		const execute = { argv: ['x'], env: {}, uses: [] };
		let plan = startPlan(
			Array.from({ length: places }, (_, i) => ({
				variant: `v${i}`,
				execute,
				parameters: { turns: Math.floor(i / 2) + 1 }
			})),
			limits,
			1
		);
		let longestMs = 0;
		for (let next = nextProcess(plan); next; next = nextProcess(plan)) {
			const env = next.command.env;
			const sampleMs = 3 * iterationMs;
			const budgetMs = Number(env['CYCLELAB_BUDGET_MS']);
			let [passedMs, taken] = [iterationMs * (iterationMs < budgetMs / 8 ? 3 : 1), 0];
			while (taken < Number(env['CYCLELAB_SAMPLES'])) {
				passedMs += sampleMs;
				taken++;
				const spent = passedMs >= budgetMs;
				const enough = taken >= Number(env['CYCLELAB_LEAST']);
				if (spent && (enough || passedMs + sampleMs > Number(env['CYCLELAB_MOST_MS']))) break;
			}
			longestMs = Math.max(longestMs, passedMs);
			const samples = Array.from({ length: taken }, (_, i) => ({
				t2: 6e6 * iterationMs * (1 + jitter * (i % 3))
			}));
			const rows = processOf(iterationMs, samples);
			plan = acceptProcess(plan, next.index, { ok: true, rows, wallMs: passedMs });
		}
		const counts = plan.places.map(({ processes }) =>
			processes.map((process) => process.samples.length)
		);
		const totalMs = plan.places.reduce((sum, { spentMs }) => sum + spentMs, 0);
		return { counts, totalMs, longestMs };
	}

	it.each([
		[1, 4],
		[5, 8],
		[30, 6],
		[30, 20],
		[100, 6],
		[100, 12],
		[300, 2],
		[300, 6]
	])('of %d ms at %d places: each gets five samples, within 40 s', (ms, places) => {
		const { counts, totalMs, longestMs } = carryOut(ms, places);
		expect(
			Math.min(...counts.map((count) => count.reduce((sum, n) => sum + n, 0)))
		).toBeGreaterThanOrEqual(5);
		expect(totalMs).toBeLessThan(40_000);
		expect(longestMs).toBeLessThan(limits.wallMs / 2);
	});

	it('gives each place left one process of five samples when the time is over', () => {
		const { counts, totalMs } = carryOut(300, 10);
		expect(counts).toEqual([...Array(6).fill([3, 3]), [3, 5], ...Array(3).fill([5])]);
		expect(totalMs).toBeLessThan(60_000);
	});

	it('stops early where the samples agree', () => {
		expect(carryOut(100, 2, 0).counts).toEqual([
			[4, 4],
			[4, 4]
		]);
	});

	it('leaves a process whose iterations take seconds to the wall clock', () => {
		expect(carryOut(1000, 1).longestMs).toBeLessThan(limits.wallMs);
	});
});
