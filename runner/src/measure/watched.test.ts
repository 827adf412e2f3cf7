import { expect, test } from 'vitest';
import { counted, honest } from '../../fixtures/measure/audited.ts';
import { compareAudit } from './audit.ts';
import type { Observed } from './observed.ts';
import { auditWords, loopOf, partOf } from './watched.ts';

const loop = loopOf(counted);
if ('unchecked' in loop) throw new Error(loop.unchecked);
const process = { argument: 'rdi', runtime: false, sampling: 0x202080, samples: 11 } as const;

test('the observer gets the addresses of kernel and loop, and how often the loop is passed', () => {
	expect(auditWords(loop, process)).toEqual([
		'watch',
		'401000',
		'202080',
		'10',
		'401010',
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
	expect(auditWords(loop, { ...process, runtime: true })[6]).toBe('run');
	expect(auditWords(loop, { ...process, samples: 1 })[3]).toBe('1');
});

const part = { address: '0x401010', passes: 0.5 };

test('of several parts the passes are compared, in both calls', () => {
	const watched = partOf(counted, part);
	if (!watched) throw new Error('The part was not found.');
	expect(auditWords(watched, process).slice(0, 7)).toEqual([
		'watch',
		'401000',
		'202080',
		'10',
		'401010',
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
