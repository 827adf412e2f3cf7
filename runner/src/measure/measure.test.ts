import { describe, expect, it } from 'vitest';
import { recorded } from '../../fixtures/measure/recorded.ts';
import { measure } from './measure.ts';
import type { Rows } from './rows.ts';
import { cyclesPerIteration } from '@cyclelab/contract/measure/sample-cost';
import { tickRate, tickStep, toSamples } from './samples.ts';

const rowsOf = (name: Parameters<typeof recorded>[0]) => recorded(name).map(({ rows }) => rows);
const measured = (name: Parameters<typeof recorded>[0]) => {
	const result = measure(rowsOf(name), name);
	if (!result.ok) throw new Error(result.failure.kind);
	return result.measured;
};

describe('a sample', () => {
	const process: Rows = {
		hello: {
			t: 'hello',
			v: 1,
			language: 'c',
			clock: 'tsc',
			mode: 'time',
			overhead: 20,
			chainCycles: 1000,
			tsc: 0,
			ns: 0,
			setupNs: 0
		},
		first: { t: 'call', n: 1, result: '0' },
		later: [],
		samples: [{ t: 's', n: 100, t1: 260, t2: 460, c0: 1020, c1: 1022, nivcsw: 0, minflt: 0 }],
		end: { t: 'end', samples: 1, tsc: 5000, ns: 2500, nivcsw: 0 }
	};
	const accepted = (changes: Partial<Rows['samples'][number]>) =>
		toSamples([
			{ ...process, samples: process.samples.map((row) => ({ ...row, ...changes })) }
		]).map((sample) => sample.accepted);

	it('is the slope between n and 2n, in cycles of the chain beside it', () => {
		const [sample] = toSamples([process]);
		if (!sample) throw new Error('no sample');
		expect(sample).toEqual({
			process: 0,
			iterations: 100,
			ticks: [260, 460],
			ticksPerCycle: [1, 1.002],
			switches: 0,
			accepted: true
		});
		expect(cyclesPerIteration(sample)).toBeCloseTo(2 / 1.001, 10);
		expect(tickRate([process])).toBe(2);
	});

	it.each([
		['is accepted when nothing disturbed it', {}, true],
		['is rejected after an involuntary context switch', { nivcsw: 1 }, false],
		['is rejected when the clock changed by more than half a percent', { c1: 1027 }, false],
		['is rejected when the second call was not longer', { t2: 260 }, false],
		['is rejected when the chain took no time', { c0: 20, c1: 20 }, false]
	])('%s', (_, changes, expected) => {
		expect(accepted(changes)).toEqual([expected]);
	});
});

describe('page faults', () => {
	const acceptedOf = (faults: number) => {
		const rows = rowsOf('imul').map((process) => ({
			...process,
			samples: process.samples.map((row, i) => ({
				...row,
				nivcsw: 0,
				c1: row.c0,
				minflt: i < faults ? 1 : 0
			}))
		}));
		return toSamples(rows).filter((sample) => sample.accepted).length;
	};

	it('are a disturbance where they are rare, and a cost where they are not', () => {
		expect([acceptedOf(0), acceptedOf(1), acceptedOf(2)]).toEqual([55, 50, 55]);
	});
});

describe('a sample of both rulers', () => {
	const process = recorded('addBeside').map(({ rows }) => rows)[0];
	if (!process) throw new Error('no recording');
	const shared = (hello: Partial<Rows['hello']>, row: Partial<Rows['samples'][number]>) =>
		toSamples([
			{
				...process,
				hello: { ...process.hello, overhead: 20, chainCycles: 1000, loopCycles: 1000, ...hello },
				samples: process.samples.slice(0, 1).map((s) => ({ ...s, c0: 1020, c1: 1020, ...row }))
			}
		]).map((sample) => sample.shared);

	it.each([
		['was alone when both agree', { l0: 1020, l1: 1030 }, false],
		['was shared when the loop took longer before', { l0: 1036, l1: 1020 }, true],
		['was shared when the loop took longer after', { l0: 1020, l1: 1180 }, true]
	])('%s', (_, row, expected) => {
		expect(shared({}, row)).toEqual([expected]);
	});

	it('of a harness without the second ruler has no figure for sharing', () => {
		const [old] = recorded('imul');
		expect(toSamples(old ? [old.rows] : [])[0]).not.toHaveProperty('shared');
	});
});

describe('recorded processes', () => {
	it('of a multiplication chain take three cycles', () => {
		const { raw, cyclesPerIteration, modes, processes, samples, setAside, rejected } =
			measured('imul');
		expect(cyclesPerIteration.low).toBeLessThan(3);
		expect(cyclesPerIteration.high).toBeGreaterThan(3);
		expect(cyclesPerIteration.high / cyclesPerIteration.low).toBeLessThan(1.02);
		expect({ modes: modes.length, processes, raw: raw.length }).toEqual({
			modes: 1,
			processes: 5,
			raw: samples + (setAside ?? 0) + rejected
		});
	});

	it('say the same in nanoseconds through the clock', () => {
		const { cyclesPerIteration, nsPerIteration, clockGHz } = measured('imul');
		const throughClock = cyclesPerIteration.median / clockGHz;
		expect(Math.abs(nsPerIteration.median / throughClock - 1)).toBeLessThan(0.01);
	});

	it('say which counter was read, how fast it ticks, and how far the core clock moved', () => {
		const { clock, clockGHz, drift } = measured('imul');
		expect(clock).toEqual({
			counter: 'tsc',
			counterGHz: expect.closeTo(2.596, 3),
			ruler: 'a chain of 10,000 dependent multiplications, 3 core cycles each'
		});
		expect(clockGHz).toBeGreaterThan(3);
		expect(drift).toBeGreaterThan(0);
		expect(drift).toBeLessThan(0.2);
	});

	it('of this counter advance by 26 ticks at a time, 100 MHz', () => {
		expect(tickStep(rowsOf('imul'))).toBe(26);
	});

	it('give the same median beside a busy loop on the same core, from fewer samples', () => {
		const [quiet, disturbed] = [measured('word'), measured('disturbed')];
		const ratio = disturbed.cyclesPerIteration.median / quiet.cyclesPerIteration.median;
		expect(Math.abs(ratio - 1)).toBeLessThan(0.01);
		expect(disturbed.rejected / disturbed.raw.length).toBeGreaterThan(0.3);
	});
});

describe('on a physical core that others use too', () => {
	const figures = (name: Parameters<typeof recorded>[0]) => {
		const { samples, rejected, setAside, shared, slowed, raw, cyclesPerIteration } = measured(name);
		const median = Math.round(cyclesPerIteration.median * 100) / 100;
		return { samples, rejected, setAside, shared, slowed, attempted: raw.length, median };
	};

	it('additions are counted from the samples that were alone, if there are enough', () => {
		expect(figures('addBeside')).toEqual({
			samples: 14,
			rejected: 30,
			setAside: 11,
			attempted: 55,
			median: 1
		});
	});

	it('additions that were never alone are counted, and marked as slowed', () => {
		expect(figures('addShared')).toEqual({
			samples: 24,
			rejected: 31,
			shared: 1,
			slowed: true,
			attempted: 55,
			median: 1.17
		});
	});

	it('multiplications that take the same alone and shared are counted from all samples', () => {
		expect(figures('imulBeside')).toEqual({
			samples: 35,
			rejected: 20,
			shared: 30 / 35,
			attempted: 55,
			median: 3
		});
	});

	it('additions of which too few were alone to agree are slowed too', () => {
		const rows = rowsOf('addBeside').slice(0, 4);
		const seen = measure([...rows, ...rowsOf('addShared')].map(onlyFirstAlone), 'add');
		expect(seen.ok && seen.measured.slowed).toBe(true);
	});

	it('samples of one process that was alone are not enough beside others that were not', () => {
		const [one, ...others] = rowsOf('imul').map(withRulers);
		if (!one) throw new Error('no recording');
		const many = { ...one, samples: [...one.samples, ...one.samples, ...one.samples] };
		const shared = others.map((rows) => sharedAll(rows));
		const seen = [measure([many], 'imul'), measure([many, ...shared], 'imul')].map(
			(result) => result.ok && result.measured.shared
		);
		expect(seen).toEqual([undefined, expect.closeTo(0.5, 0)]);
	});
});

/** The loop of branches takes as long as the chain indicates. */
function withRulers(rows: Rows): Rows {
	const ticks = (chain: number) =>
		Math.round((chain - rows.hello.overhead) / 3 + rows.hello.overhead);
	return {
		...rows,
		hello: { ...rows.hello, loopCycles: rows.hello.chainCycles / 3 },
		samples: rows.samples.map((row) => ({ ...row, l0: ticks(row.c0), l1: ticks(row.c1) }))
	};
}

function sharedAll(rows: Rows): Rows {
	return { ...rows, samples: rows.samples.map((row) => ({ ...row, l0: 2 * (row.l0 ?? 0) })) };
}

function onlyFirstAlone(rows: Rows, index: number): Rows {
	return index === 0 ? rows : sharedAll(rows);
}

it('a place with too few undisturbed samples is too noisy, with their number', () => {
	const rows = rowsOf('word').map((process) => ({
		...process,
		samples: process.samples.map((row, i) =>
			i < 2 ? { ...row, nivcsw: 0, c1: row.c0 } : { ...row, nivcsw: 1 }
		)
	}));
	expect(measure(rows, 'word')).toEqual({
		ok: false,
		failure: { kind: 'too-noisy', stage: 'measure', variant: 'word', accepted: 10, attempted: 55 }
	});
});
