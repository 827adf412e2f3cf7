import { expect, test } from 'vitest';
import { writeFields } from './bytes.ts';
import {
	configurePayload,
	encodeFrame,
	readEnding,
	readFrames,
	readRefusal,
	runPayload
} from './frames.ts';
import { stepLimits } from './limits.ts';

test('a frame is its length, kind, id and payload', () => {
	expect(encodeFrame({ kind: 'G', id: 258, payload: Buffer.from('ab') })).toEqual(
		Buffer.from([2, 0, 0, 0, 0x47, 2, 1, 0, 0, 0x61, 0x62])
	);
});

test('frames are read one after another', () => {
	const seen: unknown[] = [];
	const frames = readFrames((frame) => seen.push({ ...frame, payload: frame.payload.toString() }));
	frames.push(
		Buffer.concat([
			encodeFrame({ kind: '1', id: 1, payload: Buffer.from('text') }),
			encodeFrame({ kind: 'K', id: 2, payload: Buffer.alloc(0) })
		])
	);
	expect(seen).toEqual([
		{ kind: '1', id: 1, payload: 'text' },
		{ kind: 'K', id: 2, payload: '' }
	]);
});

test('a frame longer than any answer is refused before it is read', () => {
	const frames = readFrames(() => undefined);
	expect(() => frames.push(Buffer.from([255, 255, 255, 255, 0x41, 0, 0, 0, 0]))).toThrow(
		RangeError
	);
});

// The same bytes are decoded by the supervisor's own test, request_test.go.
const recordedRun =
	'020000000a0000002f62696e2f636c616e67060000007b6f75747d2f' +
	'0200000003000000413d3103000000423d32' +
	'010000000300000061' +
	'2e6302000000c3a5' +
	'01000000010000006f' +
	'010000000100000070' +
	'010000000100000070' +
	'00000000' +
	'00000000' +
	'00000000' +
	'0102000000686f' +
	'0a00000000000000200000002000000000010000' +
	'1027000000010000' +
	'00';

test('a run request has every field of its command, the environment in order', () => {
	const command = {
		argv: ['/bin/clang', '{out}/'],
		env: { B: '2', A: '1' },
		files: { 'a.c': 'å' },
		uses: ['o'],
		produces: ['p'],
		fetches: ['p'],
		stdin: 'ho',
		limits: { ...stepLimits.compile, wallMs: 10_000 }
	};
	expect(runPayload(command).toString('hex')).toBe(recordedRun);
	const both = runPayload({ ...command, then: command }).toString('hex');
	expect(both).toBe(`${recordedRun.slice(0, -2)}01${recordedRun}`);
});

test('an empty standard input differs from none', () => {
	const command = { argv: ['/bin/cat'], env: {}, limits: stepLimits.compile };
	expect(runPayload(command)).not.toEqual(runPayload({ ...command, stdin: '' }));
});

test('a step that counts names its artifact and its trace, and an observed step the words of its observer', () => {
	const command = { argv: ['/q'], env: {}, produces: ['p'], limits: stepLimits.count };
	const [produces, none] = ['01000000' + '01000000' + '70' + '00000000', '00000000' + '00'];
	const untraced = '00000000';
	const hex = (counts?: string) =>
		runPayload(counts === undefined ? command : { ...command, counts }).toString('hex');
	expect(hex()).toContain(produces + '00000000' + untraced + none);
	expect(hex('c')).toContain(produces + '01000000' + '63' + untraced + none);
	expect(runPayload({ ...command, counts: 'c', trace: 't' }).toString('hex')).toContain(
		produces + '01000000' + '63' + '01000000' + '74' + none
	);
	expect(runPayload({ ...command, audit: ['1'] }).toString('hex')).toContain(
		produces + '00000000' + untraced + '01000000' + '01000000' + '31' + '00'
	);
});

test('a configuration names its substitutes and their server', () => {
	const [server, substitutes] = ['/all', { '/ld': '/all' }];
	expect(
		configurePayload({
			firstUid: 10_000,
			uids: 500,
			artifactMiB: 32,
			substitutes,
			server,
			times: true
		}).toString('hex')
	).toBe(
		'10270000f401000020000000' +
			'01000000030000002f6c64040000002f616c6c' +
			'040000002f616c6c' +
			'01'
	);
});

test('an ending has exit code or signal, flags, times and products', () => {
	const fields = writeFields();
	fields.u8(1).u32(11).u8(7).u8(2).u32(1_500).u32(250).u32(4_096);
	fields.list(['a.o'], fields.text);
	expect(readEnding(fields.done())).toEqual({
		exit: { signal: 'SIGSEGV' },
		truncated: 'stderr',
		timedOut: true,
		outOfMemory: true,
		served: true,
		goesOn: false,
		wallMs: 1.5,
		cpuMs: 0.25,
		maxResidentKiB: 4_096,
		produced: ['a.o']
	});
	const plain = writeFields().u8(0).u32(0).u8(8).u8(0).u32(0).u32(0).u32(0).u32(0).done();
	expect(readEnding(plain)).toEqual({
		exit: { code: 0 },
		timedOut: false,
		outOfMemory: false,
		served: false,
		goesOn: true,
		wallMs: 0,
		cpuMs: 0,
		maxResidentKiB: 0,
		produced: []
	});
});

test('a refusal becomes an error with its code; an unknown code is our failure', () => {
	const refusal = (code: string) => readRefusal(writeFields().text(code).text('why').done());
	expect(refusal('NO_ARTIFACT')).toMatchObject({ code: 'NO_ARTIFACT', message: 'why' });
	expect(refusal('OTHER')).toMatchObject({ code: 'INTERNAL', message: 'why' });
});
