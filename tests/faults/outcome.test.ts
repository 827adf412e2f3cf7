/** The fault run's counts show lost, silently restarted and incomplete runs. */
import { RunEvent } from '@cyclelab/contract/schema/job';
import { expect, test } from 'vitest';
import { describeRunner, nothing, reportOf } from '../integration/server/examples.ts';
import { jobFor } from '../integration/job/job-bench.ts';
import type { ObservedRun } from './learner.ts';
import { outcomeOf, type Facts } from './outcome.ts';

const report = reportOf(jobFor(''), describeRunner('one', 4));
const started = RunEvent.parse({ type: 'started', report });
const finished = RunEvent.parse({ type: 'finished', conclusions: nothing });
const moved = RunEvent.parse({ type: 'moved', from: 'one' });
const setAside = RunEvent.parse({ type: 'failed', code: 'SET_ASIDE', message: 'Twice.', id: '1' });

/** A run with events at 10, 20, ... ms, by default numbered in order. */
const run = (
	id: string,
	events: RunEvent[],
	seqs = events.map((_, at) => at + 1)
): ObservedRun => ({
	id,
	connections: 2,
	received: events.map((event, at) => ({
		seq: seqs[at],
		id: `${seqs[at]}.${at}`,
		at: 10 * (at + 1),
		event
	}))
});

const facts: Facts = {
	asked: 6,
	names: ['one', 'two'],
	kills: [{ what: 'runner', name: 'one', at: 15, held: ['moved', 'silent', 'over', 'aside'] }],
	observed: [
		run('moved', [started, moved, started, finished]),
		run('silent', [started, started, finished]),
		run('over', [started, finished]),
		run('aside', [started, moved, started, setAside]),
		run('gap', [started, finished], [1, 3]),
		{ trouble: 'no answer' }
	],
	looks: 1,
	measured: {},
	overlaps: [],
	store: { states: {}, withoutOneEnd: 0, withGaps: 0 },
	containersLeft: 0,
	seconds: 1
};

test('runs without a result, restarts without an event and histories with gaps are counted', () => {
	expect(outcomeOf(facts)).toEqual({
		ends: { finished: 4, failed: 1 },
		withoutResult: ['no answer'],
		sentences: { 'SET_ASIDE: Twice.': 1 },
		moved: 2,
		restarted: 3,
		setAside: 1,
		restartedSilently: 1,
		handedBack: 3,
		endedAnyway: 1,
		longestMs: 5,
		brokenHistories: 1,
		reconnections: 5
	});
});
