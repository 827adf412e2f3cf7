/** Requests that equal an active or just finished run. */
import { expect, test } from 'vitest';
import { exerciseOf, factsOf } from '../../shared/examples.ts';
import { openAnswers } from './answers.ts';
import type { RunWatcher } from './events.ts';
import { planRun } from './plan.ts';
import { RunRequest } from '../../shared/schema.ts';

const facts = factsOf('Two', [
	{ id: 'one', label: 'One' },
	{ id: 'other', label: 'Other' }
]);
const exercise = exerciseOf(facts, { c: { one: 'one;', other: 'other;' } });
const request = RunRequest.parse({ exercise: exercise.slug, stages: ['inspect'] });

/** A site of one process whose runs end on command, first for watchers and later in the store. */
function open() {
	const watchers: RunWatcher[] = [];
	const unstored = new Set<string>();
	let count = 0;
	const answers = openAnswers({
		database: {
			query: async (_text, [id] = []) => (unstored.has(String(id)) ? [{ id }] : [])
		},
		hub: { watch: async (_run, _place, watcher) => (watchers.push(watcher), () => {}) },
		eventLog: { drained: async () => ended.forEach((run) => unstored.delete(run)) },
		runners: () => []
	});
	const ended = new Set<string>();
	const start = async () => {
		const id = `run-${++count}`;
		unstored.add(id);
		return { id, url: `/api/runs/${id}`, events: `/api/runs/${id}/events`, page: '/' };
	};
	const ask = async () => {
		// Each request is planned with a different run id.
		const planned = planRun(`asked-${Math.random()}`, request, exercise, []);
		if ('issues' in planned) throw new Error('The request has issues.');
		const given = await answers.runFor(planned, 'key', start);
		return 'run' in given ? given.run : given.id;
	};
	return { ask, ended, end: (at: number) => watchers[at]?.end() };
}

test('an active run is joined', async () => {
	const { ask } = open();
	expect([await ask(), await ask(), await ask()]).toEqual(['run-1', 'run-1', 'run-1']);
});

test('a run whose end was published but not stored is not joined; all later requests share one new run', async () => {
	const { ask, ended, end } = open();
	const first = await ask();
	ended.add(first);
	const others = [ask(), ask(), ask()];
	end(0);
	expect([first, ...(await Promise.all(others))]).toEqual(['run-1', 'run-2', 'run-2', 'run-2']);
});
