import { describe, expect, it } from 'vitest';
import { recorded, type Recording } from '../../fixtures/measure/recorded.ts';
import { forwarding, measured } from '../../fixtures/measure/examples.ts';
import type { Output } from '../sandbox/command.ts';
import { checksumFailures, placeDoubt, processDoubt } from './plausible.ts';
import { readProcess } from './process.ts';

const limits = { wallMs: 2000, cpuSeconds: 3, fileMiB: 1, outputKiB: 64, memoryMiB: 512 };
const output = ({ text, wallMs, cpuMs }: Recording): Output => ({
	exit: { code: 0 },
	stdout: Buffer.alloc(0),
	stderr: Buffer.alloc(0),
	results: Buffer.from(text),
	timedOut: false,
	outOfMemory: false,
	wallMs,
	cpuMs,
	maxResidentKiB: 0,
	produced: []
});
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

	it('that claims more time than passed is implausible', () => {
		const { rows } = first;
		const slow = { ...rows, end: { ...rows.end, ns: rows.hello.ns + 900e6 } };
		expect(processDoubt(slow, { wallMs: 10, cpuMs: 10 })).toBe(
			'Its clock counted 900 ms, ours 10.0 ms.'
		);
	});

	it('whose samples exceed its own clock is implausible', () => {
		const { rows } = first;
		const long = { ...rows, samples: rows.samples.map((row) => ({ ...row, t2: row.t2 * 1000 })) };
		expect(processDoubt(long, first)).toBe(
			'Its samples add up to more time than passed between its first and last row.'
		);
	});

	it('that forged tiny numbers after real work is implausible', () => {
		const { rows } = first;
		const quick = {
			...rows,
			samples: rows.samples.map((row) => ({ ...row, t1: 1, t2: 2, c0: 60, c1: 60 })),
			end: { ...rows.end, tsc: rows.hello.tsc + 26000, ns: rows.hello.ns + 10000 }
		};
		expect(processDoubt(quick, { wallMs: 260, cpuMs: 220 })).toBe(
			'Its ruler of 30,000 core cycles took 3.08 ns, less than any processor needs.'
		);
	});

	it('that forged an overhead as long as its rulers is implausible', () => {
		const { rows } = first;
		const forged = { ...rows, hello: { ...rows.hello, overhead: 1e9 } };
		expect(processDoubt(forged, first)).toBe(
			'Its ruler of 30,000 core cycles took 0 ns, less than any processor needs.'
		);
	});

	it('may work outside of its rows: a runtime, a constructor, a pause that counts as its processor time', () => {
		const { rows, wallMs } = first;
		const outside = { wallMs: wallMs + 400, cpuMs: 330 };
		expect(processDoubt(rows, outside)).toBe(undefined);
	});

	it('may sleep in its kernel, or lose the core to the hypervisor', () => {
		const { rows } = first;
		const samples = rows.samples.map((row) => ({
			...row,
			nivcsw: 0,
			lost: 49e6,
			t2: row.t2 + 0.049 * ticksPerSecond
		}));
		const seconds = 0.05 * samples.length;
		const end = {
			...rows.end,
			tsc: rows.hello.tsc + seconds * ticksPerSecond,
			ns: rows.hello.ns + seconds * 1e9
		};
		const slept = { ...rows, samples, end };
		const outside = { wallMs: 1000 * seconds + 5, cpuMs: first.cpuMs };
		const silent = { ...slept, samples: samples.map(({ lost: _, ...row }) => row) };
		expect([slept, silent].map((one) => processDoubt(one, outside))).toEqual([
			undefined,
			'Its samples add up to more processor time than it got.'
		]);
	});

	it('is believed where the host slews its clock as fast as it can', () => {
		const { rows } = first;
		const end = { ...rows.end, ns: rows.hello.ns + 1090e6, tsc: rows.hello.tsc + 2.6e9 };
		expect(processDoubt({ ...rows, end }, { wallMs: 1000, cpuMs: 1000 })).toBe(undefined);
	});

	it('is believed when the hypervisor paused it for long', () => {
		const { rows } = first;
		const paused = {
			...rows,
			samples: rows.samples.map((row, i) =>
				i === 3 ? { ...row, nivcsw: 0, lost: 1e8, t2: row.t2 + 2.6e8 } : row
			),
			end: { ...rows.end, tsc: rows.end.tsc + 2.6e8, ns: rows.end.ns + 1e8 }
		};
		expect(processDoubt(paused, { wallMs: first.wallMs + 100, cpuMs: first.cpuMs })).toBe(
			undefined
		);
	});

	it('that claims a longer ruler, so that its cycles look fewer, is implausible', () => {
		const { rows } = first;
		const longer = { ...rows, hello: { ...rows.hello, chainCycles: 60000 } };
		const loops = { ...rows, hello: { ...rows.hello, loopCycles: 20000 } };
		expect([longer, loops].map((forged) => processDoubt(forged, first))).toEqual(
			Array(2).fill('Its rulers are not as long as ours.')
		);
	});

	it('whose samples exceed its processor time is implausible', () => {
		const { rows } = first;
		const long = {
			...rows,
			samples: rows.samples.map((row) => ({ ...row, nivcsw: 0, t2: row.t2 * 100 })),
			end: { ...rows.end, tsc: rows.hello.tsc + 2.6e9, ns: rows.hello.ns + 1e9 }
		};
		expect(processDoubt(long, { wallMs: 1000, cpuMs: 10 })).toBe(
			'Its samples add up to more processor time than it got.'
		);
	});
});

describe('a measured place', () => {
	const expected = (instructionsPerIteration?: number, microarchitecture = 'znver5') => ({
		instructionsPerIteration,
		microarchitecture,
		clockGHz: 4
	});

	it('faster than the core can run its instructions is implausible', () => {
		expect(placeDoubt(measured(0.9), expected(16))).toBe(
			'It reports 0.902 cycles for 16.0 instructions; this core does 16 a cycle at most.'
		);
		expect(placeDoubt(measured(1.9), expected(16, 'skylake'))).toBe(
			'It reports 1.90 cycles for 16.0 instructions; this core does 8 a cycle at most.'
		);
	});

	it("whose core clock is far below the runner's is implausible", () => {
		const slow = { ...measured(2), clockGHz: 1.5 };
		expect(placeDoubt(slow, expected(16))).toBe(
			"Its core clock was 1.50 GHz, this runner's is 4.00 GHz."
		);
	});

	it('is believed at any pace the core can have, and without counts', () => {
		expect([
			placeDoubt(measured(2), expected(16)),
			placeDoubt(measured(0.9), expected(16, 'unheard-of')),
			placeDoubt(measured(0.1), expected())
		]).toEqual([undefined, undefined, undefined]);
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
				stage: 'count',
				variant: 'bytes',
				reason: 'It returned the checksum ab, the baseline aa, for the same iterations.'
			}
		]);
	});

	it('of a changed baseline are held against the others, not the others against it', () => {
		const changed = variants.map((one) => ({ ...one, edited: one.id === 'word' }));
		expect(checksumFailures(forwarding, changed)).toEqual([
			{
				kind: 'implausible',
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
