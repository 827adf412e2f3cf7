/**
 * The rows a harness writes to descriptor 3 (`images/base/harness/harness.c`). The learner's code shares its process, so every
 * byte is hostile: sizes are capped, values are parsed, and nothing here throws.
 */
import { z } from 'zod';
import { Language, Slug } from '@cyclelab/exercises/schema';
import type { FailureFacts, Stage } from '@cyclelab/contract/schema/failure';
import { RuntimeRow } from './runtime-rows.ts';

/** Absolute ticks pass 2^53 after weeks of uptime: a double then rounds them by a tick or two, which does no harm. */
const Clock = z
	.number()
	.nonnegative()
	.max(Number.MAX_SAFE_INTEGER * 2048)
	.refine(Number.isInteger);
const Ticks = z.int().nonnegative();
/** What each meter counted during one call of the kernel: unsigned, 64 bits. Checked further in `readLine`. */
const Amounts = z
	.array(
		z
			.number()
			.nonnegative()
			.max(2 ** 64)
	)
	.max(4);

const Hello = z.strictObject({
	t: z.literal('hello'),
	v: z.literal(1),
	language: Language,
	clock: z.enum(['tsc', 'cntvct']),
	mode: z.enum(['time', 'count']),
	/** Ticks of an empty timed pair; subtracted from nothing yet. */
	overhead: Ticks,
	/** Core cycles of the calibration chain. */
	chainCycles: Ticks,
	/** Core cycles of the loop of branches, if that second ruler is used (CYCLELAB_LOOPS). */
	loopCycles: z.int().positive().optional(),
	/** How many cores it has, if it was given several (CYCLELAB_CORES). */
	cores: z.int().positive().max(64).optional(),
	/** The exercise's meters (CYCLELAB_METERS), in the order of every sample's amounts. Absent: none. */
	meters: z.array(Slug).min(1).max(4).optional(),
	/** Ticks and nanoseconds (CLOCK_MONOTONIC_RAW) read together before setup. */
	tsc: Clock,
	ns: Clock,
	setupNs: Ticks
});
export type Hello = z.infer<typeof Hello>;

const Checksum = z.string().regex(/^[0-9a-f]{1,16}$/);

/** A call whose result the harness reports: the first of every process, and every call that is counted. */
const CallRow = z.strictObject({
	t: z.literal('call'),
	/** Iterations. */
	n: Ticks,
	/** What the kernel returned, hexadecimal. */
	result: Checksum
});
export type CallRow = z.infer<typeof CallRow>;

const SampleRow = z.strictObject({
	t: z.literal('s'),
	/** Iterations of the shorter and of the longer call; without the latter, twice as many. */
	n: z.int().positive(),
	n2: z.int().positive().optional(),
	/** Their ticks. */
	t1: Ticks,
	t2: Ticks,
	/** What they returned, where the harness reports it. */
	r1: Checksum.optional(),
	r2: Checksum.optional(),
	/** Ticks of the calibration chain just before and just after. */
	c0: Ticks,
	c1: Ticks,
	/** Ticks of the loop of branches before c0 and after c1, if it is used. */
	l0: Ticks.optional(),
	l1: Ticks.optional(),
	nivcsw: Ticks,
	minflt: Ticks,
	/** Nanoseconds in which no thread of its process ran. Absent where it has several cores. */
	lost: Ticks.optional(),
	/** What each meter counted during them. */
	m1: Amounts.optional(),
	m2: Amounts.optional()
});
export type SampleRow = z.infer<typeof SampleRow>;

const End = z.strictObject({
	t: z.literal('end'),
	samples: Ticks,
	tsc: Clock,
	ns: Clock,
	nivcsw: Ticks
});
export type End = z.infer<typeof End>;

const Row = z.discriminatedUnion('t', [Hello, CallRow, SampleRow, End, RuntimeRow]);

/** Languages whose runtime reports which machine code it ran. */
const toldByRuntime: readonly Language[] = ['cs'];

/**
 * All rows of one process. `first`: the call that it began with; `later`: calls that were counted. `runtime`: rows added by its
 * language's runtime, if it has one.
 */
export type Rows = {
	hello: Hello;
	first: CallRow;
	later: CallRow[];
	samples: SampleRow[];
	end: End;
	runtime?: RuntimeRow[];
};

/** Longest row; ours are below 500 characters, most below 200. */
const lineCharacters = 512;
/** Most samples of one process; the plan asks for far fewer. */
const samplesAtMost = 2000;
/** Most calls that are counted in one process. */
const callsAtMost = 3;
/** Most rows of a runtime: 64 KiB of code are 512 and more, each with its IL. */
const runtimeRowsAtMost = 2000;

/** Rows read so far. `fault`: the first error, after which nothing more is read. */
export type Reading = {
	pending: string;
	hello?: Hello;
	calls: CallRow[];
	samples: SampleRow[];
	runtime: RuntimeRow[];
	end?: End;
	fault?: string;
};

export const nothingRead: Reading = { pending: '', calls: [], samples: [], runtime: [] };

/** Takes the next bytes, in any cut. */
export function readRows(reading: Reading, chunk: Uint8Array): Reading {
	if (reading.fault !== undefined) return reading;
	const lines = (reading.pending + Buffer.from(chunk).toString('latin1')).split('\n');
	const pending = lines.pop() ?? '';
	let next: Reading = {
		...reading,
		calls: [...reading.calls],
		samples: [...reading.samples],
		runtime: [...reading.runtime]
	};
	for (const line of lines) {
		next = readLine(next, line);
		if (next.fault !== undefined) return next;
	}
	if (pending.length > lineCharacters) return { ...next, fault: 'a row is too long' };
	return { ...next, pending };
}

function readLine(reading: Reading, line: string): Reading {
	const fault = (fault: string): Reading => ({ ...reading, pending: '', fault });
	if (line.length > lineCharacters) return fault('a row is too long');
	const parsed = Row.safeParse(json(line));
	if (!parsed.success) return fault('a row does not follow the format');
	const row = parsed.data;
	if (reading.end) return fault('rows follow the last row');
	if (row.t === 'hello') {
		return reading.hello ? fault('the first row came twice') : { ...reading, hello: row };
	}
	if (!reading.hello) return fault('the first row is missing');
	if (row.t === 'call') {
		if (reading.samples.length + reading.runtime.length > 0)
			return fault('results of calls follow other rows');
		if (reading.calls.length === (reading.hello.mode === 'count' ? callsAtMost : 1))
			return fault('there are too many results of calls');
		reading.calls.push(row);
		return reading;
	}
	if (reading.calls.length === 0) return fault('the result of the first call is missing');
	if (row.t !== 's' && row.t !== 'end') {
		if (!toldByRuntime.includes(reading.hello.language))
			return fault('rows of a runtime where there is none');
		if (reading.runtime.length === runtimeRowsAtMost)
			return fault('there are too many rows of its runtime');
		reading.runtime.push(row);
		return reading;
	}
	if (row.t === 's') {
		if (reading.runtime.length > 0) return fault('samples follow the rows of its runtime');
		if (reading.hello.mode === 'count') return fault('a counting run sent samples');
		if (reading.samples.length === samplesAtMost) return fault('there are too many samples');
		const { meters = [] } = reading.hello;
		const { m1 = [], m2 = [] } = row;
		if (m1.length !== meters.length || m2.length !== meters.length)
			return fault('a sample has other meters than its first row');
		if (![...m1, ...m2].every(Number.isSafeInteger))
			return fault('a meter counted less than nothing, or more than 2^53');
		if (row.n2 !== undefined && row.n2 <= row.n)
			return fault('the longer call of a sample is not longer');
		reading.samples.push(row);
		return reading;
	}
	if (row.samples !== reading.samples.length) return fault('the number of samples does not fit');
	if (row.tsc <= reading.hello.tsc || row.ns <= reading.hello.ns)
		return fault('its clock ran backwards');
	return { ...reading, end: row };
}

function json(line: string): unknown {
	try {
		return JSON.parse(line);
	} catch {
		return undefined;
	}
}

type Where = { stage: Stage; variant?: string };

/**
 * The rows of a process that exited with status 0. Without a last row the program ended early (a call of `exit`, say),
 * which is a crash; anything malformed is implausible, because our harness does not write it.
 */
export function finishRows(
	reading: Reading,
	where: Where
): { ok: true; rows: Rows } | { ok: false; failure: FailureFacts } {
	const { hello, calls, samples, runtime, end, fault, pending } = reading;
	const [first, ...later] = calls;
	if (fault !== undefined)
		return implausible(where, `The program disturbed the measurement's own rows: ${fault}.`);
	if (hello && first && end && pending === '') {
		const told = runtime.length > 0 ? { runtime } : {};
		return { ok: true, rows: { hello, first, later, samples, end, ...told } };
	}
	if (end) return implausible(where, "The program wrote to the measurement's own channel.");
	return { ok: false, failure: { ...where, kind: 'crash', exitCode: 0, text: '' } };
}

function implausible(where: Where, reason: string): { ok: false; failure: FailureFacts } {
	return { ok: false, failure: { ...where, kind: 'implausible', bound: 'rows', reason } };
}
