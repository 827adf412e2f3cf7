import { expect, test } from 'vitest';
import type { RunEvent } from '@cyclelab/runner/schema/job';
import type { Report } from '@cyclelab/runner/schema/report';
import { ApiError, type RunApi } from './api.ts';
import { host } from '../../../shared/examples.ts';
import { Run } from './run.svelte.ts';

const empty: Report = {
	run: 'r1',
	exercise: 'store-forwarding',
	language: 'c',
	target: 'x86-64',
	startedAt: '2026-11-20T23:00:00Z',
	runner: {
		id: 'local',
		arch: 'x86-64',
		microarchitecture: 'znver5',
		host
	},
	toolchain: { compiler: 'clang-22', version: '19.1.7', flags: [], image: 'i', llvmMca: '19.1.7' },
	variants: [],
	claims: [],
	knees: []
};
const verdicts = { finishedAt: '2026-11-20T23:00:05Z', summary: 'Reproduced.' };
const finished: Report = { ...empty, ...verdicts };
const end: RunEvent = {
	type: 'finished',
	conclusions: { ...verdicts, variants: [], claims: [], knees: [] }
};
const request = { exercise: 'store-forwarding' };

/** A server that sends the given batches of events, one batch a connection, and notes what it was asked. */
function server(batches: RunEvent[][], parts: Partial<RunApi> = {}) {
	const asked: string[] = [];
	let next = 0;
	const api: RunApi = {
		start: async () => ({ id: 'r1', url: '', events: '', page: '' }),
		status: async (id) => {
			asked.push(`status ${id}`);
			throw new ApiError(404, 'No run has this id.', 'abcd1234');
		},
		async *events(id, after) {
			asked.push(`events ${id} after ${after ?? 'nothing'}`);
			for (const event of batches.shift() ?? [])
				yield { id: event.type === 'queued' ? undefined : `${(next += 1)}`, event };
		},
		cancel: async (id) => void asked.push(`cancel ${id}`),
		pause: async (ms) => void asked.push(`pause ${ms}`),
		...parts
	};
	return { run: new Run(api), asked };
}

test('a run goes from the queue to its report', async () => {
	const { run } = server([
		[
			{ type: 'queued', position: 2, waitMs: 4000 },
			{ type: 'started', report: empty },
			{ type: 'stage', stage: 'measure', variant: 'word' },
			end
		]
	]);
	await run.start(request);
	expect([run.state, run.busy, run.id, run.position, run.stage, run.report]).toEqual([
		'finished',
		false,
		'r1',
		2,
		'measure',
		finished
	]);
});

test('while it is on its way to the server, a run is known by the id it is sent with', async () => {
	const taken = Promise.withResolvers<void>();
	const { run } = server([[{ type: 'finished', report: finished }]], {
		start: async () => {
			await taken.promise;
			return { id: 'of-the-room', url: '', events: '', page: '' };
		}
	});
	const sent = run.start({ ...request, id: 'mine' });
	expect([run.state, run.id, run.sentAs]).toEqual(['sending', undefined, 'mine']);
	taken.resolve();
	await sent;
	expect(run.id).toBe('of-the-room');
	const next = run.start(request);
	expect([run.id, run.sentAs]).toEqual([undefined, undefined]);
	run.leave();
	await next;
});

test.for([
	['which is found again by the id it was sent with', 'r1', []],
	['unless it is the run of another who asked for the same', 'mine', ['cancel r1']],
	['unless nobody knows its id', undefined, ['cancel r1']]
] as const)(
	'a run that is left on its way to the server goes on, %s',
	async ([, id, cancelled]) => {
		const { run, asked } = server([]);
		const sent = run.start({ ...request, ...(id === undefined ? {} : { id }) });
		run.leave();
		await sent;
		expect(asked).toEqual(cancelled);
	}
);

test('the report of a runner of an earlier version comes with its last event', async () => {
	const { run } = server([[{ type: 'finished', report: finished }]]);
	await run.start(request);
	expect([run.state, run.report]).toEqual(['finished', finished]);
});

test('the notice of a slow stage is shown while the stage lasts', async () => {
	const seen: (string | undefined)[] = [];
	const notice = 'That takes a minute.';
	const { run } = server([], {
		async *events() {
			yield { id: '1', event: { type: 'started', report: empty } };
			yield { id: '2', event: { type: 'stage', stage: 'compile', notice } };
			seen.push(run.notice);
			yield { id: '3', event: { type: 'stage', stage: 'count' } };
			seen.push(run.notice);
			yield { id: '4', event: { type: 'stage', stage: 'measure' } };
			yield { id: '5', event: { type: 'stage', stage: 'measure', notice } };
			yield { id: '6', event: { type: 'stage', stage: 'count' } };
			seen.push(run.notice);
			yield { id: '7', event: end };
		}
	});
	await run.start(request);
	expect(seen).toEqual([notice, undefined, notice]);
});

test('a run that moves waits again, and another runner starts it again', async () => {
	const seen: unknown[] = [];
	const other = { ...empty, runner: { ...empty.runner, id: 'other' } };
	const { run } = server([], {
		async *events() {
			yield { id: '1', event: { type: 'started', report: empty } };
			yield { id: '2', event: { type: 'stage', stage: 'measure' } };
			yield { id: '3', event: { type: 'moved', from: 'local' } };
			seen.push([run.state, run.movedFrom, run.stage, run.report?.runner.id]);
			yield { id: '4', event: { type: 'started', report: other } };
			yield { id: '5', event: { type: 'stage', stage: 'compile' } };
			seen.push([run.state, run.movedFrom, run.stage, run.report?.runner.id]);
			yield { id: '6', event: end };
		}
	});
	await run.start(request);
	expect([...seen, run.state]).toEqual([
		['queued', 'local', undefined, 'local'],
		['running', 'local', 'compile', 'other'],
		'finished'
	]);
});

test('a lost connection is found again where it broke', async () => {
	const { run, asked } = server([
		[
			{ type: 'started', report: empty },
			{ type: 'stage', stage: 'compile' }
		],
		[],
		[end]
	]);
	await run.start(request);
	expect(asked).toEqual([
		'events r1 after nothing',
		'pause 250',
		'events r1 after 2',
		'pause 500',
		'events r1 after 2'
	]);
	expect([run.state, run.connected, run.report?.summary]).toEqual([
		'finished',
		true,
		'Reproduced.'
	]);
});

test('a refused request has the reason, with the id to quote', async () => {
	const { run } = server([], {
		start: async () => {
			throw new ApiError(503, 'The queue cannot be reached.', 'abcd1234');
		}
	});
	await run.start(request);
	expect([run.state, run.busy, run.trouble]).toEqual([
		'refused',
		false,
		{ message: 'The queue cannot be reached.', id: 'abcd1234' }
	]);
});

test('our own failure in mid-run is not shown as the learner’s', async () => {
	const { run } = server([
		[
			{ type: 'started', report: empty },
			{ type: 'failed', code: 'ENGINE', message: 'Docker does not answer.', id: 'ef56' }
		]
	]);
	await run.start(request);
	expect([run.state, run.trouble, run.report?.failure]).toEqual([
		'failed',
		{ message: 'Docker does not answer.', id: 'ef56' },
		undefined
	]);
});

test('a run that the site no longer has is lost', async () => {
	const { run } = server([]);
	await run.follow('gone');
	expect([run.state, run.trouble]).toEqual([
		'lost',
		{ message: 'No run has this id.', id: 'abcd1234' }
	]);
});

test('a reload in mid-run finds the run and its report again', async () => {
	const { run, asked } = server([[{ type: 'started', report: empty }, end]], {
		status: async (id) => ({
			id,
			state: 'running',
			exercise: 'store-forwarding',
			request: {
				...request,
				target: 'x86-64',
				compiler: 'clang-22',
				flags: [],
				sources: {},
				stages: [],
				models: 'all' as const
			},
			createdAt: '2026-11-20T23:00:00Z'
		})
	});
	await run.follow('r1');
	expect([run.state, run.report, asked]).toEqual([
		'finished',
		finished,
		['events r1 after nothing']
	]);
});

test('a new run cancels the run in progress', async () => {
	let release = () => {};
	const { run, asked } = server([], {
		async *events(_id, _after, signal) {
			yield { id: '1', event: { type: 'started', report: empty } };
			await new Promise<void>((resolve) => {
				release = resolve;
				signal.addEventListener('abort', () => resolve());
			});
		}
	});
	void run.start(request);
	await new Promise((resolve) => setTimeout(resolve, 0));
	expect(run.state).toBe('running');
	void run.start(request);
	await new Promise((resolve) => setTimeout(resolve, 0));
	expect(asked).toEqual(['cancel r1']);
	run.leave();
	release();
});

test('a run that is outdated while it is still being sent is cancelled when the server has taken it', async () => {
	let number = 0;
	const taken: (() => void)[] = [];
	const { run, asked } = server([[{ type: 'finished', report: finished }]], {
		start: async () => {
			const id = `r${(number += 1)}`;
			await new Promise<void>((resolve) => taken.push(resolve));
			return { id, url: '', events: '', page: '' };
		}
	});
	const first = run.start(request);
	const second = run.start({ ...request, language: 'go' });
	taken[1]?.();
	await second;
	taken[0]?.();
	await first;
	expect([run.id, run.state]).toEqual(['r2', 'finished']);
	expect(asked).toEqual(['events r2 after nothing', 'cancel r1']);
});

test('what was asked for and is here or on its way is not asked for again', async () => {
	const sent: unknown[] = [];
	const { run } = server([[{ type: 'finished', report: finished }], [], []], {
		start: async (body) => {
			sent.push(body.language);
			return { id: 'r1', url: '', events: '', page: '' };
		}
	});
	const c = { ...request, language: 'c' } as const;
	const go = { ...request, language: 'go' } as const;
	await run.ask(c);
	await run.ask({ ...c });
	expect(sent).toEqual(['c']);
	void run.ask(go);
	void run.ask(go);
	expect(sent).toEqual(['c', 'go']);
	// A page that left does not receive the end.
	run.leave();
	void run.ask(go);
	expect(sent).toEqual(['c', 'go', 'go']);
	run.leave();
});

test('cancelling is shown at once', async () => {
	const { run, asked } = server([], {
		async *events(_id, _after, signal) {
			yield { id: '1', event: { type: 'started', report: empty } };
			await new Promise((resolve) => signal.addEventListener('abort', resolve));
		}
	});
	const ended = run.start(request);
	await new Promise((resolve) => setTimeout(resolve, 0));
	await run.cancel();
	await ended;
	expect([run.state, run.busy, asked]).toEqual(['cancelled', false, ['cancel r1']]);
});
