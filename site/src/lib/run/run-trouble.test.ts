import { expect, test } from 'vitest';
import { ApiError } from './api.ts';
import { empty, end, finished, request, server } from '../../../fixtures/runs.ts';

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

test.each([
	[503, 'The queue cannot be reached.', false],
	[413, 'The request has more than 262,144 bytes.', true]
])(
	'a request refused with %i has the reason, the id to quote, and whether it is refused each time',
	async (status, message, wrong) => {
		const { run } = server([], {
			start: async () => {
				throw new ApiError(status, message, 'abcd1234');
			}
		});
		await run.start(request);
		expect([run.state, run.busy, run.trouble]).toEqual([
			'refused',
			false,
			{ message, id: 'abcd1234', wrong }
		]);
	}
);

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
		{ message: 'No run has this id.', id: 'abcd1234', wrong: false }
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
