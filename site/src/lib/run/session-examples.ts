/** An exercise, a runner and sessions for tests of a session. */
import { compilersOf } from '@cyclelab/contract/schema/compiler';
import { compilerMeant } from '@cyclelab/contract/schema/compiler-name';
import type { Report } from '@cyclelab/contract/schema/report';
import { exerciseOf, factsOf, host, reportOf, variantReport } from '../../../shared/examples.ts';
import type { RunnerSummary } from '../../../shared/schema.ts';
import type { RunApi, RunRequest } from './api.ts';
import { Session } from './session.svelte.ts';

export const sources = {
	c: { add: 'c', mul: 'c' },
	go: { add: 'go', mul: 'go' },
	cr: { add: 'cr', mul: 'cr' }
};
export const exercise = exerciseOf(
	factsOf('Cycle', [
		{ id: 'add', label: 'Additions' },
		{ id: 'mul', label: 'Multiplications' }
	]),
	sources
);
export const targets: RunnerSummary['measures'] = ['x86-64', 'arm64'];
const tool = (compiler: 'clang-22' | 'go-1.27' | 'crystal-1.14', language: 'c' | 'go' | 'cr') => ({
	compiler,
	language,
	targets,
	version: '1',
	image: 'i'
});
export const runner: RunnerSummary = {
	id: 'local',
	arch: 'x86-64',
	microarchitecture: 'znver5',
	processor: 'AMD Zen 5',
	measures: ['x86-64'],
	inspects: targets,
	state: 'ready',
	slots: 4,
	slowSlots: 1,
	busy: 0,
	waiting: 0,
	host,
	toolchains: [tool('clang-22', 'c'), tool('go-1.27', 'go'), tool('crystal-1.14', 'cr')]
};

/** The report of a run of the example exercise, as requested. */
export function reportFor({
	language = 'c',
	compiler: wish = '',
	target = 'x86-64'
}: RunRequest): Report {
	const [first] = compilersOf[language];
	const compiler = compilerMeant(wish, compilersOf[language]) ?? first;
	const all = Object.entries(sources[language === 'go' ? 'go' : 'c']);
	return reportOf(
		all.map(([id, source]) => variantReport(id, { source })),
		{
			language,
			target,
			toolchain: { compiler, version: '1', flags: [], image: 'i', llvmMca: '19' }
		}
	);
}

/** A session whose runs end at once, and the runs that it requested. */
export function session(of = exercise) {
	const asked: string[] = [];
	let last: Report | undefined;
	const note = (request: RunRequest) => {
		const { language, compiler, target, stages = ['all'] } = request;
		asked.push([language, compiler, target, ...stages].join(' '));
		return (last = reportFor(request));
	};
	const api: RunApi = {
		start: async (request) => {
			note(request);
			return { id: 'r1', url: '', events: '', page: '' };
		},
		async *inspect(request) {
			yield { id: '1', event: { type: 'finished', report: note(request) } };
		},
		status: async () => Promise.reject(new Error('not asked')),
		async *events() {
			if (last) yield { id: '1', event: { type: 'finished', report: last } };
		},
		cancel: async () => {},
		pause: async () => {}
	};
	const data = {
		exercise: of,
		offer: { languages: ['c', 'go', 'cr'] as const, targets, compilersOf, together: {} },
		slow: ['crystal-1.14'],
		wishes: [],
		runners: [runner]
	};
	return { session: new Session(data, api, async () => [runner]), asked };
}
/** Longer than a session waits before it inspects another choice. */
export const moment = () => new Promise((resolve) => setTimeout(resolve, 350));

/** An API that expects no request. */
export const idleApi: RunApi = {
	start: async () => Promise.reject(new Error('not asked')),
	status: async () => Promise.reject(new Error('not asked')),
	async *events() {},
	async *inspect() {},
	cancel: async () => {},
	pause: async () => {}
};
