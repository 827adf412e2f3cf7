import { describe, expect, it } from 'vitest';
import { recorded, type Recording } from '../../fixtures/measure/recorded.ts';
import { forwarding, measured } from '@cyclelab/contract/fixtures/examples';
import { ended } from '../../fixtures/outputs.ts';
import type { Measured, Sample } from '@cyclelab/contract/schema/measurement';
import {
	callDoubt,
	checksumFailures,
	placeDoubt,
	processDoubt,
	withUnexplained
} from './plausible.ts';
import { readProcess } from './process.ts';
import type { End, Hello, Rows, SampleRow } from './rows.ts';

const limits = { wallMs: 2000, cpuSeconds: 3, fileMiB: 1, outputKiB: 64, memoryMiB: 512 };
const output = ({ text, wallMs, cpuMs }: Recording) => ended({ results: text, wallMs, cpuMs });
const all = (
	['imul', 'word', 'bytes', 'disturbed', 'addBeside', 'addShared', 'imulBeside'] as const
).flatMap((name) => recorded(name));
const [first] = all;
if (!first) throw new Error('no recording');
const { rows: recordedRows } = first;
/** Of the recorded machine's counter. */
const ticksPerSecond =
	((recordedRows.end.tsc - recordedRows.hello.tsc) /
		(recordedRows.end.ns - recordedRows.hello.ns)) *
	1e9;

describe('a process of the harness', () => {
	it('is believed when it is honest, disturbed or not', () => {
		expect(all.map((process) => readProcess(output(process), 'word', limits))).toEqual(
			all.map(({ rows, wallMs }) => ({ ok: true, rows, wallMs }))
		);
	});

	it('that was stopped is a failure, whatever rows it wrote', () => {
		const outcome = readProcess({ ...output(first), timedOut: true }, 'word', limits);
		expect(outcome).toEqual({
			ok: false,
			wallMs: first.wallMs,
			failure: { stage: 'measure', variant: 'word', kind: 'timeout', limitMs: 2000 }
		});
	});

	const { rows } = first;
	const changed = (
		change: (row: SampleRow) => Partial<SampleRow>,
		end: Partial<End> = {}
	): Rows => ({
		...rows,
		samples: rows.samples.map((row) => ({ ...row, ...change(row) })),
		end: { ...rows.end, ...end }
	});
	const claiming = (hello: Partial<Hello>): Rows => ({
		...rows,
		hello: { ...rows.hello, ...hello }
	});
	/** The last row comes so long after the first, by the counter and by the clock. */
	const after = (ticks: number, ns: number): Partial<End> => ({
		tsc: rows.hello.tsc + ticks,
		ns: rows.hello.ns + ns
	});
	/** Each call of a sample sleeps for 49 ms, which is its longer call's. */
	const sleeping = (lost: object) =>
		changed(
			(row) => ({ nivcsw: 0, ...lost, t2: row.t2 + 0.049 * ticksPerSecond }),
			after(sleepSeconds * ticksPerSecond, sleepSeconds * 1e9)
		);
	const sleepSeconds = 0.05 * rows.samples.length;
	const asleep = { wallMs: 1000 * sleepSeconds + 5, cpuMs: first.cpuMs };
	const longerRulers = 'Its rulers are not as long as ours.';
	const moreThanItGot = 'Its samples add up to more processor time than it got.';

	it.each([
		[
			'claims more time than passed',
			changed(() => ({}), { ns: rows.hello.ns + 900e6 }),
			{ wallMs: 10, cpuMs: 10 },
			'Its clock counted 900 ms, ours 10.0 ms.'
		],
		[
			'has samples that exceed its own clock',
			changed(({ t2 }) => ({ t2: t2 * 1000 })),
			first,
			'Its samples add up to more time than passed between its first and last row.'
		],
		[
			'forged tiny numbers after real work',
			changed(() => ({ t1: 1, t2: 2, c0: 60, c1: 60 }), after(26000, 10000)),
			{ wallMs: 260, cpuMs: 220 },
			'Its ruler of 30,000 core cycles took 3.08 ns, less than any processor needs.'
		],
		[
			'forged an overhead as long as its rulers',
			claiming({ overhead: 1e9 }),
			first,
			'Its ruler of 30,000 core cycles took 0 ns, less than any processor needs.'
		],
		['claims a longer ruler', claiming({ chainCycles: 60000 }), first, longerRulers],
		['claims a longer second ruler', claiming({ loopCycles: 20000 }), first, longerRulers],
		[
			'has samples that exceed its processor time',
			changed(({ t2 }) => ({ nivcsw: 0, t2: t2 * 100 }), after(2.6e9, 1e9)),
			{ wallMs: 1000, cpuMs: 10 },
			moreThanItGot
		],
		['sleeps, and does not say so', sleeping({ lost: undefined }), asleep, moreThanItGot]
	])('that %s is implausible', (_what, claimed, outside, reason) => {
		expect(processDoubt(claimed, outside)).toEqual({ bound: expect.any(String), reason });
	});

	it.each([
		[
			'works outside of its rows: a runtime, a constructor, a pause that counts as its processor time',
			rows,
			{ wallMs: first.wallMs + 400, cpuMs: 330 }
		],
		['sleeps in its kernel, or loses the core to the hypervisor', sleeping({ lost: 49e6 }), asleep],
		[
			'runs where the host slews its clock as fast as it can',
			changed(() => ({}), after(2.6e9, 1090e6)),
			{ wallMs: 1000, cpuMs: 1000 }
		],
		[
			'was paused for long by the hypervisor',
			changed(
				(row) => (row === rows.samples[3] ? { nivcsw: 0, lost: 1e8, t2: row.t2 + 2.6e8 } : {}),
				{ tsc: rows.end.tsc + 2.6e8, ns: rows.end.ns + 1e8 }
			),
			{ wallMs: first.wallMs + 100, cpuMs: first.cpuMs }
		]
	])('that %s is believed', (_what, claimed, outside) => {
		expect(processDoubt(claimed, outside)).toBeUndefined();
	});
});

describe('a measured place', () => {
	const expected = (instructionsPerIteration?: number, microarchitecture = 'znver5') => ({
		instructionsPerIteration,
		microarchitecture,
		clockGHz: 4
	});

	it('faster than the core can run its instructions is implausible', () => {
		expect(placeDoubt(measured(0.9), expected(16))?.reason).toBe(
			'It reports 0.902 cycles for 16.0 instructions; this core does 16 a cycle at most, so they take 1.00.'
		);
		expect(placeDoubt(measured(1.9), expected(16, 'skylake'))?.reason).toBe(
			'It reports 1.90 cycles for 16.0 instructions; this core does 8 a cycle at most, so they take 2.00.'
		);
	});

	it("whose core clock is far below the runner's is implausible", () => {
		const slow = { ...measured(2), clockGHz: 1.5 };
		expect(placeDoubt(slow, expected(16))).toEqual({
			bound: 'slowestClock',
			reason: "Its core clock was 1.50 GHz, this runner's is 4.00 GHz."
		});
	});

	// Kernels whose instructions are all fused or eliminated in pairs reach the bound exactly, and the measurement has an error.
	it.each([
		['fused compare and branch, ten a cycle', 'icelake-server', 20, 2],
		['nop pairs, 66 at twelve a cycle (recorded: 5.4988, 5.4982 to 5.4998)', 'znver4', 66, 5.4988],
		['eliminated moves in pairs, twelve a cycle', 'znver3', 48, 4],
		['zero idioms in pairs, twelve a cycle', 'sapphirerapids', 36, 3],
		['as many as fit, sixteen a cycle (recorded: at most eleven)', 'znver5', 64, 4]
	])('at the bound is believed: %s', (_, core, instructions, cycles) => {
		const at = (error: number) => {
			const centre = cycles * (1 + error);
			const interval = { median: centre, low: 0.9998 * centre, high: 1.0002 * centre };
			const doubt = placeDoubt(
				{ ...measured(centre), cyclesPerIteration: interval },
				expected(instructions, core)
			);
			return doubt?.bound;
		};
		expect([0, -0.0002, -0.004, -0.01].map(at)).toEqual([
			undefined,
			undefined,
			undefined,
			'instructionsPerCycle'
		]);
	});

	it('has figures that differ in the sentence', () => {
		const interval = { median: 5.4699, low: 5.4698, high: 5.47 };
		expect(
			placeDoubt({ ...measured(5.47), cyclesPerIteration: interval }, expected(66, 'znver4'))
		).toEqual({
			bound: 'instructionsPerCycle',
			reason:
				'It reports 5.47 cycles for 66.0 instructions; this core does 12 a cycle at most, so they take 5.50.'
		});
	});

	it('is believed at any pace the core can have, and without counts', () => {
		expect([
			placeDoubt(measured(2), expected(16)),
			placeDoubt(measured(0.9), expected(16, 'unheard-of')),
			placeDoubt(measured(0.1), expected())
		]).toEqual([undefined, undefined, undefined]);
	});
});

describe('the time of a call beside its iterations', () => {
	/** Samples whose calls take `once` cycles and three an iteration. */
	const raw = (once: number): Sample[] =>
		[
			[1024, 2048],
			[2048, 3072],
			[1024, 3072]
		].map(([iterations = 0, longer = 0]) => ({
			process: 0,
			iterations,
			longer,
			ticks: [once + 3 * iterations, once + 3 * longer],
			ticksPerCycle: [1, 1],
			switches: 0,
			accepted: true
		}));

	it('is believed where the instructions of a call have the same part, or nearly', () => {
		expect(callDoubt({ raw: raw(20) }, 10, 5)).toBeUndefined();
		expect(callDoubt({ raw: raw(500) }, 10, 5)).toBeUndefined();
		expect(callDoubt({ raw: raw(30_000) }, 50_000, 5)).toBeUndefined();
	});

	it('is no cost of nothing: slow data in the shorter call makes iterations look cheap', () => {
		expect(callDoubt({ raw: raw(6000) }, 10, 5)).toEqual({
			bound: 'costOfCall',
			reason:
				"Of a call's time, 66 % do not grow with its iterations, and of its counted instructions 0.2 %, so the difference of two calls is not the cost of iterations."
		});
	});
});

describe('what the instructions of a call do not explain of its time', () => {
	/** The shorter call of each pair waits `extra` cycles; an iteration takes three. */
	const ofCalls = (extra: number): Measured => ({
		cyclesPerIteration: { median: 2.5, low: 2.4, high: 2.6 },
		nsPerIteration: { median: 1.25, low: 1.2, high: 1.3 },
		samples: 3,
		rejected: 0,
		processes: 1,
		modes: [],
		spread: [2.4, 2.6],
		clockGHz: 2,
		raw: [1, 2, 3].map(() => ({
			process: 0,
			iterations: 1000,
			longer: 2000,
			ticks: [3000 + extra, 6000],
			ticksPerCycle: [1, 1],
			switches: 0,
			accepted: true
		}))
	});

	it('is in the upper ends of the costs, which reach what an iteration takes in the longer call', () => {
		const { cyclesPerIteration, nsPerIteration, unexplained } = withUnexplained(
			ofCalls(500),
			0,
			10
		);
		expect(unexplained).toBeCloseTo(1000 / 3500, 9);
		expect(cyclesPerIteration).toEqual({ median: 2.5, low: 2.4, high: 3 });
		expect(nsPerIteration).toEqual({ median: 1.25, low: 1.2, high: 1.5 });
	});

	it('is left out where it is too small to change a verdict, or its instructions take as long at any rate', () => {
		expect(withUnexplained(ofCalls(30), 0, 10)).toEqual(ofCalls(30));
		expect(withUnexplained(ofCalls(500), 10_000, 10)).toEqual(ofCalls(500));
	});

	it('is not explained by many quick instructions, and the order of calls does not hide it', () => {
		expect(withUnexplained(ofCalls(500), 1000, 10).cyclesPerIteration.high).toBeCloseTo(2.95, 9);
		// Of three lengths, so that the slopes are three: 76.5, 77.5 and 87 cycles for 96.
		const slow = ofCalls(0);
		const raw = [1, 2, 3].flatMap((process) =>
			[
				[2, 3, 48_000],
				[1, 2, 24_000],
				[1, 3, 24_000]
			].map(([iterations = 0, longer = 0, extra = 0]) => ({
				...slow.raw[0],
				process,
				iterations: 1000 * iterations,
				longer: 1000 * longer,
				ticks: [96_000 * iterations + extra, 96_000 * longer] as [number, number],
				ticksPerCycle: [1, 1] as [number, number],
				switches: 0,
				accepted: true
			}))
		);
		expect(withUnexplained({ ...slow, raw }, 0, 10).cyclesPerIteration.high).toBeCloseTo(96, 9);
	});
});

describe('calls that are several times as long', () => {
	/** A call takes `once` cycles and `each` an iteration; the longer ones of the same process, sixteen times as many. */
	const of = (n: number, once: number, each: number): Sample[] =>
		[1, 2, 3].map((process) => ({
			process,
			iterations: n,
			longer: 2 * n,
			ticks: [once + each * n, once + each * 2 * n],
			ticksPerCycle: [1, 1],
			switches: 0,
			accepted: true
		}));
	const measured: Measured = {
		cyclesPerIteration: { median: 8.1, low: 8.08, high: 8.12 },
		nsPerIteration: { median: 4.05, low: 4.04, high: 4.06 },
		samples: 3,
		rejected: 0,
		processes: 3,
		modes: [],
		spread: [8.1, 8.1],
		clockGHz: 2,
		raw: of(1000, 1350, 8.1)
	};

	it('have the cost of their iterations, if a part of each call grows with its length', () => {
		// A program that scales that part with the length of its calls takes nine cycles in each call.
		const found = withUnexplained(measured, 0, 10, of(16_000, 16 * 1350, 8.1));
		expect(found.cyclesPerIteration.median).toBeCloseTo(8.1 + 1350 / 2000, 9);
		expect(found.nsPerIteration.median).toBeCloseTo((8.1 + 1350 / 2000) / 2, 9);
		expect(found.longCalls).toBe(32_000);
	});

	it('narrow the costs where a call has it once', () => {
		const { cyclesPerIteration } = withUnexplained(measured, 0, 10, of(16_000, 1350, 8.1));
		expect(cyclesPerIteration.low).toBe(8.08);
		expect(cyclesPerIteration.median).toBeCloseTo(8.1 + 1350 / 32_000, 9);
		expect(cyclesPerIteration.high).toBe(cyclesPerIteration.median);
	});

	it('prove nothing where they take less', () => {
		const found = withUnexplained(measured, 0, 10, of(16_000, 0, 7));
		expect(found).toEqual(withUnexplained(measured, 0, 10));
	});
});

describe('checksums', () => {
	const variants = [
		{ id: 'word', edited: false, checksum: 'aa' },
		{ id: 'bytes', edited: false, checksum: 'ab' },
		{ id: 'uncounted', edited: false }
	];

	it('that differ from the baseline are implausible where all must be equal', () => {
		expect(checksumFailures(forwarding, variants)).toEqual([
			{
				kind: 'implausible',
				bound: 'checksum',
				stage: 'count',
				variant: 'bytes',
				reason: 'It returned the checksum ab, the baseline aa, for the same iterations.'
			}
		]);
	});

	it('of a changed baseline are held against the others, not the others against it', () => {
		const changed = variants.map((variant) => ({ ...variant, edited: variant.id === 'word' }));
		expect(checksumFailures(forwarding, changed)).toEqual([
			{
				kind: 'implausible',
				bound: 'checksum',
				stage: 'count',
				variant: 'word',
				reason: 'It returned the checksum aa, the others ab, for the same iterations.'
			}
		]);
	});

	it('may differ where the exercise does not say so', () => {
		expect(checksumFailures({ ...forwarding, sameChecksum: false }, variants)).toEqual([]);
	});
});
