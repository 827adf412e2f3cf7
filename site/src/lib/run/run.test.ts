import { defined } from '@cyclelab/contract/defined';
import type { RunEvent } from '@cyclelab/contract/schema/job';
import { expect, test } from 'vitest';
import { ApiError } from './api.ts';
import { empty, end, endingWith, finished, request, server } from '../../../fixtures/runs.ts';

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
	const { run } = server([[{ type: 'started', report: empty }, end]], {
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
		const sent = run.start({ ...request, ...defined({ id }) });
		run.leave();
		await sent;
		expect(asked).toEqual(cancelled);
	}
);

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
	const { run, asked } = server([[{ type: 'started', report: empty }, end]], {
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
	const { run } = server([], {
		async *inspect(body, signal) {
			sent.push(body.language);
			if (body.language === 'c') for (const event of endingWith(finished)) yield { id: '1', event };
			else await new Promise((resolve) => signal.addEventListener('abort', resolve));
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

test('an inspection is asked for again when its connection breaks, until it is over', async () => {
	const started: RunEvent = { type: 'started', report: empty };
	const { run, asked } = server([[started], [started, end]]);
	await run.ask(request);
	expect([run.state, run.report?.summary, run.id]).toEqual(['finished', 'Reproduced.', undefined]);
	expect(asked).toEqual(['inspect', 'pause 250', 'inspect']);
});

test('why an inspection is refused is shown, and it is not asked for again', async () => {
	const { run, asked } = server([], {
		// oxlint-disable-next-line require-yield
		async *inspect() {
			throw new ApiError(429, 'Too many runs.', 'abcd1234');
		}
	});
	await run.ask(request);
	expect([run.state, run.trouble?.message, asked]).toEqual(['refused', 'Too many runs.', []]);
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
