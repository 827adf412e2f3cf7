import { expect, test } from 'vitest';
import { onlyFileOf } from './archive.ts';
import { readAnswer } from './lines.ts';

test.each([
	['ready', { kind: 'ready' }],
	['started', { kind: 'started' }],
	['count 257946566 257957100 257957100', { kind: 'count', value: 257946566 }],
	['count 0 0 0', { kind: 'count', value: 0 }],
	[
		'count 100 2000 1000',
		{ kind: 'refusal', reason: 'Something else uses the counters of this processor.' }
	],
	[
		'error ENOENT',
		{
			kind: 'refusal',
			reason: 'This machine has no hardware counters for it (a virtual machine often has none).'
		}
	],
	[
		'error EACCES',
		{
			kind: 'refusal',
			reason:
				'This runner may not read hardware counters: it needs CAP_PERFMON, or to run as root beside the engine.'
		}
	],
	['error E2BIG', { kind: 'refusal', reason: 'The kernel does not count it (E2BIG).' }],
	[
		'count 1 2',
		{ kind: 'refusal', reason: 'The program that reads counters said something else.' }
	],
	['', { kind: 'refusal', reason: 'The program that reads counters said something else.' }]
])('the line "%s"', (line, answer) => {
	expect(readAnswer(line)).toEqual(answer);
});

test('the only file of an archive is taken out, and nothing else is taken for one', () => {
	const header = Buffer.alloc(512);
	header.write('00000000005\0', 124);
	header.write('0', 156);
	const archive = Buffer.concat([header, Buffer.from('hello'), Buffer.alloc(507 + 1024)]);
	expect(onlyFileOf(archive).toString()).toBe('hello');
	header.write('5', 156);
	expect(() => onlyFileOf(Buffer.concat([header, Buffer.alloc(1024)]))).toThrow();
	expect(() => onlyFileOf(archive.subarray(0, 514))).toThrow();
});
