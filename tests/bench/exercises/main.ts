/**
 * `npm run bench:exercises`: measures every claim of every exercise and prints the outcomes: first, how many variants and points of
 * code as given were refused (0 is expected). Asserts nothing.
 *
 *   npm run bench:exercises -- [--exercise a,b] [--language c,go] [--times 5] [--figures docs/figures.md]
 *
 * Each round measures all exercises once, so that a noisy quarter of an hour affects one measurement of many exercises, not
 * all of one. Results are written after every round. `--figures`: exercises with a document's figures, in its
 * language, and a page with the document's figures beside the measured ones.
 */
import { randomUUID } from 'node:crypto';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { loadExercises } from '../../../exercises/src/load.ts';
import { languageNames } from '../../../exercises/src/names.ts';
import { factsIn, type Exercise, type Language } from '../../../exercises/src/schema.ts';
import { languagesOf } from '../../../site/server/runs/plan.ts';
import type { ChallengeResult, ClaimResult } from '@cyclelab/contract/schema/verdicts';
import { openBench } from '../../integration/job/job-bench.ts';
import { openProgress } from '../../progress.ts';
import { describeMachine, inWords } from '../machine.ts';
import { layOut } from '../table.ts';
import { besideDocument, documentsLanguage, pageOf, tableOf } from './beside-document.ts';
import { cameOut, enough, expectedOf, observedText, verdictsText } from './expectation.ts';
import type { Report } from '@cyclelab/contract/schema/report';
import { blamedIn, isAccused } from '../../soak/tally.ts';
import { jobOf, judgeStart, solved } from './one-run.ts';

const { values: options } = parseArgs({
	options: {
		exercise: { type: 'string' },
		language: { type: 'string' },
		times: { type: 'string', default: '5' },
		figures: { type: 'string' }
	}
});
const times = Number(options.times);
const isChosen = (list: string | undefined, one: string) => list?.split(',').includes(one) ?? true;

/** One exercise in one language. */
type Subject = {
	exercise: Exercise;
	language: Language;
	/** Number of runs; a failed run counts against every claim. */
	begun: number;
	seconds: number[];
	/** The outcomes of each claim, one for each run. */
	claims: Map<string, ClaimResult[]>;
	/** The challenge's verdict on the solution, and on the unchanged start in the first run. */
	challenge?: ChallengeResult | undefined;
	start?: ChallengeResult | undefined;
	/** Variants and points of the code as given, in all rounds, and the sentences of those that were refused. */
	judged: number;
	refused: string[];
	/** The last run's report. */
	report?: Report;
	errors: string[];
};

const { exercises } = await loadExercises();
const subjects = exercises
	.filter(
		({ slug, facts }) =>
			!facts.free &&
			isChosen(options.exercise, slug) &&
			(options.figures === undefined || facts.documented.length > 0)
	)
	.flatMap((exercise) =>
		languagesOf(exercise)
			.filter(
				(language, _, all) =>
					options.figures === undefined || language === documentsLanguage(exercise.facts, all)
			)
			.filter((language) => isChosen(options.language, language))
			.map((language): Subject => ({
				exercise,
				language,
				begun: 0,
				seconds: [],
				claims: new Map(),
				judged: 0,
				refused: [],
				errors: []
			}))
	);
if (subjects.length === 0) throw new Error('No exercise has that name and that language.');

const began = new Date();
const machine = await describeMachine();
console.log(inWords(machine).join('\n'));
const cpu = machine.host.microarchitecture;
const bench = await openBench(
	`bench-${randomUUID()}`,
	['cc', 'rust', 'go', 'dotnet', 'crystal'],
	// The next round measures the built program again without building it.
	{ kept: 1024 }
);
const progress = openProgress();
let stopped = false;
process.on('SIGINT', () => (stopped = true));
process.on('SIGTERM', () => (stopped = true));
try {
	for (let round = 0; round < times && !stopped; round++) {
		for (const [at, subject] of subjects.entries()) {
			if (stopped) break;
			progress.begin(
				`round ${round + 1} of ${times}, ${at + 1} of ${subjects.length}: ${nameOf(subject)}`
			);
			await attempt(subject, () => measure(subject, round));
			if (round === 0 && options.figures === undefined)
				await attempt(subject, () => solve(subject));
		}
		await write();
	}
} finally {
	progress.begin('ending what was started');
	await bench.close();
	progress.close();
}
console.log(`\n${refusedText()}`);
console.log(`\n${layOut(claimsTable())}`);
console.log(['', ...solutionLines()].join('\n'));
for (const subject of subjects)
	for (const error of subject.errors) console.log(`${nameOf(subject)}: ${error}`);
const figures = subjects.flatMap(({ exercise: { slug, facts, sources }, language, report }) => {
	if (!report) return [];
	const shown = { slug, facts: factsIn(facts, language, machine.host.arch) };
	return besideDocument({ ...shown, sources: sources[language] ?? {} }, language, report);
});
if (figures.length > 0) console.log(`\n${layOut(tableOf(figures))}`);
if (options.figures !== undefined)
	await writeFile(options.figures, pageOf(figures, [...inWords(machine), began.toUTCString()]));
console.log(`\nWritten to ${await write()}.`);
console.log(lastLine());

/** A failure in one exercise does not end the bench. */
async function attempt(subject: Subject, work: () => Promise<void>): Promise<void> {
	try {
		await work();
	} catch (error) {
		subject.errors.push(String(error));
		progress.print(`${nameOf(subject)}: ${error}`);
		process.exitCode = 1;
	}
}

async function measure(subject: Subject, round: number): Promise<void> {
	const { exercise, language, claims, seconds } = subject;
	subject.begun += 1;
	const start = performance.now();
	const job = jobOf(exercise, { language, models: 'host' }, `bench ${round} ${began.getTime()}`);
	const { report } = await bench.run(job);
	seconds.push((performance.now() - start) / 1000);
	subject.report = report;
	subject.judged += report.variants.reduce((sum, { points }) => sum + 1 + points.length, 0);
	for (const { where, failure } of blamedIn(report).filter(isAccused)) {
		subject.refused.push(`${where}: ${failure.title}`);
		progress.print(`  refused: ${where}: ${failure.title}`);
	}
	if (round === 0) subject.start = judgeStart(job.facts, report);
	for (const claim of report.claims) claims.set(claim.id, [...(claims.get(claim.id) ?? []), claim]);
	const text = verdictsText(report.claims);
	progress.print(`${round + 1} ${nameOf(subject)}: ${text} (${seconds.at(-1)?.toFixed(1)} s)`);
}

async function solve(subject: Subject): Promise<void> {
	const { exercise, language } = subject;
	const wish = solved(exercise, language);
	if (!wish) return;
	const job = jobOf(exercise, { ...wish, language, models: 'host' }, `solution ${began.getTime()}`);
	const { report } = await bench.run(job);
	subject.challenge = report.challenge;
	progress.print(`  ${nameOf(subject)}, solution: ${report.challenge?.verdict}`);
}

function rowsOf({ exercise, language, claims, begun }: Subject) {
	const facts = factsIn(exercise.facts, language, machine.host.arch);
	return [...facts.claims, ...facts.codeClaims, ...facts.pairClaims].flatMap(({ id }) => {
		const results = claims.get(id);
		const expected = expectedOf(facts, id, cpu);
		return results ? [{ id, results, expected, held: cameOut(expected, results, begun) }] : [];
	});
}

function claimsTable() {
	const rows = subjects.flatMap((subject) =>
		rowsOf(subject).map(({ id, results, expected, held }, i) => [
			i === 0 ? subject.exercise.slug : '',
			i === 0 ? subject.language : '',
			id,
			expected,
			observedText(results),
			verdictsText(results),
			held === false ? 'NO' : '',
			i === 0 ? Math.max(...subject.seconds).toFixed(1) : ''
		])
	);
	return {
		headings: ['exercise', 'language', 'claim', 'expected', 'observed', 'verdicts', 'as', 's'],
		rows
	};
}

function solutionLines(): string[] {
	return subjects.flatMap((subject) => {
		const { challenge } = subject;
		if (!challenge) return [];
		return [
			`Solution of ${nameOf(subject)}: ${challenge.verdict}; its start: ${subject.start?.verdict}`,
			...challenge.goals.map(({ met, sentence }) => `  ${met}: ${sentence}`)
		];
	});
}

function refusedText(): string {
	const refused = subjects.flatMap((subject) => subject.refused);
	const judged = subjects.reduce((sum, subject) => sum + subject.judged, 0);
	return [
		`${refused.length} of ${judged} variants and points as given were refused.`,
		...refused
	].join('\n');
}

function lastLine(): string {
	const judged = subjects.flatMap(rowsOf);
	const expected = judged.filter(({ held }) => held !== undefined);
	const held = expected.filter(({ held: one }) => one).length;
	const tried = subjects.filter(({ challenge }) => challenge);
	const passed = tried.filter(({ challenge }) => challenge?.verdict === 'passed').length;
	// Fewer than requested if the bench was stopped.
	const rounds = Math.max(...subjects.map(({ begun }) => begun));
	const least = Math.ceil(enough * rounds);
	const missed = tried.filter(({ start }) => start?.verdict === 'not-yet').length;
	const refused = subjects.reduce((sum, subject) => sum + subject.refused.length, 0);
	return `${refused} refusals of code as given; ${held} of ${expected.length} claims came out as expected at least ${least} times of ${rounds} on ${cpu}; ${judged.length - expected.length} are open here; ${passed} of ${tried.length} solutions passed, and ${missed} starts did not.`;
}

async function write(): Promise<string> {
	const folder = join(import.meta.dirname, '../../../bench-results');
	await mkdir(folder, { recursive: true });
	const file = join(folder, `exercises-${began.toISOString().replaceAll(/[:.]/g, '-')}.json`);
	const results = subjects.map((subject) => ({
		exercise: subject.exercise.slug,
		language: subject.language,
		seconds: subject.seconds,
		judged: subject.judged,
		refused: subject.refused,
		claims: rowsOf(subject),
		challenge: subject.challenge,
		start: subject.start,
		errors: subject.errors
	}));
	await writeFile(file, `${JSON.stringify({ began, times, machine, results }, undefined, '\t')}\n`);
	return file;
}

function nameOf({ exercise, language }: Subject): string {
	return `${exercise.slug} in ${languageNames[language]}`;
}
