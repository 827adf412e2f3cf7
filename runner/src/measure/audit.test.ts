import { dataWorkSentence } from '@cyclelab/contract/measure/data-work';
import { expect, test } from 'vitest';
import { counted, honest, hotLoop } from '../../fixtures/measure/audited.ts';
import { compareAudit, dataDecides, isSteady, otherWork } from './audit.ts';
import { readCalls, readObserved, type Observed } from './observed.ts';
import { loopOf } from './watched.ts';

const loop = loopOf(counted);
if ('unchecked' in loop) throw new Error(loop.unchecked);

const compared = (change: Partial<Observed>, over: Partial<typeof counted> = {}, runtime = false) =>
	compareAudit({ ...counted, ...over }, loop, { ...honest, ...change }, runtime);

test('equal work is checked, with both numbers', () => {
	expect(compared({})).toEqual({
		checked:
			'Checked against a run that is timed: 2.00 instructions an iteration on the processor, counted 2.00.'
	});
});

test('of a loop with copies, its passes are checked', () => {
	const copy = { ...loop, instructions: 2 * loop.instructions };
	expect(compareAudit(counted, copy, honest, false)).toEqual({
		checked:
			'Checked against a run that is timed: 0.500 passes of its loop an iteration on the processor, counted 0.500.'
	});
});

test('a part of the passes, or more of them, is a doubt with both numbers', () => {
	expect(compared({ hits: 10_923 })).toEqual({
		doubt:
			'In a run that was timed, it executed 0.167 passes of its loop an iteration, and 0.500 while its instructions were counted.'
	});
	expect(compared({ hits: 65_536 })).toHaveProperty('doubt');
	// A remainder, a peeled pass: no doubt.
	expect(compared({ hits: 32_000 })).toHaveProperty('checked');
});

test('shorter and much longer passes are a doubt', () => {
	expect(compared({ steps: 200, code: [[0x401010, 200, 'ffc0']] })).toEqual({
		doubt:
			'In a run that was timed, it executed 2.00 instructions in each pass of its loop, and 4.00 while its instructions were counted.'
	});
	expect(compared({ steps: 1600, code: [[0x401010, 1600, 'ffc0']] })).toHaveProperty('doubt');
});

test('code that never ran while it was counted is a doubt, wherever it is', () => {
	const doubt =
		'In a run that was timed, 20 % of its instructions were in code that was not executed while its instructions were counted.';
	const with100 = (address: number): Partial<Observed> => ({
		steps: 500,
		code: [...honest.code, [address, 100, 'ffc0']]
	});
	expect(compared(with100(0x401030))).toEqual({ bound: 'unseenCode', doubt });
	expect(compared(with100(0x7f0000001000))).toEqual({ bound: 'unseenCode', doubt });
	// A library it calls, or a runtime of its language, may take another way on this processor.
	const unshown = [{ from: '0x1', to: '0x2', instructionsPerIteration: 1, share: 0.3 }];
	expect(compared(with100(0x7f0000001000), { unshown })).toHaveProperty('checked');
	expect(compared(with100(0x7f0000001000), {}, true)).toHaveProperty('checked');
});

test('repetitions are no doubt, and instructions that the emulator lacks do not hide other work', () => {
	const [first, ...otherFunctions] = counted.functions;
	if (!first) throw new Error('no function');
	const [entry, marker, ...others] = first.instructions;
	if (!entry || !marker) throw new Error('no instructions');
	const as = (text: string) => ({
		functions: [
			{ ...first, instructions: [entry, { ...marker, text }, ...others] },
			...otherFunctions
		]
	});
	const often: Partial<Observed> = {
		steps: 6700,
		code: [[0x401010, 6400, 'f3a4'], ...honest.code.slice(1)]
	};
	expect(compared(often, as('rep movsb byte ptr es:[rdi], byte ptr [rsi]'))).toHaveProperty(
		'checked'
	);
	expect(compared(often, as('inc eax'))).toHaveProperty('doubt');
	expect(compared({}, as('vaddps zmm0, zmm1, zmm2'))).toHaveProperty('checked');
	expect(compared({ hits: 1 }, as('vaddps zmm0, zmm1, zmm2'))).toHaveProperty('doubt');
});

test('a second thread or a signal does not exempt a program, which would otherwise choose to be exempt', () => {
	expect(compared({ threads: 2 })).toHaveProperty('checked');
	expect(compared({ threads: 2, hits: 10_923 })).toEqual({
		doubt:
			'In a run that was timed, the thread that calls kernel() executed 0.167 passes of its loop an iteration, and 0.500 while its instructions were counted.'
	});
	const busy = loopOf({ ...counted, instructionsPerIteration: 2.2 });
	if ('unchecked' in busy) throw new Error(busy.unchecked);
	// A thread beside the kernel worked while instructions were counted.
	expect(compareAudit(counted, busy, { ...honest, threads: 2 }, false)).toHaveProperty('doubt');
	expect(compareAudit(counted, busy, honest, false)).toHaveProperty('checked');

	const handler: Partial<Observed> = {
		signals: 3,
		steps: 1600,
		code: [...honest.code, [0x401030, 1200, 'ffc0']]
	};
	expect(compared(handler)).toEqual({
		checked:
			'Checked in part against a run that is timed: 0.500 passes of its loop an iteration, counted 0.500; signals interrupted it.'
	});
	expect(compared({ ...handler, hits: 10_923 })).toHaveProperty('doubt');
	expect(compared({ signals: 1, steps: 200, code: [[0x401010, 200, 'ffc0']] })).toHaveProperty(
		'doubt'
	);
	// The runtimes of Go and Crystal have threads and signals of their own.
	expect(compared({ threads: 5, signals: 2 }, {}, true)).toHaveProperty('checked');
});

test('passes that data decide may differ by half', () => {
	const varied = loopOf({ ...counted, hotLoop: { ...hotLoop, pathCoverage: 0.6 } });
	if ('unchecked' in varied) throw new Error(varied.unchecked);
	const change = { ...honest, hits: 24_000, steps: 300 };
	expect(compareAudit(counted, varied, change, false)).toHaveProperty('checked');
	expect(compareAudit(counted, varied, { ...change, hits: 10_000 }, false)).toHaveProperty('doubt');
});

test('where figures cannot be compared, the report has the reason, and nobody is accused', () => {
	expect(compared({ passes: 1, steps: 4 })).toHaveProperty('unchecked');
	expect(compared({ complete: false, other: undefined, hits: 100 })).toEqual({
		checked:
			'Checked in part against a run that is timed: 4.00 instructions in each pass of its loop, counted 4.00; a whole call takes too long to observe.'
	});
	expect(loopOf({ ...counted, hotLoop: undefined })).toHaveProperty('unchecked');
	const little = { ...counted, hotLoop: { ...hotLoop, share: 0.2 } };
	expect(loopOf(little, true)).toHaveProperty('unchecked');
	// Most of the work is elsewhere; what is in the loop is compared all the same.
	const small = loopOf({
		...counted,
		hotLoop: { ...hotLoop, share: 0.2 },
		instructionsPerIteration: 10
	});
	if ('unchecked' in small) throw new Error(small.unchecked);
	expect(compareAudit(counted, small, honest, false)).toHaveProperty('unchecked');
	expect(compareAudit(counted, small, { ...honest, hits: 10_923 }, false)).toHaveProperty('doubt');
	// Unless another thread works elsewhere.
	expect(compareAudit(counted, small, { ...honest, threads: 2 }, false)).toHaveProperty('doubt');
});

test('the observer’s line is parsed with bounds', () => {
	const read = (text: string) => readObserved(text, true);
	const { calls, ...oneSample } = honest;
	expect(read(JSON.stringify(oneSample))).toEqual(oneSample);
	expect(readCalls(JSON.stringify({ calls }), true)).toEqual({ calls });
	const unchecked = (why: string) => ({
		unchecked: `Not checked against a run that is timed: ${why}.`
	});
	expect(read('{"none":"ended"}')).toEqual(unchecked('it ended before it could be observed'));
	expect(read('{"none":"unreachable"}')).toEqual(unchecked('it could not be observed'));
	expect(read('{"none":"threads"}')).toEqual(
		unchecked('it starts threads or processes while it works')
	);
	expect(readObserved('{"none":"ended"}', false)).toEqual({ ended: true });
	expect(readObserved('{"none":"threads"}', false)).toEqual({
		bound: 'otherThreads',
		doubt:
			'Its count is that of one thread, and in a run that was timed it started threads or processes while it worked.'
	});
	expect(read('')).toEqual(unchecked('it did not end in time'));
	expect(read(JSON.stringify({ ...oneSample, passes: 1e9 }))).toEqual(
		unchecked('it could not be observed')
	);
});

test('both calls of a sample must do what was counted: their difference is what is reported', () => {
	expect(compared({ other: { n: 131_072, hits: 49_152 } })).toEqual({
		doubt:
			'In a run that was timed, it executed 0.375 passes of its loop an iteration, and 0.500 while its instructions were counted.'
	});
	expect(compared({ other: { n: 32_768, hits: 24_576 } })).toHaveProperty('doubt');
	expect(compared({ other: undefined })).toHaveProperty('checked');
	const data = { ...loop, passes: 0.5, passesAt: new Map([[131_072, 0.375]]) };
	const other = { n: 131_072, hits: 49_152 };
	expect(compareAudit(counted, data, { ...honest, other }, false)).toHaveProperty('checked');
});

test('calls of other samples must do what was counted, unless they are few', () => {
	const calls = (less: number): Observed['calls'] =>
		Array.from({ length: 16 }, (_, i) => [65_536, i < less ? 21_845 : 32_768]);
	expect(compared({ calls: calls(3) })).toEqual({
		doubt:
			'In a run that was timed, it executed 0.333 passes of its loop an iteration, and 0.500 while its instructions were counted.'
	});
	expect(compared({ calls: calls(2) })).toHaveProperty('checked');
	const less = { ...loop, passesAt: new Map([[65_536, 1 / 3]]), passes: 0.5 };
	const all = { ...honest, hits: 21_845, calls: calls(16) };
	expect(compareAudit(counted, less, all, false)).toHaveProperty('checked');
});

test('calls of the lengths that are timed do the work of the call that was counted', () => {
	const call = (iterations: number, instructions: number, passes: number) => ({
		iterations,
		instructions,
		passes
	});
	// 900 instructions of setup in each.
	expect(otherWork(loop, [call(1024, 2948, 512), call(2048, 4996, 1024)], 16_384)).toBeUndefined();
	expect(otherWork(loop, [call(2048, 2948, 512), call(1024, 1924, 256)], 16_384)).toBe(
		'In calls of 1,024 and 2,048 iterations, as they are timed, it executed 1.00 instructions an iteration, and 2.00 in the call that was counted.'
	);
	// As many passes, which do less.
	expect(otherWork(loop, [call(1024, 1924, 512), call(2048, 2948, 1024)], 16_384)).toBeDefined();
	// The longer call alone does all iterations.
	expect(otherWork(loop, [call(1024, 1924, 256), call(2048, 4996, 1024)], 16_384)).toBeDefined();
	// A call too short for the unrolled loop.
	expect(otherWork(loop, [call(16, 916, 0), call(32, 932, 0)], 16_384)).toBeUndefined();
});

test('a twelfth less at the lengths that are timed is a doubt, and a remainder of an unrolled loop is none', () => {
	const call = (iterations: number, passes: number) => ({
		iterations,
		instructions: 4 * passes,
		passes
	});
	const less = [call(24_576, 11_264), call(49_152, 22_528)] as const;
	expect(otherWork(loop, less, 16_384)).toBe(
		'In calls of 24,576 and 49,152 iterations, as they are timed, it executed 0.458 passes of its loop an iteration, and 0.500 in the call that was counted.'
	);
	// 31 passes are a remainder: of a short call, and where the call that was counted is short.
	const remainder = [call(1024, 512), call(2048, 993)] as const;
	expect(otherWork(loop, remainder, 16_384)).toBeUndefined();
	expect(otherWork(loop, less, 1000)).toBeUndefined();
	// Where data decide how often it is passed, other calls tell whether it is a doubt.
	const varying = { ...loop, isRegular: false };
	const third = [call(24_576, 8192), call(49_152, 16_384)] as const;
	expect(otherWork(varying, third, 16_384)).toContain('1.33 instructions an iteration, and 2.00');
	expect(otherWork(varying, less, 16_384)).toBeUndefined();
	expect(dataDecides(varying, third, third, 16_384)).toBeUndefined();
});

test('passes that vary are no doubt, unless counted calls of all lengths and data have the same', () => {
	const varying = { ...loop, isRegular: false };
	const half = { ...honest, hits: 18_000, other: { n: 131_072, hits: 36_000 } };
	expect(compareAudit(counted, varying, half, false)).toHaveProperty('checked');
	expect(compareAudit(counted, { ...varying, isSteady: true }, half, false)).toHaveProperty(
		'doubt'
	);
	// A twentieth less: more than chance or a remainder explains in many passes, and not in few.
	const less = { ...honest, hits: 31_100, other: { n: 131_072, hits: 62_200 } };
	const few = { ...honest, n: 600, hits: 285, other: { n: 1200, hits: 570 } };
	for (const isRegular of [true, false]) {
		const alike = { ...loop, isRegular, isSteady: true };
		expect(compareAudit(counted, alike, less, false)).toHaveProperty('doubt');
		expect(compareAudit(counted, alike, few, false)).toHaveProperty('checked');
	}
	const call = (iterations: number, passes: number) => ({ iterations, passes, instructions: 1 });
	expect(isSteady(varying, [call(1000, 500), call(2000, 1001)])).toBe(true);
	expect(isSteady(varying, [call(1000, 500), call(2000, 900)])).toBe(false);
});

test('work that the data decides is no doubt: lengths have no part in it, and a part of it is done for other data', () => {
	const call = (iterations: number, instructions: number, passes: number) => ({
		iterations,
		instructions,
		passes
	});
	const same = [call(1024, 2948, 512), call(2048, 4996, 1024)] as const;
	// Sorting other numbers: 2 % more instructions, and another path through its loops.
	const other = [call(1024, 2990, 300), call(2048, 5079, 600)] as const;
	expect(otherWork(loop, other, 16_384)).toBe(
		'In calls of 1,024 and 2,048 iterations, as they are timed, it executed 0.293 passes of its loop an iteration, and 0.500 in the call that was counted.'
	);
	const work = dataDecides(loop, other, same, 16_384);
	expect(work).toEqual({ counted: expect.closeTo(2, 2), other: expect.closeTo(2.04, 2) });
	expect(work && dataWorkSentence(work)).toBe(
		'Its work depends on the data: 2.00 instructions an iteration for the data that was counted, 2.04 for other data.'
	);
	// Fewer instructions for other data, where all passes do the same.
	const less = [call(1024, 1924, 300), call(2048, 2948, 600)] as const;
	expect(dataDecides(loop, less, same, 16_384)).toBeUndefined();
	expect(dataDecides({ ...loop, isRegular: false }, less, same, 16_384)).toBeDefined();
	// Another loop, or other work at these lengths for the counted data, too.
	expect(
		dataDecides(loop, [call(1024, 2990, 0), call(2048, 5079, 0)], same, 16_384)
	).toBeUndefined();
	expect(dataDecides(loop, other, other, 16_384)).toBeUndefined();
});
