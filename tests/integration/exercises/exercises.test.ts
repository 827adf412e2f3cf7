/**
 * The content gate: builds and counts every variant of every exercise in every language, by every compiler, for both
 * targets, and executes it once if this machine can. For every challenge, the solution meets the goals that code and
 * counts decide, and the start does not.
 *
 * `npm test` builds what changed since the last whole run, and a random tenth of the rest (`passed-exercises.ts`).
 * CYCLELAB_EXERCISES=whole (`npm run test:exercises`) builds all and writes the record; CYCLELAB_SEED repeats a choice.
 */
import { randomInt, randomUUID } from 'node:crypto';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { loadExercises } from '@cyclelab/exercises/load';
import { imageTag } from '@cyclelab/images/build';
import {
	Language,
	factsIn,
	type AtomicForm,
	type Exercise,
	type Target
} from '@cyclelab/exercises/schema';
import { isAtomic } from '../../../runner/src/inspect/opcodes.ts';
import { compilersOf, type Compiler } from '@cyclelab/contract/schema/compiler';
import type { HotLoop } from '@cyclelab/contract/schema/code';
import type { Report } from '@cyclelab/contract/schema/report';
import { parseFlags } from '@cyclelab/contract/flags/flags';
import { toolchainOf } from '../../../runner/src/toolchains/toolchains.ts';
import { jobOf, judgeStart, solved } from '../../bench/exercises/one-run.ts';
import { askOnce } from '../job/asked-once.ts';
import { inspect, runOnce, stopsAt } from './exercise-gate.ts';
import { openBench } from '../job/job-bench.ts';
import {
	PassedExercises,
	contentDigest,
	dueUnits,
	programDigest,
	unitName
} from './passed-exercises.ts';

let bench: Awaited<ReturnType<typeof openBench>>;

beforeAll(async () => {
	const images = ['cc', 'rust', 'go', 'dotnet', 'crystal'] as const;
	// At least as many as one exercise has, in all its languages, by all compilers, for both targets.
	const ways = { kept: 256, calibrates: false, shares: true };
	bench = await openBench(`test-${randomUUID()}`, images, ways);
	const takeSandbox = askOnce(bench.workshop.takeSandbox);
	bench = { ...bench, workshop: { ...bench.workshop, takeSandbox } };
}, 900_000);
afterAll(async () => {
	await bench.close();
	expect(await bench.leftOver()).toBe(0);
	if (buildsAll && failed === 0 && process.env.CYCLELAB_ONLY === undefined)
		await writeFile(recordFile, `${JSON.stringify(present, null, '\t')}\n`);
});

const { exercises } = await loadExercises();
const recordFile = join(import.meta.dirname, 'passed-exercises.json');
const buildsAll = process.env.CYCLELAB_EXERCISES === 'whole';
const root = join(import.meta.dirname, '..', '..', '..');
/** What builds, counts and concludes. What runs it (sandboxes, threads, this gate) decides no result. */
const judging = ['inspect-all.ts', 'conclude.ts'].map((file) => join(root, 'runner/src/job', file));
const present: PassedExercises = {
	program: await programDigest(root, judging),
	passed: Object.fromEntries(
		await Promise.all(
			exercises.flatMap((exercise) =>
				languagesOf(exercise).map(async (language) => {
					const image = await imageTag(toolchainOf(compilersOf[language][0]).image);
					const name = unitName(exercise.slug, language);
					return [name, contentDigest(exercise, language, image)] as const;
				})
			)
		)
	)
};
const record = await readFile(recordFile, 'utf8').then(
	(text) => PassedExercises.parse(JSON.parse(text)),
	() => undefined
);
const seed = Number(process.env.CYCLELAB_SEED ?? randomInt(2 ** 31));
const due = buildsAll ? new Set(Object.keys(present.passed)) : dueUnits(present, record, seed);
console.log(
	`${due.size} of ${Object.keys(present.passed).length} exercises in a language are built (CYCLELAB_SEED=${seed}).`
);
let failed = 0;
afterEach(({ task }) => {
	if (task.result?.state === 'fail') failed += 1;
});
/** Hang detection, ms. */
const patience = 1_200_000;

type ExerciseCase = {
	name: string;
	exercise: Exercise;
	language: Language;
	compiler: Compiler;
	target: Target;
};

/** The cases before it inspected the challenge's first variant. */
for (const exercise of exercises) {
	const isDue = ({ language }: { language: Language }) =>
		due.has(unitName(exercise.slug, language));
	describe.concurrent.each(casesOf(exercise).filter(isDue))(
		'$name in $language by $compiler for $target',
		testVariants
	);
	describe.concurrent.each(challengesOf(exercise).filter(isDue))(
		'the challenge of $name in $language',
		testChallenge
	);
}

/** Return values of each variant for the same iterations; equal for all compilers. */
const checksums = new Map<string, string>();

function testVariants({ exercise, language, compiler, target }: ExerciseCase) {
	test(
		'builds without a warning, is counted as declared, and runs',
		{ timeout: patience },
		async () => {
			const wish = { language, compiler, target, stages: ['inspect'], models: 'host' };
			const job = jobOf(exercise, wish, 'gate');
			const { report, inspections } = await inspect(bench, {
				...job,
				flags: [...job.flags, ...extraFlags(compiler)]
			});
			expect(failuresIn(report)).toEqual([]);
			expect(
				report.variants.map(({ id, compilerText, diagnostics }) => ({
					id,
					compilerText,
					diagnostics
				}))
			).toEqual(job.variants.map(({ id }) => ({ id, compilerText: '', diagnostics: [] })));
			for (const variant of report.variants) {
				const { id, uncounted, hotLoop, refusals, predictions, checksum = '' } = variant;
				if (uncounted !== undefined) continue;
				expect([id, hotLoop ? 'loop' : refusals[0]?.reason]).toEqual([id, 'loop']);
				expect([id, predictions.length + refusals.length > 0], 'figures, or why none').toEqual([
					id,
					true
				]);
				if (target === 'arm64' && hotLoop)
					expect([id, atomicsIn(hotLoop)], 'its form, and what exercise.yaml declares').toEqual([
						id,
						job.variants.find((variant) => variant.id === id)?.atomics
					]);
				const { sourceIterations = 0 } = hotLoop ?? {};
				expect([id, isWhole(sourceIterations)]).toEqual([id, true]);
				const declared = job.facts.variants.find((variant) => variant.id === id)?.iterationsPerPass;
				if (compiler === 'gcc-14')
					expect(
						[id, Math.max(1, sourceIterations)],
						'iterations that a pass does, and what iterationsPerPass in exercise.yaml declares'
					).toEqual([id, declared ?? 1]);
				const key = `${exercise.slug} ${language} ${id}`;
				const before = checksums.get(key) ?? checksum;
				expect([id, checksum]).toEqual([id, before]);
				checksums.set(key, before);
			}
			const code = report.claims.filter(({ measure }) => measure === 'code');
			expect(code.map(({ id, verdict, sentence }) => [id, verdict, sentence])).toEqual(
				code.map(({ id, sentence }) => [id, 'reproduced', sentence])
			);
			if (target === bench.host.arch)
				expect(await runOnce(bench, job, inspections)).toEqual(
					job.variants.map(({ id }) => [id, 'ran'])
				);
		}
	);
}

function testChallenge({ exercise, language }: Pick<ExerciseCase, 'exercise' | 'language'>) {
	const facts = factsIn(exercise.facts, language, 'x86-64');
	const { challenge } = facts;
	if (!challenge) throw new Error(`${exercise.slug} has no challenge in ${language}`);
	const start = challenge.start.variant;
	/** Goals that code and counts decide; `npm run bench:exercises` measures the times. */
	const isSettled = (goal: (typeof challenge.goals)[number]) =>
		goal.kind !== 'ratio' || goal.measure === 'instructions';

	async function settled(sources: Record<string, string>) {
		const { variants } = solved(exercise, language) ?? {};
		const wish = { language, variants, stages: ['inspect'], models: 'host', sources };
		const job = jobOf(exercise, wish, 'gate');
		// With the same flags as above, what is not changed is inspected already.
		const flags = [...job.flags, ...extraFlags(job.compiler)];
		const { report } = await inspect(bench, { ...job, flags });
		expect(failuresIn(report)).toEqual([]);
		const result = judgeStart(facts, report);
		return challenge?.goals.flatMap((goal, i) =>
			isSettled(goal) ? [{ kind: goal.kind, ...result?.goals[i] }] : []
		);
	}

	test('is met by its solution', { timeout: patience }, async () => {
		const goals = await settled({ [start]: exercise.solutions[language] ?? '' });
		expect(goals?.map(({ kind, met, sentence }) => [kind, met, sentence])).toEqual(
			goals?.map(({ kind, sentence }) => [kind, 'yes', sentence])
		);
	});

	// With a goal about time the start may meet all other goals; `npm run bench:exercises` measures that it is too slow.
	const isDecided = challenge.goals.every(isSettled);
	const ofStart = isDecided ? 'is not met by its start' : 'keeps what its start returns';
	if (challenge.goals.some(isSettled))
		test(ofStart, { timeout: patience }, async () => {
			const goals = (await settled({})) ?? [];
			const results = goals.filter(({ kind }) => kind === 'result');
			expect(results.map(({ met }) => met)).toEqual(results.map(() => 'yes'));
			if (isDecided) expect(goals.map(({ met }) => met)).toContain('no');
		});
}

test.each(exercises)('the flags of $slug are on the list of allowed ones', ({ facts }) => {
	for (const language of Language.options) {
		const { flags } = factsIn(facts, language, 'x86-64');
		for (const compiler of compilersOf[language])
			expect(parseFlags(flags, compiler, 'x86-64')).toEqual({ flags });
	}
});

test('the chase visits every line of its working set once before it returns', async () => {
	const chase = exercises.find(({ slug }) => slug === 'cache-working-set');
	if (!chase) throw new Error('there is no cache-working-set');
	const job = jobOf(chase, { stages: ['inspect'], models: 'host' }, 'gate');
	const lines = (1 << 20) / 64;
	const after = (hops: number) =>
		stopsAt(bench, job, 'chase', {
			iterations: hops,
			seed: 1,
			parameters: { 'working-set': lines * 64 }
		});
	// It returns the sum of the visited lines' numbers. A shorter cycle, passed several times, has another sum.
	const all = (BigInt(lines) * BigInt(lines - 1)) / 2n;
	expect(await after(lines)).toBe(all);
	expect(await after(lines / 2)).not.toBe(all / 2n);
});

/** Each failed variant in words. */
function failuresIn({ variants }: Report): string[] {
	return variants.flatMap(({ id, failure }) =>
		failure ? [`${id}, ${failure.stage}: ${JSON.stringify(failure)}`] : []
	);
}

function casesOf(exercise: Exercise): ExerciseCase[] {
	return languagesOf(exercise).flatMap((language) =>
		compilersFor(exercise, language).flatMap((compiler) =>
			toolchainOf(compiler).targets.map((target): ExerciseCase => ({
				name: exercise.slug,
				exercise,
				language,
				compiler,
				target
			}))
		)
	);
}

function challengesOf(exercise: Exercise) {
	return languagesOf(exercise)
		.filter((language) => exercise.solutions[language] !== undefined)
		.map((language) => ({ name: exercise.slug, exercise, language }));
}

function languagesOf({ sources }: Exercise): Language[] {
	return Language.options.filter((language) => sources[language]);
}

/** A side-by-side exercise about runtimes has all of them in one job. */
function compilersFor({ facts }: Exercise, language: Language): readonly Compiler[] {
	return language === 'cs' && facts.runtimes ? compilersOf.cs.slice(0, 1) : compilersOf[language];
}

/** The form of arm64's atomic operations in a loop; a variant with atomics must be built in both forms. */
function atomicsIn({ instructions }: HotLoop): AtomicForm | undefined {
	const mnemonics = instructions.map(({ text }) => text.split(' ')[0] ?? '');
	if (mnemonics.some((mnemonic) => isAtomic({ mnemonic, prefixes: [], operands: [] })))
		return 'lse';
	return mnemonics.some((mnemonic) => /^stl?x[rp][bh]?$/.test(mnemonic)) ? 'exclusive' : undefined;
}

const warnings = ['-Wall', '-Wextra'];
/** Flags against unrolling, so that a kernel that does only half of its iterations is detected. */
const oneByOne = ['-fno-unroll-loops', '-fno-tree-vectorize', '-fno-tree-slp-vectorize'];

function extraFlags(compiler: Compiler): string[] {
	if (compiler === 'gcc-14') return [...warnings, ...oneByOne];
	return compiler === 'clang-22' ? warnings : [];
}

/** An integer number of iterations a pass, or of passes an iteration. */
const isWhole = (sourceIterations: number) =>
	Number.isInteger(sourceIterations) || Number.isInteger(Number((1 / sourceIterations).toFixed(9)));
