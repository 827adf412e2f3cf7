/** Every suite of `npm test`, in the order in which they run, and those with a command of their own. */
import { readPlaywright, readVitest, type Result } from './results.ts';

/** What a suite cannot do without, and the sentence said when it is missing. */
export const needs = {
	engine: 'no Docker Engine answers here, or its images are missing',
	postgres: 'no PostgreSQL server is installed',
	browser: 'no Chromium is installed'
} as const;
export type Need = keyof typeof needs;

export type Suite = {
	name: string;
	/** One of node_modules/.bin and its arguments. */
	argv: string[];
	/** Relative to the root. */
	cwd: string;
	needs: Need[];
	/** Also runs against a PostgreSQL server apart from the embedded one, where PostgreSQL is installed. */
	onBothStores?: boolean;
	/** Runs only where it is asked for by name. */
	onDemand?: boolean;
	/** Reads the results file; a suite without one is a single check that passes or fails by its exit code. */
	read?: (text: string, root: string) => Result;
};

const check = (name: string, argv: string[], cwd = '.'): Suite => ({ name, argv, cwd, needs: [] });

/** Run side by side; each counts as one test. */
export const checks: Suite[] = [
	check('types', ['tsc', '--noEmit']),
	check('types of pages', ['svelte-check', '--fail-on-warnings', '--output', 'human'], 'site'),
	check('lint', ['eslint', '.']),
	check('format', ['prettier', '--check', '--log-level', 'warn', '.'])
];

/** One after another: some of them measure, and there is one measuring core. */
export const suites: Suite[] = [
	{
		name: 'unit',
		argv: ['vitest', 'run', '--project=unit'],
		cwd: '.',
		needs: [],
		read: readVitest
	},
	{
		name: 'fuzz',
		argv: ['vitest', 'run', '--project=fuzz'],
		cwd: '.',
		needs: [],
		read: readVitest
	},
	{ name: 'pages', argv: ['vitest', 'run'], cwd: 'site', needs: [], read: readVitest },
	{
		name: 'server',
		argv: ['vitest', 'run', '--project=server'],
		cwd: '.',
		needs: [],
		onBothStores: true,
		read: readVitest
	},
	{
		name: 'integration',
		argv: ['vitest', 'run', '--project=integration'],
		cwd: '.',
		needs: ['engine'],
		read: readVitest
	},
	{
		name: 'faults',
		argv: ['vitest', 'run', '--project=faults'],
		cwd: '.',
		needs: ['engine', 'postgres'],
		onBothStores: true,
		read: readVitest
	},
	{
		name: 'hostile',
		argv: ['vitest', 'run', '--project=hostile'],
		cwd: '.',
		needs: ['engine'],
		read: readVitest
	},
	{
		name: 'e2e',
		argv: ['playwright', 'test', '--config', 'tests/e2e/playwright.config.ts'],
		cwd: '.',
		needs: ['engine', 'browser'],
		read: readPlaywright
	},
	{
		// Of the integration tests; with `CYCLELAB_TOOLS=whole` it takes all exercises.
		name: 'tools',
		argv: [
			...['vitest', 'run', '--project=integration', '--maxConcurrency=2'],
			'tests/integration/static-tools.test.ts'
		],
		cwd: '.',
		needs: ['engine'],
		onDemand: true,
		read: readVitest
	},
	{
		name: 'arm64',
		argv: ['vitest', 'run', '--project=arm64'],
		cwd: '.',
		needs: ['engine'],
		onDemand: true,
		read: readVitest
	}
];
