/**
 * Shell: runs the suites, each by its own test runner, and prints the output of suites that failed last, because logs are
 * often cut to their end, and then the line `N passed, N failed`. `start.mjs` starts it after checking the suites' needs.
 * `npm test -- unit e2e` runs these suites only; `check` selects all checks. CYCLELAB_ONLY: a pattern of the names of the
 * tests to run.
 */
import { spawn } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs';
import os from 'node:os';
import { dirname, join } from 'node:path';
import { durationOf } from './progress.ts';
import { checks, needs, suites, type Suite, type SuiteNeed } from './suites.ts';
import { countsOf, failuresOf, inWords, total, type Counts } from './test-counts.ts';

const root = dirname(import.meta.dirname);
const results = join(root, 'test-results');
/** Of a failed suite's output, characters; Vitest and Playwright print their failures last. */
const shownAtMost = 20_000;
/** How often the names of the running suites are printed, ms. */
const everyMs = 30_000;

const wanted = process.argv.slice(2);
const isWanted = (name: string) => wanted.length === 0 || wanted.includes(name);
const due = [
	...checks.filter(({ name }) => isWanted(name) || isWanted('check')),
	...suites.filter(({ name, onDemand }) => (onDemand ? wanted.includes(name) : isWanted(name)))
];
const isAlone = due.length === 1;
const isPresent: Record<SuiteNeed, boolean> = {
	engine: process.env.CYCLELAB_ENGINE === '1',
	postgres: Boolean(process.env.CYCLELAB_POSTGRES),
	browser: Boolean(process.env.CYCLELAB_BROWSER)
};

type Outcome = {
	counts: Counts;
	failures: string[];
	seconds: number;
	output: string;
	missing?: SuiteNeed;
};
const outcomes = new Map<Suite, Outcome>();
const running = new Map<Suite, number>();

function commandOf({ argv: [tool = '', ...words], onBothStores, report }: Suite, file: string) {
	const separateStore = onBothStores && isPresent.postgres;
	const only = process.env.CYCLELAB_ONLY;
	const reporters = {
		vitest: ['--reporter=default', '--reporter=json', `--outputFile.json=${file}`],
		playwright: ['--reporter=list,json']
	};
	return [
		...(separateStore ? [process.execPath, join(root, 'tests', 'with-postgres.ts')] : []),
		join(root, 'node_modules', '.bin', tool),
		...words,
		...(only && report ? [report === 'playwright' ? '--grep' : '-t', only] : []),
		...(report ? reporters[report] : [])
	];
}

/** Its output goes to this process's at once if it is the only suite, so that a terminal shows the runner's own progress. */
async function run(suite: Suite): Promise<Outcome> {
	const missing = suite.needs.find((need) => !isPresent[need]);
	if (missing)
		return {
			counts: { passed: 0, failed: 0, skipped: 1 },
			failures: [],
			seconds: 0,
			output: '',
			missing
		};
	const began = performance.now();
	const file = join(results, `${suite.name}.json`);
	const [program = '', ...args] = commandOf(suite, file);
	let output = '';
	const exitCode = await new Promise<number>((resolve) => {
		const stream = isAlone ? 'inherit' : 'pipe';
		const child = spawn(program, args, {
			cwd: join(root, suite.cwd),
			env: { ...process.env, PLAYWRIGHT_JSON_OUTPUT_FILE: file },
			stdio: ['ignore', stream, stream]
		});
		if (suite.lane === 'plain' && !isAlone && child.pid !== undefined)
			os.setPriority(child.pid, os.constants.priority.PRIORITY_BELOW_NORMAL);
		for (const part of [child.stdout, child.stderr])
			part?.setEncoding('utf8').on('data', (text: string) => (output += text));
		child.on('error', (error) => {
			output += error.message;
			resolve(127);
		});
		child.on('close', (code) => resolve(code ?? 1));
	});
	const text = suite.report && existsSync(file) ? readFileSync(file, 'utf8') : undefined;
	const counts = countsOf(suite.report, text, exitCode);
	const failures = failuresOf(suite.report, text);
	return { counts, failures, seconds: (performance.now() - began) / 1000, output };
}

async function runLane(lane: readonly Suite[]): Promise<void> {
	for (const suite of lane) {
		running.set(suite, performance.now());
		const outcome = await run(suite);
		running.delete(suite);
		outcomes.set(suite, outcome);
		if (!isAlone) console.log(`${suite.name}: ${inWords(outcome.counts)}`);
	}
}

rmSync(results, { recursive: true, force: true });
mkdirSync(results, { recursive: true });
const began = performance.now();
const watch = setInterval(() => {
	const names = [...running].map(
		([{ name }, since]) => `${name} (${durationOf(performance.now() - since)})`
	);
	if (!isAlone)
		console.log(
			`  [${outcomes.size} of ${due.length} suites after ${durationOf(performance.now() - began)}; running: ${names.join(', ')}]`
		);
}, everyMs);
await Promise.all(
	(['sandboxes', 'plain'] as const).map((lane) =>
		runLane(due.filter((suite) => suite.lane === lane))
	)
);
clearInterval(watch);

for (const [{ name }, { counts, output }] of outcomes)
	if (counts.failed > 0 && !isAlone) console.log(`\n== ${name}\n${output.slice(-shownAtMost)}`);
console.log('');
for (const [{ name }, { failures }] of outcomes)
	for (const failure of failures) console.log(`failed: ${name}: ${failure}`);
for (const suite of due) {
	const outcome = outcomes.get(suite);
	if (!outcome) continue;
	const { counts, seconds, missing } = outcome;
	const what = missing
		? `skipped: ${needs[missing]}`
		: `${inWords(counts)} (${seconds.toFixed(1)} s)`;
	console.log(`${suite.name.padEnd(16)}${what}`);
}
const all = total([...outcomes.values()].map(({ counts }) => counts));
if (due.length === 0) console.log('No suite has that name.');
console.log(`\n${inWords(all)}`);
process.exitCode = all.failed === 0 && all.passed > 0 ? 0 : 1;
