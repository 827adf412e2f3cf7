import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { noProgress, readMessage, type Progress } from './progress.ts';

/** Recorded from Docker Engine 20.10's classic builder, `POST /build` of `cc`. */
function follow(file: string): { said: string[]; last: Progress } {
	const said: string[] = [];
	let progress = noProgress;
	const text = readFileSync(join(import.meta.dirname, 'fixtures', file), 'utf8');
	for (const line of text.trim().split('\n')) {
		progress = readMessage(progress, JSON.parse(line));
		if (progress.say !== undefined) said.push(progress.say);
	}
	return { said, last: progress };
}

test('steps that run are reported, steps from the cache are not', () => {
	const { said, last } = follow('build-that-succeeds.jsonl');
	expect(said).toEqual(['Compiling the harness']);
	expect(last.failed).toBeUndefined();
});

test('a failed build names its step and keeps what that step printed last, without colours', () => {
	const { said, last } = follow('build-that-fails.jsonl');
	expect(said).toEqual(['Compiling the harness']);
	expect(last.failed).toBe('"Compiling the harness" ended with status 1');
	expect(last.lines).toHaveLength(20);
	expect(last.lines.slice(-4)).toEqual([
		'  143 |                 uint64_t now = cal_ticks()',
		'      |                                           ^',
		'      |                                           ;',
		'6 errors generated.'
	]);
});

test('an error that is not a step keeps the words of the engine', () => {
	expect(readMessage(noProgress, { error: 'no space left on device' }).failed).toBe(
		'no space left on device'
	);
});

test('messages of an unknown shape are passed over', () => {
	for (const message of [null, 7, 'text', { aux: { ID: 'sha256:00' } }, { stream: 3 }])
		expect(readMessage(noProgress, message)).toEqual(noProgress);
});
