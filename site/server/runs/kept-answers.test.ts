import { expect, it } from 'vitest';
import { keepAnswers, type Answer } from './kept-answers.ts';

const giver = { id: 'alpha', startedAt: '', toolchains: '' };
const whole = (bytes: number) => ({ plain: Buffer.alloc(bytes), gzip: () => Buffer.alloc(0) });
const answer = (run: string, bytes: number): Answer => ({
	run,
	giver,
	stream: whole(bytes)
});

it('those asked for last stay, up to a number of bytes', () => {
	const kept = keepAnswers(100);
	kept.set('a', answer('run-a', 40));
	kept.set('b', answer('run-b', 40));
	expect(kept.get('a')?.run).toBe('run-a');
	kept.set('c', answer('run-c', 40));
	expect(['a', 'b', 'c'].map((key) => kept.get(key)?.run)).toEqual(['run-a', undefined, 'run-c']);
	expect(['run-a', 'run-b', 'run-c'].map((run) => kept.streamOf(run)?.plain.length)).toEqual([
		40,
		undefined,
		40
	]);
});

it('a newer answer to the same question takes the place of the older one', () => {
	const kept = keepAnswers(100);
	kept.set('a', answer('old', 60));
	kept.set('a', answer('new', 60));
	expect([kept.get('a')?.run, kept.streamOf('old'), kept.streamOf('new')?.plain.length]).toEqual([
		'new',
		undefined,
		60
	]);
	kept.drop('a');
	expect([kept.get('a'), kept.streamOf('new')]).toEqual([undefined, undefined]);
});
