/**
 * The arm64 runner: one exercise in every language of its images. On an x86-64 machine its containers are emulated, no
 * time may be reported, and the code is compared with a cross compiler's; on an arm64 machine everything is measured.
 * `npm run test:arm64`: not in `npm test`, because building emulated images takes long.
 */
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { loadExercises } from '@cyclelab/exercises/load';
import type { Language } from '@cyclelab/exercises/schema';
import { forbiddenTimeIn } from '../../site/server/runners/emulated.ts';
import { modelOf } from '../../runner/src/inspect/models.ts';
import { ranUnderEmulation } from '../../runner/src/measure/point.ts';
import type { Compiler } from '@cyclelab/contract/schema/compiler';
import { toolchainsOn } from '../../runner/src/toolchains/toolchains.ts';
import type { Report, VariantReport } from '@cyclelab/contract/schema/report';
import { jobOf } from '../bench/exercises/one-run.ts';
import { openBench, type Bench, type Ran } from '../integration/job/job-bench.ts';
import { keysIn } from './keys.ts';

const isEmulated = process.arch !== 'arm64';
let arm: Bench;
/** An x86-64 runner that compiles the same for arm64, for comparison with emulated code and counts. */
let cross: Bench | undefined;
const images = ['cc', 'rust', 'go', 'dotnet'] as const;
/** Hang detection, ms: two compilers under nested emulation on a busy machine. */
const patience = 1_800_000;

beforeAll(async () => {
	// First, because starting emulators would disturb its calibration.
	if (isEmulated) cross = await openBench(`test-${randomUUID()}`, images);
	arm = await openBench(`test-${randomUUID()}`, images, { emulates: 'arm64' });
}, 4 * 3600_000);
afterAll(async () => {
	await Promise.all([arm.close(), cross?.close()]);
	expect(await arm.leftOver()).toBe(0);
});

const { exercises } = await loadExercises();
const exercise = exercises.find(({ slug }) => slug === 'what-is-a-cycle');
if (!exercise) throw new Error('There is no exercise "what-is-a-cycle".');

/** `crossed`: whether an x86-64 image compiles it for arm64 too. */
const cases: { compiler: Compiler; language: Language; crossed: boolean }[] = [
	{ compiler: 'clang-22', language: 'c', crossed: true },
	{ compiler: 'gcc-14', language: 'cpp', crossed: true },
	{ compiler: 'rust-1.85', language: 'rs', crossed: true },
	{ compiler: 'go-1.27', language: 'go', crossed: true },
	{ compiler: 'go-1.24', language: 'go', crossed: true },
	{ compiler: 'mono-6.12', language: 'cs', crossed: false }
];

test('the arm64 runner has an image for every toolchain', () => {
	expect(arm.host.arch).toBe('arm64');
	const wanted = toolchainsOn('arm64').filter(({ image }) => images.some((name) => name === image));
	expect([...arm.toolchains.keys()]).toEqual(wanted.map(({ compiler }) => compiler));
	expect([...arm.toolchains.keys()]).toEqual(
		expect.arrayContaining(cases.map(({ compiler }) => compiler))
	);
	for (const { image } of arm.toolchains.values()) expect(image).toMatch(/-arm64:[0-9a-f]{12}$/);
});

test.runIf(isEmulated)('an emulated runner reports no microarchitecture, caches or clock', () => {
	const { microarchitecture, emulated, caches } = arm.host;
	expect({ microarchitecture, emulated, caches, clockGHz: arm.clockGHz }).toEqual({
		microarchitecture: 'generic',
		emulated: true,
		caches: [],
		clockGHz: undefined
	});
});

describe.each(cases)('$compiler', ({ compiler, language, crossed }) => {
	const job = () => {
		const planned = jobOf(exercise, { language, target: 'arm64', models: 'host' }, 'arm64');
		return { ...planned, compiler };
	};
	let ran: Ran;
	beforeAll(async () => {
		ran = await arm.run(job());
	}, patience);

	test('builds, finds the loop of every variant, counts it exactly and predicts it', () => {
		const { report } = ran;
		expect(report.variants.map(summaryOf)).toEqual(
			job().variants.map(({ id }) => ({
				id,
				failure: undefined,
				compilerText: '',
				loop: 'found',
				whole: true,
				executed: 'as declared'
			}))
		);
		for (const { predictions } of report.variants)
			for (const { mcpu, host, cyclesPerIteration } of predictions) {
				expect([mcpu, modelOf(mcpu)?.target]).toEqual([mcpu, 'arm64']);
				if (isEmulated) expect(host).toBe(false);
				expect(cyclesPerIteration).toBeGreaterThan(0);
			}
		expect(report.variants.some(({ predictions }) => predictions.length > 0)).toBe(true);
	});

	test.runIf(!isEmulated)('is measured in every variant', () => {
		const points = ran.report.variants.flatMap((variant) => variant.points);
		expect(points.map(({ failure, measured }) => failure?.title ?? typeof measured)).toEqual(
			points.map(() => 'object')
		);
		expect(points.length).toBeGreaterThan(0);
	});

	test.runIf(isEmulated)('runs in the harness, and its report has no times', () => {
		const { report, events } = ran;
		for (const { points } of report.variants)
			expect(points.map(({ note, failure }) => failure ?? note)).toEqual(
				points.map(() => ranUnderEmulation)
			);
		expect(report.variants.every(({ points }) => points.length > 0)).toBe(true);
		for (const event of events)
			expect(
				forbiddenTimeIn({ type: 'event', run: 'arm64', event }, { host: arm.host })
			).toBeUndefined();
		const words = ['measured', 'clockGHz', 'noiseFloor', 'counters', 'comparison', 'raw'];
		const { host: _, ...runner } = report.runner;
		expect(keysIn({ ...report, runner }).filter((key) => words.includes(key))).toEqual([]);
		expect(report.knees).toEqual([]);
	});

	test.runIf(isEmulated && crossed)(
		'has the code, the counts and the checksums of a cross compiler',
		{ timeout: patience },
		async () => {
			if (!cross) throw new Error('There is no x86-64 runner.');
			const { report } = await cross.run({ ...job(), stages: ['inspect'] });
			expect(codeOf(ran.report)).toEqual(codeOf(report));
		}
	);
});

const summaryOf = ({ id, failure, compilerText, hotLoop, refusals }: VariantReport) => {
	const { sourceIterations = 0, instructions = [], pathCoverage = 0 } = hotLoop ?? {};
	const counts = instructions.map(({ count = 0 }) => count);
	const { countedIterations = 0 } = exercise.facts;
	// A loop condition at the top, or entered first by a jump, is executed once more than the body.
	const passes = counts.length === 0 ? 0 : Math.min(...counts);
	return {
		id,
		failure,
		compilerText,
		loop: hotLoop ? 'found' : refusals[0]?.reason,
		whole: Number.isInteger(sourceIterations) || Number.isInteger(1 / sourceIterations),
		executed:
			pathCoverage < 1 || passes * sourceIterations === countedIterations
				? 'as declared'
				: `${passes} passes of ${sourceIterations}`
	};
};

/** The parts that are equal in two builds of one source: instructions and counts, but not addresses of libraries. */
const codeOf = ({ variants }: Report) =>
	variants.map(({ id, checksum, instructionsPerIteration, functions, hotLoop }) => ({
		id,
		checksum,
		instructionsPerIteration,
		counts: functions
			.find(({ symbol }) => symbol === hotLoop?.symbol)
			?.instructions.map(({ text, count }) => [text.split(' ')[0], count]),
		loop: hotLoop?.instructions.map(({ text }) => text.split(' ')[0])
	}));
