/**
 * Shell: `npm run test:soak`: measures exercises as they are given, in all languages, on a machine with other work on every
 * core, and fails if one of them is refused.
 *
 *   npm run test:soak -- [--variants 2000] [--minutes 60] [--seed 1] [--quiet] [--edited]
 *
 * Each place gets fewer processes than a learner's: what is looked for is an accusation, which one process can cause,
 * and not a narrow interval. Of a sweep, one value is measured each time. `--quiet`: without other work.
 * `--edited`: as if a learner had changed each variant, so that the observer compares counted and timed work of all.
 */
import { randomUUID } from 'node:crypto';
import { parseArgs } from 'node:util';
import { loadExercises } from '@cyclelab/exercises/load';
import { budget } from '../../runner/src/measure/budget.ts';
import { seeded } from '@cyclelab/contract/measure/seeded';
import { languagesOf } from '../../site/server/runs/plan.ts';
import { jobOf } from '../bench/exercises/one-run.ts';
import { describeMachine, inWords } from '../bench/machine.ts';
import { openBench } from '../integration/job/job-bench.ts';
import { startLoad } from './load.ts';
import { auditsInWords, blamedIn, isAccused, type Blamed } from './tally.ts';

const { values: options } = parseArgs({
	options: {
		variants: { type: 'string', default: '2000' },
		minutes: { type: 'string', default: '60' },
		seed: { type: 'string', default: '1' },
		quiet: { type: 'boolean', default: false },
		edited: { type: 'boolean', default: false }
	}
});
Object.assign(budget, {
	processes: 3,
	placeMs: 300,
	totalMs: 3000,
	longTotalMs: 6000,
	againLooks: 0
});

const wanted = Number(options.variants);
const random = seeded(Number(options.seed));
const untilMs = performance.now() + Number(options.minutes) * 60_000;
/** While one run measures, another builds. */
const runsAtOnce = 2;

console.log(inWords(await describeMachine()).join('\n'));
const owner = `soak-${randomUUID()}`;
// A program that was built is only measured again in the next round.
const bench = await openBench(owner, ['cc', 'rust', 'go', 'dotnet', 'crystal'], { kept: 1024 });
const blamed: Blamed[] = [];
const audits: string[] = [];
let measured = 0;
let runs = 0;

const { exercises } = await loadExercises();
const subjects = exercises.flatMap((exercise) =>
	languagesOf(exercise).map((language) => ({ exercise, language }))
);
const shuffled = () =>
	subjects
		.map((subject) => ({ subject, at: random() }))
		.toSorted((a, b) => a.at - b.at)
		.map(({ subject }) => subject);
let round = shuffled();
let stopped = false;
for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => (stopped = true));
const isOver = () => stopped || measured >= wanted || performance.now() > untilMs;

async function measureMore(): Promise<void> {
	while (!isOver()) {
		const next = round.pop() ?? (round = shuffled()).pop();
		if (!next) throw new Error('there is no exercise');
		const { exercise, language } = next;
		const values = exercise.facts.sweep?.values ?? [];
		const value = values[Math.floor(random() * values.length)];
		const wish = { language, models: 'host', ...(value === undefined ? {} : { values: [value] }) };
		const job = jobOf(exercise, wish, `soak ${++runs}`);
		const edited = options.edited;
		const variants = job.variants.map((variant) => ({ ...variant, edited }));
		const { report } = await bench.run({ ...job, variants });
		for (const { audit } of report.variants) if (audit) audits.push(audit);
		const failures = blamedIn(report);
		blamed.push(...failures);
		measured += report.variants.length;
		console.log(`${measured} variants: ${exercise.slug}, ${language}`);
		for (const { where, failure } of failures) console.log(`  ${where}: ${failure.title}`);
	}
}

const load = options.quiet ? undefined : await startLoad(owner);
try {
	await Promise.all(Array.from({ length: runsAtOnce }, measureMore));
} finally {
	await load?.close();
	await bench.close();
}
if (options.edited) console.log(`\n${auditsInWords(audits)}`);
const accused = blamed.filter(isAccused);
for (const { where, failure } of accused) console.log(`Accused: ${where}: ${failure.title}`);
const others = blamed.length - accused.length;
console.log(
	`${accused.length} refusals of code as given, of ${measured} variants in ${runs} runs; ${others} failed otherwise.`
);
if (accused.length > 0 || measured === 0) process.exitCode = 1;
