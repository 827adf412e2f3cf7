/** A small exercise, the description of a test runner, and the events and reports that such a runner sends. */
import { Exercise } from '@cyclelab/exercises/schema';
import type { RunnerDescription } from '@cyclelab/contract/schema/gateway';
import type { Job, RunEvent } from '@cyclelab/contract/schema/job';
import type { Report } from '@cyclelab/contract/schema/report';
import type { Conclusions } from '@cyclelab/contract/schema/verdicts';
import { endingEvents } from '../../../runner/src/job/conclude.ts';
import { host as exampleHost } from '../../../site/fixtures/examples.ts';

export const exercise = Exercise.parse({
	slug: 'two-stores',
	order: 10,
	facts: {
		title: 'Two stores',
		track: 'memory',
		summary: 'A small exercise for tests.',
		minutes: 1,
		requires: [],
		needs: { seconds: 1, memoryMiB: 1 },
		document: { title: 'None', author: 'Nobody', place: 'nowhere' },
		iteration: 'one store',
		unit: 'cycles',
		baseline: 'wide',
		variants: [
			{ id: 'wide', label: 'Wide', claim: 'Fast.' },
			{ id: 'narrow', label: 'Narrow', claim: 'Slow.' }
		],
		sweep: { name: 'bytes', label: 'Bytes', unit: 'bytes', scale: 'log', values: [64, 128] },
		question: {
			text: 'How much?',
			of: { variant: 'narrow', parameters: { bytes: 64 } },
			to: { variant: 'wide', parameters: { bytes: 64 } },
			low: 1,
			high: 10
		},
		claims: [
			{
				id: 'slower',
				statement: 'Narrow is slower.',
				of: { variant: 'narrow', parameters: { bytes: 64 } },
				to: { variant: 'wide', parameters: { bytes: 64 } },
				atLeast: 1.5
			}
		]
	},
	story: 'A story.',
	explain: 'An explanation.',
	elsewhere: 'The same.',
	solutions: {},
	recorded: [],
	sources: { c: { wide: 'int wide;\n', narrow: 'int narrow;\n' } }
});

export const content = {
	tracks: [{ id: 'memory', title: 'Memory', summary: 'About memory.' }],
	exercises: [exercise]
};

export function describeRunner(id: string, slots: number): RunnerDescription {
	return {
		id,
		contract: 3,
		host: exampleHost,
		clockGHz: 4.1,
		measures: ['x86-64'],
		inspects: ['x86-64'],
		toolchains: [
			{
				compiler: 'clang-22',
				language: 'c',
				targets: ['x86-64'],
				version: '19.1.7',
				image: 'cyclelab/cc:1'
			}
		],
		slots,
		slowSlots: 0
	};
}

export function reportOf(job: Job, runner: RunnerDescription): Report {
	const { id, host } = runner;
	return {
		run: job.run,
		exercise: job.exercise,
		language: job.language,
		target: job.target,
		startedAt: '2026-01-01T00:00:00.000Z',
		runner: { id, arch: host.arch, microarchitecture: host.microarchitecture, host },
		toolchain: {
			compiler: job.compiler,
			version: '19.1.7',
			flags: job.flags,
			image: 'cyclelab/cc:0123',
			llvmMca: '19.1.7'
		},
		variants: [],
		claims: [],
		knees: []
	};
}

/** The events of a successful run. */
export function eventsOf(job: Job, runner: RunnerDescription): RunEvent[] {
	const report = reportOf(job, runner);
	return [
		{ type: 'started', report },
		{ type: 'stage', stage: 'compile', variant: 'wide' },
		{ type: 'stage', stage: 'measure' },
		{ type: 'finished', conclusions: { ...nothing, summary: 'Done.' } }
	];
}

/** The end of a run without results. */
export const nothing: Conclusions = {
	finishedAt: '2026-01-01T00:00:05.000Z',
	variants: [],
	claims: [],
	knees: []
};

/** The events of a run that ends with this report. */
export function eventsWith({ variants, claims, knees, ...report }: Report): RunEvent[] {
	const { finishedAt: _, summary: __, challenge: ___, ...begun } = report;
	const started = { ...begun, variants: [], claims: [], knees: [] };
	const events: RunEvent[] = [
		{ type: 'started', report: started },
		...variants.map((variant): RunEvent => ({ type: 'inspected', variant }))
	];
	const known = { ...started, variants };
	const { finishedAt = nothing.finishedAt } = report;
	return [...events, ...endingEvents(known, { ...report, finishedAt, variants, claims, knees })];
}
