/** Events and a made-up server for the tests of runs. */
import type { RunEvent } from '@cyclelab/contract/schema/job';
import type { Report } from '@cyclelab/contract/schema/report';
import { ApiError, type RunApi } from './api.ts';
import { host } from '../../../shared/examples.ts';
import { Run } from './run.svelte.ts';

export const empty: Report = {
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
export const verdicts = { finishedAt: '2026-11-20T23:00:05Z', summary: 'Reproduced.' };
export const finished: Report = { ...empty, ...verdicts };
export const end: RunEvent = {
	type: 'finished',
	conclusions: { ...verdicts, variants: [], claims: [], knees: [] }
};
export const request = { exercise: 'store-forwarding' };

/** A server that sends the given batches of events, one batch a connection, and notes what it was asked. */
export function server(batches: RunEvent[][], parts: Partial<RunApi> = {}) {
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
		async *inspect() {
			asked.push('inspect');
			for (const event of batches.shift() ?? []) yield { id: `${(next += 1)}`, event };
		},
		cancel: async (id) => void asked.push(`cancel ${id}`),
		pause: async (ms) => void asked.push(`pause ${ms}`),
		...parts
	};
	return { run: new Run(api), asked };
}
