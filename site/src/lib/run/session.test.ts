import { expect, test } from 'vitest';
import { compilersOf } from '@cyclelab/contract/schema/compiler';
import { exerciseOf, factsOf, host, reportOf, variantReport } from '../../../fixtures/examples.ts';
import { endingWith } from '../../../fixtures/runs.ts';
import type { RunnerSummary } from '../../../shared/schema.ts';
import type { RunApi, RunRequest } from './api.ts';
import {
	exercise,
	idleApi,
	moment,
	reportFor,
	runner,
	session,
	sources,
	targets
} from '../../../fixtures/sessions.ts';
import { Session } from './session.svelte.ts';

test('another language is looked at as soon as it is chosen, and the old assembly is not taken for its own', async () => {
	const { session: page, asked } = session();
	await page.start();
	expect(page.reportOf('add')?.source).toBe('c');
	page.choose({ language: 'go' });
	expect(page.reportOf('add')).toBeUndefined();
	await moment();
	expect([page.reportOf('add')?.source, asked]).toEqual([
		'go',
		['c clang-22 x86-64 all', 'go go-1.27 x86-64 inspect']
	]);
});

test('what is chosen before the first inspection has begun, or has ended, is looked at', async () => {
	const { session: page, asked } = session();
	page.inspect(undefined);
	page.choose({ flags: '-O3' });
	// The rules of flags are loaded first.
	await expect.poll(() => asked).toEqual(['c clang-22 x86-64 inspect']);
	expect(page.reportOf('add')).toBeUndefined();
	page.inspect(undefined);
	page.choose({ language: 'go', flags: '' });
	await moment();
	expect([page.reportOf('add')?.source, asked.at(-1)]).toEqual(['go', 'go go-1.27 x86-64 inspect']);
});

test('wrong flags are not sent, though they were typed before their rules were loaded', async () => {
	const { session: page, asked } = session();
	page.inspect(undefined);
	page.choose({ flags: '-funroll' });
	await page.flagRules.loaded();
	await moment();
	expect([page.flagsError, asked]).toEqual([expect.stringContaining('-funroll'), []]);
});

test('what takes long to build, or cannot be built here, is not built unasked', async () => {
	const { session: page, asked } = session();
	await page.start();
	page.choose({ language: 'cr' });
	page.choose({ language: 'c', compiler: 'gcc-14' });
	await moment();
	expect(asked).toEqual(['c clang-22 x86-64 all']);
});

test('a run for an architecture that nobody here executes is an inspection', async () => {
	const { session: page, asked } = session();
	page.choose({ target: 'arm64' });
	expect([page.canMeasure, page.onlyInspects, page.isServed]).toEqual([false, true, false]);
	await page.start();
	expect(asked).toEqual(['c clang-22 arm64 inspect']);
});

test('a loop is explained on the runner that measured it, in the source as it is', async () => {
	const { session: page, asked } = session();
	page.workspace.edit('mul', 'mine');
	page.workspace.edit('add', 'other');
	expect(page.workspace.explanation('mul', 'local')).toMatchObject({
		variants: ['mul'],
		sources: { mul: 'mine' },
		stages: ['inspect'],
		models: 'all',
		explain: 'mul',
		runner: 'local'
	});
	await page.start();
	const { report } = page.run;
	if (!report) throw new Error('The run has no report.');
	page.explain('mul', report);
	await moment();
	expect(asked).toEqual(['c clang-22 x86-64 all', 'c clang-22 x86-64 inspect']);
	expect([page.explanation.state, page.run.report]).toEqual(['finished', report]);
	expect(page.explainedRun).toBeUndefined();
	const found = (source: string, compiler: 'clang-22' | 'gcc-14' = 'clang-22') => ({
		...reportOf([variantReport('mul', { source, why: { refused: 'It calls.' } })], {
			toolchain: { ...report.toolchain, compiler }
		}),
		run: 'explaining'
	});
	// The same source by another compiler is other code, which the site would refuse to keep with this run.
	for (const other of [found('mine'), found('c', 'gcc-14')]) {
		page.explanation.show(other);
		expect(page.explainedRun).toBeUndefined();
	}
	page.explanation.show(found('c'));
	expect(page.explainedRun).toBe('explaining');
});

test('C# on two runtimes is one choice: each row is edited and found by its own name', async () => {
	const twoLanguages = exerciseOf(
		factsOf(
			'Cycle',
			{ add: 'Additions', mul: 'Multiplications' },
			{ runtimes: ['coreclr', 'mono'] }
		),
		{ cs: { add: 'one', mul: 'two' }, c: { add: 'c', mul: 'c' } }
	);
	const data = {
		exercise: twoLanguages,
		offer: {
			languages: ['cs', 'c'] as const,
			targets,
			compilersOf,
			together: { cs: ['coreclr-8.0', 'mono-6.12'] as const }
		},
		slow: [],
		wishes: [],
		runners: []
	};
	const { workspace } = new Session(data, idleApi, async () => []);
	workspace.edit('add-mono', 'changed');
	expect([
		workspace.facts.variants.map(({ label }) => label),
		workspace.source('add-coreclr'),
		workspace.request()
	]).toEqual([
		['Additions, CoreCLR', 'Additions, Mono', 'Multiplications, CoreCLR', 'Multiplications, Mono'],
		'one',
		{
			exercise: 'cycle',
			language: 'cs',
			compiler: 'coreclr-8.0',
			target: 'x86-64',
			sources: { 'add-mono': 'changed' }
		}
	]);
	const session = new Session(data, idleApi, async () => []);
	const toolchain = { version: '1', flags: [], image: 'i', llvmMca: '19' };
	const of = (language: 'cs' | 'c', compiler: 'mono-6.12' | 'clang-22') =>
		session.isOfChoice(reportOf([], { language, toolchain: { ...toolchain, compiler } }));
	expect([of('cs', 'mono-6.12'), of('c', 'clang-22')]).toEqual([true, false]);
	session.choose({ language: 'c' });
	expect([
		session.workspace.facts.variants.map(({ id }) => id),
		of('cs', 'mono-6.12'),
		of('c', 'clang-22')
	]).toEqual([['add', 'mul'], false, true]);
});

test('an exercise that needs more cores than a runner has is flagged before a run', () => {
	const { session: page } = session();
	expect(page.tooFewCores).toBeUndefined();
	const needs = { seconds: 8, memoryMiB: 16, cores: 4 };
	const hungry = new Session(
		{
			exercise: { ...exercise, facts: { ...exercise.facts, needs } },
			offer: { languages: ['c'], targets, compilersOf, together: {} },
			slow: [],
			wishes: [],
			runners: [runner]
		},
		idleApi,
		async () => [runner]
	);
	expect(hungry.tooFewCores).toEqual({ needed: 4, has: 2 });
	// Nobody measures it there, which is another sentence.
	hungry.choose({ target: 'arm64' });
	expect(hungry.tooFewCores).toBeUndefined();
});

test('a run goes to the runner that was chosen, and what it cannot do is not asked of it', async () => {
	const far: RunnerSummary = { ...runner, id: 'far', microarchitecture: 'znver4' };
	const like: RunnerSummary = {
		...runner,
		id: 'like-arm',
		arch: 'arm64',
		measures: [],
		host: { ...host, arch: 'arm64', emulated: true }
	};
	const asked: RunRequest[] = [];
	const api: RunApi = {
		start: async (request) => {
			asked.push(request);
			return { id: 'r1', url: '', events: '', page: '' };
		},
		status: async () => Promise.reject(new Error('not asked')),
		async *events() {
			for (const event of endingWith(reportFor(asked.at(-1) ?? { exercise: '' })))
				yield { id: '1', event };
		},
		async *inspect() {},
		cancel: async () => {},
		pause: async () => {}
	};
	const all = [runner, far, like];
	const session = new Session(
		{
			exercise,
			offer: { languages: ['c'], targets: ['x86-64', 'arm64'], compilersOf, together: {} },
			slow: [],
			wishes: [],
			runners: all
		},
		api,
		async () => all
	);
	for (const on of ['', 'znver4', 'far', 'like-arm']) {
		session.workspace.choose({ on });
		await session.start();
	}
	expect(
		asked.map(({ runner: name, microarchitecture, stages }) => [name, microarchitecture, stages])
	).toEqual([
		[undefined, undefined, undefined],
		[undefined, 'znver4', undefined],
		['far', undefined, undefined],
		['like-arm', undefined, ['inspect']]
	]);
	expect([
		session.isOfDestination(reportFor({ exercise: 'cycle' })),
		session.canMeasure,
		session.onlyInspects
	]).toEqual([false, false, true]);
});

test('on a learner’s own bench only the baseline and what was changed are run', () => {
	const { workspace, guesses } = session(
		exerciseOf({ ...exercise.facts, free: true }, sources)
	).session;
	expect(workspace.request().variants).toEqual(['add']);
	workspace.edit('mul', 'changed');
	expect(workspace.request().variants).toEqual(['add', 'mul']);
	expect(workspace.request().sources).toEqual({ mul: 'changed' });
	expect(guesses.revealedIn('c')).toBe(true);
});
