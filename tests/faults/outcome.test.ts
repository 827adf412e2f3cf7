/** That the fault run's counts would show what must not happen. */
import { RunEvent } from '@cyclelab/runner/schema/job';
import { expect, test } from 'vitest';
import { describeRunner, reportOf } from '../integration/server-runner.ts';
import { jobFor } from '../integration/job-bench.ts';
import type { Course } from './learner.ts';
import { outcomeOf, type Facts } from './outcome.ts';

const report = reportOf(jobFor(''), describeRunner('one', 4));
const started = RunEvent.parse({ type: 'started', report });
const finished = RunEvent.parse({ type: 'finished', report });
const moved = RunEvent.parse({ type: 'moved', from: 'one' });
const setAside = RunEvent.parse({ type: 'failed', code: 'SET_ASIDE', message: 'Twice.', id: '1' });

/** Events at 10, 20, ... ms, numbered in order unless said otherwise. */
const course = (id: string, events: RunEvent[], seqs = events.map((_, at) => at + 1)): Course => ({
	id,
	connections: 2,
	heard: events.map((event, at) => ({
		...{ seq: seqs[at], id: `${seqs[at]}.${at}` },
		at: 10 * (at + 1),
		event
	}))
});

const facts: Facts = {
	asked: 6,
	names: ['one', 'two'],
	kills: [{ what: 'runner', name: 'one', at: 15, held: ['told', 'untold', 'over', 'aside'] }],
	courses: [
		course('told', [started, moved, started, finished]),
		course('untold', [started, started, finished]),
		course('over', [started, finished]),
		course('aside', [started, moved, started, setAside]),
		course('gap', [started, finished], [1, 3]),
		{ trouble: 'no answer' }
	],
	looks: 1,
	measured: {},
	overlaps: [],
	store: { states: {}, withoutOneEnd: 0, withGaps: 0, openJobs: 0 },
	containersLeft: 0,
	seconds: 1
};

test('what was lost, moved without a word, or told with a gap is counted', () => {
	expect(outcomeOf(facts)).toEqual({
		ends: { finished: 4, failed: 1 },
		lost: ['no answer'],
		sentences: { 'SET_ASIDE: Twice.': 1 },
		moved: 2,
		begunAnew: 3,
		setAside: 1,
		untold: 1,
		handedBack: 3,
		endedAnyway: 1,
		longestMs: 5,
		brokenHistories: 1,
		reconnections: 5
	});
});
