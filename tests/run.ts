/**
 * Shell: runs the suites and prints the failures last, because logs are often cut to their end, and then the line
 * `N passed, N failed`. `start.mjs` starts it after checking the suites' needs. `npm test -- unit e2e` runs these suites
 * only; `check` selects all checks. CYCLELAB_ONLY: a pattern of the names of the tests to run.
 */
import { mkdirSync, rmSync } from 'node:fs';
import { openProgress } from './progress.ts';
import { failedInWords, inWords, sum } from './results.ts';
import { results, runSuite, type SuiteOutcome } from './run-suite.ts';
import { checks, lanes, needs, suites, type Suite } from './suites.ts';
import { doneIn, leftInWords, secondsLeft, type Done, type Due } from './time-left.ts';

const wanted = process.argv.slice(2);
const isWanted = (name: string) => wanted.length === 0 || wanted.includes(name);
const isDue = ({ name, onDemand }: Suite) => (onDemand ? wanted.includes(name) : isWanted(name));
const due = [
	...checks.filter(({ name }) => isWanted(name) || isWanted('check')),
	...suites.filter(isDue)
];
const dueLanes = lanes
	.map((lane) => due.filter((suite) => suite.lane === lane))
	.filter((lane) => lane.length > 0);

rmSync(results, { recursive: true, force: true });
mkdirSync(results, { recursive: true });
const progress = openProgress();
const running = new Map<Suite, { began: number; done?: Done | undefined }>();
const outcomes = new Map<Suite, SuiteOutcome>();

function stateOf(suite: Suite): Due['state'] {
	if (outcomes.has(suite)) return 'over';
	const now = running.get(suite);
	if (!now) return 'waits';
	const elapsed = (performance.now() - now.began) / 1000;
	return { elapsed, ...(now.done ? { done: now.done } : {}) };
}

/** The names of the running suites with their progress, and an estimate of the time left. */
function detail(): string {
	const parts = [...running].map(([{ name }, { done }]) =>
		done ? `${name} ${done.done}/${done.of}` : name
	);
	const lanesDue = dueLanes.map((lane) =>
		lane.map((suite): Due => ({ usual: suite.usual, state: stateOf(suite) }))
	);
	return `${parts.join(', ')}; ${leftInWords(secondsLeft(lanesDue))}`;
}

/** A single suite prints directly; the output of several suites is printed when each ends. */
const isAlone = due.length === 1;
const isSilent = (suite: Suite, { count }: SuiteOutcome) => !suite.read && count.failed === 0;

async function runInLane(suite: Suite): Promise<void> {
	running.set(suite, { began: performance.now() });
	const said: string[] = [];
	const onText = (text: string) => {
		said.push(text);
		const now = running.get(suite);
		if (now) now.done = doneIn(text, now.done);
	};
	const yields = suite.lane === 'plain' && dueLanes.length > 1;
	const outcome = await runSuite(suite, { yields, ...(isAlone ? {} : { onText }) });
	running.delete(suite);
	outcomes.set(suite, outcome);
	if (isAlone) return;
	const text = isSilent(suite, outcome) ? '' : `\n${said.join('')}`;
	progress.print(`${suite.name}: ${inWords(outcome.count)}${text}`);
	progress.at(outcomes.size, due.length, 'suites');
}

if (!isAlone) {
	progress.begin('Tests', detail);
	progress.at(0, due.length, 'suites');
}
await Promise.all(
	dueLanes.map(async (lane) => {
		await Promise.all(lane.filter((suite) => !suite.read).map(runInLane));
		for (const suite of lane.filter(({ read }) => read)) await runInLane(suite);
	})
);
progress.close();

console.log('');
for (const suite of due) {
	const outcome = outcomes.get(suite);
	if (!outcome) continue;
	const { count, seconds, missing } = outcome;
	console.log(
		`${suite.name.padEnd(16)}${missing ? `skipped: ${needs[missing]}` : `${inWords(count)} (${seconds.toFixed(1)} s)`}`
	);
}
const all = [...outcomes.values()];
const failures = all.flatMap(({ suite, failed }) => failedInWords(suite.name, failed));
if (failures.length) console.log(`\n${failures.join('\n')}`);
const total = sum(all.map(({ count }) => count));
if (total.passed + total.failed + total.skipped === 0) console.log('No suite has that name.');
console.log(`\n${inWords(total)}`);
process.exitCode = total.failed === 0 && total.passed > 0 ? 0 : 1;
