/**
 * Shell: runs the suites and closes with what failed, for a log is often cut to its end, and one line,
 * `N passed, N failed`. Started by `start.mjs`, which has looked for what they need. `npm test -- unit e2e` runs
 * those alone; `check` stands for all the checks.
 */
import { spawn } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import {
	failedInWords,
	firstLine,
	inWords,
	judge,
	nothing,
	sum,
	type Count,
	type Failed
} from './results.ts';
import { checks, needs, suites, type Need, type Suite } from './suites.ts';

const root = dirname(import.meta.dirname);
const results = join(root, 'test-results');
const wanted = process.argv.slice(2);
const isWanted = (name: string) => wanted.length === 0 || wanted.includes(name);

const present: Record<Need, boolean> = {
	engine: process.env.CYCLELAB_ENGINE === '1',
	postgres: Boolean(process.env.CYCLELAB_POSTGRES),
	browser: Boolean(process.env.CYCLELAB_BROWSER)
};
const separateStore = process.env.CYCLELAB_POSTGRES
	? [process.execPath, join(root, 'tests', 'with-postgres.ts')]
	: [];

type Outcome = {
	suite: Suite;
	count: Count;
	failed: Failed[];
	seconds: number;
	missing: Need | undefined;
};

async function run(suite: Suite, showAtOnce: boolean): Promise<Outcome> {
	const missing = suite.needs.find((need) => !present[need]);
	if (missing) return { suite, count: { ...nothing, skipped: 1 }, failed: [], seconds: 0, missing };
	const began = performance.now();
	const file = join(results, `${suite.name}.json`);
	const [tool = '', ...toolArgs] = suite.argv;
	const reporters = !suite.read
		? []
		: tool === 'vitest'
			? ['--reporter=default', '--reporter=json', `--outputFile.json=${file}`]
			: ['--reporter=list,json'];
	const said: string[] = [];
	const exitCode = await new Promise<number>((resolve) => {
		const [program = '', ...args] = [
			...(suite.onBothStores ? separateStore : []),
			join(root, 'node_modules', '.bin', tool),
			...toolArgs,
			...reporters
		];
		const child = spawn(program, args, {
			cwd: join(root, suite.cwd),
			env: { ...process.env, PLAYWRIGHT_JSON_OUTPUT_FILE: file },
			stdio: ['ignore', showAtOnce ? 'inherit' : 'pipe', showAtOnce ? 'inherit' : 'pipe']
		});
		for (const stream of [child.stdout, child.stderr])
			stream?.setEncoding('utf8').on('data', (text: string) => said.push(text));
		child.on('error', (error) => {
			console.error(error.message);
			resolve(127);
		});
		child.on('close', (code) => {
			if (code !== 0 && said.length) console.log(`\n${suite.name}\n${said.join('')}`);
			resolve(code ?? 1);
		});
	});
	const seconds = (performance.now() - began) / 1000;
	if (!suite.read) {
		const isFine = exitCode === 0;
		const count = { ...nothing, [isFine ? 'passed' : 'failed']: 1 };
		const failed = isFine ? [] : [{ where: '', name: '', why: firstLine(said.join('')) }];
		return { suite, count, failed, seconds, missing };
	}
	const result = existsSync(file) ? suite.read(readFileSync(file, 'utf8'), root) : undefined;
	return { suite, ...judge(result, exitCode), seconds, missing };
}

rmSync(results, { recursive: true, force: true });
mkdirSync(results, { recursive: true });
const outcomes: Outcome[] = [];
const chosenChecks = checks.filter(({ name }) => isWanted(name) || isWanted('check'));
if (chosenChecks.length) {
	console.log(`Checking ${chosenChecks.map(({ name }) => name).join(', ')}.`);
	outcomes.push(...(await Promise.all(chosenChecks.map((suite) => run(suite, false)))));
}
const isDue = ({ name, onDemand }: Suite) => (onDemand ? wanted.includes(name) : isWanted(name));
for (const suite of suites.filter(isDue)) {
	console.log(`\nRunning the ${suite.name} tests.`);
	outcomes.push(await run(suite, true));
}

console.log('');
for (const { suite, count, seconds, missing } of outcomes)
	console.log(
		`${suite.name.padEnd(16)}${missing ? `skipped: ${needs[missing]}` : `${inWords(count)} (${seconds.toFixed(1)} s)`}`
	);
const failures = outcomes.flatMap(({ suite, failed }) => failedInWords(suite.name, failed));
if (failures.length) console.log(`\n${failures.join('\n')}`);
const all = sum(outcomes.map(({ count }) => count));
if (all.passed + all.failed + all.skipped === 0) console.log('No suite has that name.');
console.log(`\n${inWords(all)}`);
process.exitCode = all.failed === 0 && all.passed > 0 ? 0 : 1;
