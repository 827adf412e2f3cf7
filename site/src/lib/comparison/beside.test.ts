import { expect, test } from 'vitest';
import { compilersOf } from '@cyclelab/contract/schema/compiler';
import type { RunnerSummary } from '../../../shared/schema.ts';
import type { RunApi, RunRequest } from '../run/api.ts';
import { Session } from '../run/session.svelte.ts';
import {
	exerciseOf,
	factsOf,
	reportOf,
	runnerOf,
	variantReport
} from '../../../fixtures/examples.ts';
import { endingWith } from '../../../fixtures/runs.ts';
import { Beside } from './beside.svelte.ts';
import type { BesideWish } from './sides.ts';

const exercise = exerciseOf(
	factsOf('Store', [
		{ id: 'plain', label: 'Plain' },
		{ id: 'swap', label: 'Swap', atomic: true }
	]),
	{ c: { plain: 'p', swap: 's' }, cs: { plain: 'p', swap: 's' } }
);
const targets: RunnerSummary['inspects'] = ['x86-64', 'arm64'];
const tool = (
	compiler: 'clang-22' | 'gcc-14' | 'coreclr-8.0',
	language: 'c' | 'cs',
	on: typeof targets
) => ({
	compiler,
	language,
	targets: on,
	version: '1',
	image: 'i'
});
const zen = runnerOf({
	id: 'zen',
	microarchitecture: 'znver4',
	inspects: targets,
	toolchains: [
		tool('clang-22', 'c', targets),
		tool('gcc-14', 'c', ['x86-64']),
		tool('coreclr-8.0', 'cs', ['x86-64'])
	]
});
const rapids = { ...zen, id: 'rapids', microarchitecture: 'emeraldrapids' };

/** A page of two sides, and what it asked of the site. */
function page(wish: BesideWish, runners: RunnerSummary[] = [zen]) {
	const asked: RunRequest[] = [];
	const api: RunApi = {
		start: async (request) => {
			asked.push(request);
			return { id: `r${asked.length}`, url: '', events: '', page: '' };
		},
		status: async () => Promise.reject(new Error('not asked')),
		events: (id, _after, signal) =>
			api.inspect(asked[Number(id.slice(1)) - 1] ?? { exercise: '' }, signal),
		async *inspect(request) {
			if (!asked.includes(request)) asked.push(request);
			const { target = 'x86-64', runner = 'zen', microarchitecture = 'znver4' } = request;
			const functions = [{ symbol: 'kernel', address: '0', instructions: [] }];
			const made = reportOf([variantReport('plain', { source: 'p', functions })], { target });
			const compiler = request.compiler === 'gcc-14' ? 'gcc-14' : made.toolchain.compiler;
			const report = { ...made, toolchain: { ...made.toolchain, compiler } };
			const host = { ...report.runner, id: runner, microarchitecture };
			for (const event of endingWith({ ...report, runner: host })) yield { id: '1', event };
		},
		cancel: async () => {},
		pause: async () => {}
	};
	const offer = { languages: ['c', 'cs'] as const, targets, compilersOf, together: {} };
	const session = new Session(
		{ exercise, offer, slow: [], wishes: [], runners },
		api,
		async () => runners
	);
	return { asked, session, beside: new Beside(session, api, wish, false) };
}

test('both sides are run at once, what nobody measures is inspected, and an edit goes into all forms of its code', async () => {
	const { asked, session, beside } = page({ target: 'arm64' });
	session.workspace.edit('swap', 'mine');
	await beside.start();
	expect(asked.map(({ target, stages, sources }) => ({ target, stages, sources }))).toEqual([
		{ target: 'x86-64', stages: undefined, sources: { swap: 'mine' } },
		{
			target: 'arm64',
			stages: ['inspect'],
			sources: { 'swap-exclusive': 'mine', 'swap-lse': 'mine' }
		}
	]);
	const [plain] = beside.facts.variants;
	expect([
		beside.busy,
		plain && beside.compiledOf(plain)?.latest.id,
		beside.rowsOf('swap').map(({ id }) => id)
	]).toEqual([false, 'plain', ['swap-exclusive', 'swap-lse']]);
});

test('two processors of one architecture are asked for by name', async () => {
	const { asked, session, beside } = page({ target: 'x86-64', on: 'znver4' }, [zen, rapids]);
	await beside.start();
	expect(asked.map(({ target, microarchitecture }) => [target, microarchitecture])).toEqual([
		['x86-64', 'emeraldrapids'],
		['x86-64', 'znver4']
	]);
	const reports = [session.run.report, beside.run.report];
	expect(reports.map((report) => report && beside.isOwn(report))).toEqual([false, true]);
});

test('two compilers are run with the same edits, on one runner of several, and each report is its own side’s', async () => {
	const { asked, session, beside } = page({ target: 'x86-64', compiler: 'gcc-14' }, [zen, rapids]);
	session.workspace.edit('plain', 'mine');
	await beside.start();
	expect(asked.map(({ compiler, runner, sources }) => [compiler, runner, sources])).toEqual([
		['clang-22', 'zen', { plain: 'mine' }],
		['gcc-14', 'zen', { plain: 'mine' }]
	]);
	expect(
		[session.run.report, beside.run.report].map((report) => report && beside.isOwn(report))
	).toEqual([false, true]);
	session.choose({ target: 'arm64' });
	expect([beside.side?.target, beside.lack]).toEqual(['arm64', 'other-target']);
});

test('what cannot be built for a side is not asked for', async () => {
	const { asked, session, beside } = page({ target: 'arm64' });
	session.choose({ language: 'cs' });
	await beside.start();
	expect([asked.map(({ target }) => target), beside.lack]).toEqual([['x86-64'], 'other-target']);
});

test('one side alone makes one run', async () => {
	const { asked, beside } = page({ target: 'arm64' });
	beside.choose(undefined);
	await beside.start();
	expect([asked.map(({ target }) => target), beside.side]).toEqual([['x86-64'], undefined]);
});
