/**
 * Every suite of `npm test`, in two lanes that run side by side, and the suites with a command of their own. A suite is a
 * project of `vitest.config.ts`, Playwright's tests, or a check that passes or fails by its exit code.
 */

/** The needs of suites, with the reason printed when one is missing. */
export const needs = {
	engine: 'no Docker Engine answers here, or its images are missing',
	postgres: 'no PostgreSQL server is installed',
	browser: 'no Chromium is installed'
} as const;
export type SuiteNeed = keyof typeof needs;

export type Suite = {
	name: string;
	/**
	 * `sandboxes`: compiles, counts and measures, and fills two cores; two such suites at once took as long as one after
	 * the other, and brought tools to their time limits. `plain`: measures nothing, and yields the processors.
	 */
	lane: 'sandboxes' | 'plain';
	/** A program of node_modules/.bin and its arguments. */
	argv: string[];
	/** Relative to the root. */
	cwd: string;
	/** The test runner, whose JSON report is read; a check has none. */
	report?: 'vitest' | 'playwright';
	needs: SuiteNeed[];
	/** Also runs against a separate PostgreSQL server, where PostgreSQL is installed. */
	onBothStores?: boolean;
	/** Runs only if it is selected by name. */
	onDemand?: boolean;
};

const check = (name: string, argv: string[], cwd = '.'): Suite => ({
	name,
	argv,
	cwd,
	needs: [],
	lane: 'plain'
});

/** A project of vitest.config.ts. */
const vitest = (
	name: string,
	lane: Suite['lane'],
	needs: SuiteNeed[] = [],
	more: Partial<Suite> = {}
): Suite => ({
	name,
	lane,
	needs,
	report: 'vitest',
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
	vitest('unit', 'plain'),
	vitest('fuzz', 'plain'),
	vitest('pages', 'plain', [], { argv: ['vitest', 'run'], cwd: 'site' }),
	vitest('server', 'plain', [], { onBothStores: true }),
	vitest('exercises', 'sandboxes', ['engine']),
	vitest('integration', 'sandboxes', ['engine']),
	{
		name: 'e2e',
		lane: 'sandboxes',
		needs: ['engine', 'browser'],
		cwd: '.',
		argv: ['playwright', 'test', '--config', 'tests/e2e/playwright.config.ts'],
		report: 'playwright'
	},
	vitest('hostile', 'sandboxes', ['engine']),
	vitest('faults', 'sandboxes', ['engine', 'postgres'], { onBothStores: true }),
	// One of the integration tests; with `CYCLELAB_TOOLS=whole` it compares all exercises.
	vitest('tools', 'sandboxes', ['engine'], {
		argv: [
			'vitest',
			'run',
			'--project=integration',
			'--maxConcurrency=2',
			'tests/integration/images/static-tools.test.ts'
		],
		onDemand
	}),
	// Everything that depends on the processor, on imitated hosts; with `CYCLELAB_PROCESSORS=whole` every exercise, too.
	vitest('processors', 'sandboxes', ['engine'], {
		argv: [
			'vitest',
			'run',
			'--project=unit',
			'--project=integration',
			'tests/processors.test.ts',
			'runner/src/host/',
			'runner/src/cores.test.ts',
			'tests/integration/inspect/processors.test.ts',
			'tests/integration/measure/one-core.test.ts',
			'tests/integration/inspect/models.test.ts',
			'tests/integration/inspect/predict.test.ts',
			'tests/integration/toolchains/languages.test.ts',
			'tests/integration/idle/measured-caches.test.ts'
		],
		onDemand
	}),
	vitest('processors-pages', 'sandboxes', [], {
		argv: ['vitest', 'run', 'src/lib/runners/processors.test.ts'],
		cwd: 'site',
		onDemand
	}),
	vitest('arm64', 'sandboxes', ['engine'], { onDemand })
];
