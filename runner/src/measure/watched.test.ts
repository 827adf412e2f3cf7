import { expect, test } from 'vitest';
import { counted, honest, hotLoop } from '../../fixtures/measure/audited.ts';
import { compareAudit } from './audit.ts';
import type { Observed } from './observed.ts';
import { auditWords, loopOf, movableAt, partOf } from './watched.ts';

const loop = loopOf(counted);
if ('unchecked' in loop) throw new Error(loop.unchecked);
const process = {
	argument: 'rdi',
	runtime: false,
	moved: 7,
	sampling: 0x202080,
	samples: 11
} as const;

test('the observer gets the addresses of kernel and loop, and how often the loop is passed', () => {
	expect(auditWords(loop, process)).toEqual([
		'watch',
		'401000',
		'202080',
		'10',
		'401010',
		'7',
		'rdi',
		'hold',
		'524288',
		'4096',
		'12000',
		'0',
		'0'
	]);
	const harness = { address: 0x202000, bytes: Buffer.alloc(4096) };
	expect(auditWords(loop, { ...process, harness }).slice(-2)).toEqual(['202000', '4096']);
	// A runtime's threads go on.
	expect(auditWords(loop, { ...process, runtime: true })[7]).toBe('run');
	expect(auditWords(loop, { ...process, samples: 1 })[3]).toBe('1');
});

/** Instructions of so many bytes from 0x401000 on, executed as often. */
const listed = (...lines: [text: string, bytes: number, count?: number][]) => {
	let at = 0x401000;
	const instructions = lines.map(([text, bytes, count = 9]) => {
		const address = `0x${at.toString(16)}`;
		at += bytes;
		return { address, text, count };
	});
	return [{ symbol: 'kernel', address: '0x401000', instructions }];
};
const back = { target: '0x401004' };

test('instructions give way to a jump if they run one after the other, and at any address', () => {
	const loop = listed(['imul rax, rax', 4], ['dec rcx', 3], ['jne 0x401000', 2], ['ret', 1, 1]);
	expect(movableAt(loop, '0x401000')).toBe(7);
	// Less than the jump is left, before one of the program's own.
	expect(movableAt(loop, '0x401004')).toBe(0);
	expect(movableAt(loop, '0x401001')).toBe(0);
	expect(movableAt(listed(['mov eax, 1', 5], ['ret', 1]), '0x401000')).toBe(5);
	// Nobody knows where the last instruction ends.
	expect(movableAt(listed(['mov eax, 1', 5]), '0x401000')).toBe(0);
	for (const text of ['add rax, qword ptr [rip + 0x20]', 'call 0x402000', 'rep stosb', 'ret'])
		expect(movableAt(listed([text, 7], ['nop', 1]), '0x401000')).toBe(0);
	expect(movableAt(listed(['dec rcx', 3], ['nop', 4, 8], ['nop', 1]), '0x401000')).toBe(0);
	// Something leads between them.
	const [{ instructions, ...code } = { instructions: [] }] = loop;
	const jumpedTo = instructions.map((one) => ({ ...one, ...(one.text === 'ret' ? back : {}) }));
	expect(
		movableAt([{ symbol: '', address: '', ...code, instructions: jumpedTo }], '0x401000')
	).toBe(0);
});

test('the marker of a loop is an instruction of each pass, one that may be moved if there is such an one', () => {
	const markerIn = (...lines: Parameters<typeof listed>) => {
		const functions = listed(...lines, ['jne 0x401000', 2], ['ret', 1, 1]);
		const { instructions = [] } = functions[0] ?? {};
		const hotLoop = counted.hotLoop && {
			...counted.hotLoop,
			instructions: instructions.slice(0, -1)
		};
		const found = loopOf({ ...counted, functions, ...(hotLoop && { hotLoop }) });
		return 'marker' in found ? found.marker : found.unchecked;
	};
	expect(markerIn(['imul rax, rax', 4], ['dec rcx', 3])).toBe('0x401000');
	const relative: [string, number] = ['add rax, qword ptr [rip + 0x20]', 7];
	expect(markerIn(relative, ['add rax, 0x12345', 6], ['dec rcx', 3])).toBe('0x401007');
	// Not every pass comes there.
	expect(markerIn(relative, ['add rax, 0x12345', 6, 4], ['dec rcx', 3])).toBe('0x401000');
	expect(markerIn(relative, ['dec rcx', 3])).toBe('0x401000');
});

const part = { address: '0x401010', passes: 0.5 };

test('of several parts the passes are compared, in both calls', () => {
	const watched = partOf(counted, part);
	if (!watched) throw new Error('The part was not found.');
	expect(auditWords(watched, process).slice(0, 8)).toEqual([
		'watch',
		'401000',
		'202080',
		'10',
		'401010',
		'7',
		'rdi',
		'hold'
	]);
	const one = (change: Partial<Observed>) =>
		compareAudit(counted, { ...watched, isSteady: true }, { ...honest, ...change }, false);
	expect(one({})).toEqual({ checked: 'It executed 0x401010 as often as counted.' });
	// A part's passes say nothing of the instructions between them.
	expect(one({ code: [[0x401010, 4096, 'ffc0']] })).toHaveProperty('checked');
	expect(one({ hits: 0 })).toEqual({
		doubt:
			'In a run that was timed, it executed 0 passes of 0x401010 an iteration, and 0.500 while its instructions were counted.'
	});
	expect(one({ other: { n: 131_072, hits: 32_768 } })).toEqual({
		doubt:
			'In a run that was timed, it executed 0.250 passes of 0x401010 an iteration, and 0.500 while its instructions were counted.'
	});
	const { other: _, ...alone } = honest;
	expect(compareAudit(counted, watched, alone, false)).toEqual({
		unchecked:
			'Not checked against a run that is timed: a call with several loops takes too long to observe.'
	});
	expect(one({ code: [[0x401030, 400, 'ffc0']] })).toHaveProperty('doubt');
	expect(partOf({ ...counted, functions: [] }, part)).toBeUndefined();
});

test.each([
	['entered once an iteration', { sourceIterations: 1 / 16, passesPerEntry: 16 }, true],
	['of a nest that is passed alike', { sourceIterations: 1 / 64, passesPerEntry: 16 }, true],
	['unrolled, entered once a call', { sourceIterations: 2, passesPerEntry: 511.5 }, true],
	['whose entries the data decide', { sourceIterations: 1 / 1085, passesPerEntry: 2.265 }, false]
])('a loop %s is regular or not', (_, found, isRegular) => {
	expect(loopOf({ ...counted, hotLoop: { ...hotLoop, ...found } })).toMatchObject({ isRegular });
});
