/** Who asks what is being answered, or was a moment ago. */
import { expect, test } from 'vitest';
import { exerciseOf, factsOf } from '../src/lib/examples.ts';
import { answering } from './answers.ts';
import type { Watcher } from './events.ts';
import { acceptedAt } from './runs.ts';
import { RunRequest } from './schema.ts';

const facts = factsOf('Two', [
	{ id: 'one', label: 'One' },
	{ id: 'other', label: 'Other' }
]);
const exercise = exerciseOf(facts, { c: { one: 'one;', other: 'other;' } });
const { slug } = exercise;
const request = RunRequest.parse({ exercise: slug, stages: ['inspect'] });
const asker = { owner: 'me', mostOpen: 10 };
const nobody = () => Promise.reject(new Error('Nobody asks.'));

/** A site of one process whose runs end when told to, first for those who watch and later in the store. */
function open() {
	const watchers: Watcher[] = [];
	const unstored = new Set<string>();
	let count = 0;
	const answers = answering(
		{
			submit: async () => {
				unstored.add(`run-${++count}`);
				return acceptedAt(`run-${count}`, slug);
			},
			view: nobody,
			cancel: nobody
		},
		{
			database: {
				query: async (_text, [id] = []) => (unstored.has(String(id)) ? [{ id }] : [])
			},
			hub: { watch: async (_run, _place, watcher) => (watchers.push(watcher), () => {}) },
			journal: { drained: async () => ended.forEach((run) => unstored.delete(run)) },
			exercise: () => exercise,
			runners: () => []
		}
	);
	const ended = new Set<string>();
	const ask = async () => (await answers.submit(request, asker)).id;
	return { ask, ended, hear: (at: number) => watchers[at]?.end() };
}

test('a run that goes on is joined', async () => {
	const { ask } = open();
	expect([await ask(), await ask(), await ask()]).toEqual(['run-1', 'run-1', 'run-1']);
});

test('a run whose end was heard is not joined though the store does not know of it yet; all who come then get one new run', async () => {
	const { ask, ended, hear } = open();
	const first = await ask();
	ended.add(first);
	const others = [ask(), ask(), ask()];
	hear(0);
	expect([first, ...(await Promise.all(others))]).toEqual(['run-1', 'run-2', 'run-2', 'run-2']);
});
