/** Every suite of `npm test`, by the lanes that run side by side, and those with a command of their own. */
import { readPlaywright, readVitest, type SuiteResult } from './results.ts';

/** The needs of suites, with the reason printed when one is missing. */
export const needs = {
	engine: 'no Docker Engine answers here, or its images are missing',
	postgres: 'no PostgreSQL server is installed',
	browser: 'no Chromium is installed'
} as const;
export type SuiteNeed = keyof typeof needs;

/**
 * Lanes run side by side, the suites of one in their order. `sandboxes`: compiles, counts and measures, and fills two cores;
 * two such suites at once took as long as one after the other, and brought steps of tools to the ends of their times.
 * `plain`: measures nothing, and yields the processors to the others.
 */
export const lanes = ['sandboxes', 'plain'] as const;
export type SuiteLane = (typeof lanes)[number];

export type Suite = {
	name: string;
	lane: SuiteLane;
	/** Usual duration on an idle machine with two cores while the other lanes run, s; for the estimate of the time left. */
	usual: number;
	/** One of node_modules/.bin and its arguments. */
	argv: string[];
	/** Relative to the root. */
	cwd: string;
	needs: SuiteNeed[];
	/** Also runs against a PostgreSQL server apart from the embedded one, where PostgreSQL is installed. */
	onBothStores?: boolean;
	/** Runs only if it is selected by name. */
	onDemand?: boolean;
	/** Reads the results file; a suite without one is a single check that passes or fails by its exit code. */
	read?: (text: string, root: string) => SuiteResult;
};

const check = (name: string, argv: string[], cwd = '.'): Suite => ({
	name,
	argv,
	cwd,
	needs: [],
	lane: 'plain',
	usual: 12
});

/** A project of vitest.config.ts. */
const vitest = (
	name: string,
	lane: SuiteLane,
	usual: number,
	needs: SuiteNeed[] = [],
	more: Partial<Suite> = {}
): Suite => ({
	name,
	lane,
	usual,
	needs,
	read: readVitest,
	argv: ['vitest', 'run', `--project=${name}`],
	cwd: '.',
	...more
});

/**
 * Each counts as one test. `tsc` is TypeScript 7: one thread takes half of the processor time of several. With `--tsgo`
 * instead of its API, svelte-check reports no import of a missing `.svelte` file, and reports errors in deleted files.
 */
export const checks: Suite[] = [
	check('types', ['tsc', '--noEmit', '--singleThreaded']),
	check(
		'types of pages',
		['svelte-check', '--tsgo-experimental-api', '--fail-on-warnings', '--output', 'human'],
		'site'
	),
	check('lint', ['eslint', '.']),
	check('format', ['oxfmt', '--list-different', '--threads=1', '.'])
];

const onDemand = true;

export const suites: Suite[] = [
	vitest('unit', 'plain', 40),
	vitest('fuzz', 'plain', 3),
	vitest('pages', 'plain', 20, [], { argv: ['vitest', 'run'], cwd: 'site' }),
	vitest('server', 'plain', 215, [], { onBothStores: true }),
	vitest('exercises', 'sandboxes', 530, ['engine']),
	vitest('integration', 'sandboxes', 330, ['engine']),
	{
		name: 'e2e',
		lane: 'sandboxes',
		usual: 400,
		needs: ['engine', 'browser'],
		cwd: '.',
		argv: ['playwright', 'test', '--config', 'tests/e2e/playwright.config.ts'],
		read: readPlaywright
	},
	vitest('hostile', 'sandboxes', 55, ['engine']),
	vitest('faults', 'sandboxes', 115, ['engine', 'postgres'], { onBothStores: true }),
	// One of the integration tests; with `CYCLELAB_TOOLS=whole` it compares all exercises.
	vitest('tools', 'sandboxes', 60, ['engine'], {
		argv: [
			...['vitest', 'run', '--project=integration', '--maxConcurrency=2'],
			'tests/integration/static-tools.test.ts'
		],
		onDemand
	}),
	// Everything that depends on the processor, on imitated hosts; with `CYCLELAB_PROCESSORS=whole` every exercise, too.
	vitest('processors', 'sandboxes', 120, ['engine'], {
		argv: [
			...['vitest', 'run', '--project=unit', '--project=integration'],
			...['tests/processors.test.ts', 'runner/src/host/', 'runner/src/cores.test.ts'],
			...['tests/integration/processors.test.ts', 'tests/integration/one-core.test.ts'],
			...['tests/integration/models.test.ts', 'tests/integration/predict.test.ts'],
			...['tests/integration/languages.test.ts', 'tests/integration/measured-caches.test.ts']
		],
		onDemand
	}),
	vitest('processors-pages', 'sandboxes', 5, [], {
		argv: ['vitest', 'run', 'src/lib/runners/processors.test.ts'],
		cwd: 'site',
		onDemand
	}),
	vitest('arm64', 'sandboxes', 120, ['engine'], { onDemand })
];
