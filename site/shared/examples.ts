/** Facts, reports and a host for the tests of pages. */
import type { Exercise, Facts } from '@cyclelab/exercises/schema';
import type { Interval, Measured } from '@cyclelab/contract/schema/measurement';
import type { Prediction } from '@cyclelab/contract/schema/prediction';
import type { Report, VariantReport } from '@cyclelab/contract/schema/report';
import type { RunnerSummary } from './schema.ts';

export const host: Report['runner']['host'] = {
	arch: 'x86-64',
	microarchitecture: 'znver5',
	processor: 'AMD Zen 5',
	identity: 'AuthenticAMD 26 2 1',
	virtualised: true,
	cores: 2,
	caches: [],
	pageBytes: 4096,
	hugePages: 'madvise',
	emulated: false,
	kernel: '6.1'
};

/** An exercise of two or more variants, the first its baseline. */
export const factsOf = (
	title: string,
	variants: [Variant, Variant, ...Variant[]],
	more: Partial<Facts> = {}
): Facts => ({
	title,
	track: 'memory',
	summary: 'S.',
	minutes: 5,
	requires: [],
	needs: { seconds: 8, memoryMiB: 16, cores: 1 },
	document: { title: 'T', author: 'A', place: 'p. 1' },
	iteration: 'one turn',
	unit: 'cycles',
	baseline: variants[0].id,
	variants: variants.map((variant) => ({ claim: 'C.', ...variant })),
	meters: [],
	machines: [],
	documented: [],
	question: questionOf(variants[1].id, variants[0].id),
	questionIn: {},
	claims: [],
	codeClaims: [],
	pairClaims: [],
	blindSpots: [],
	flags: [],
	countedIterations: 16_384,
	sameChecksum: false,
	...more
});
type Variant = { id: string; label: string } & Partial<Facts['variants'][number]>;

export const questionOf = (of: string, to: string): Facts['question'] => ({
	text: `How much slower is ${of}?`,
	measure: 'time',
	of: { variant: of, parameters: {} },
	to: { variant: to, parameters: {} },
	answers: [],
	misconceptions: [],
	low: 1,
	high: 20
});

/** An exercise with these facts and sources, without a lesson. */
export const exerciseOf = (facts: Facts, sources: Exercise['sources']): Exercise => ({
	slug: 'cycle',
	order: 1,
	facts,
	story: '',
	explain: '',
	elsewhere: '',
	sources,
	solutions: {},
	recorded: []
});

/** A narrow interval. */
export const exactly = (median: number): Interval => ({ median, low: median, high: median });

/** A measurement at 2 GHz. */
export const measuredAt = (cycles: number, more: Partial<Measured> = {}): Measured => ({
	cyclesPerIteration: exactly(cycles),
	nsPerIteration: exactly(cycles / 2),
	samples: 55,
	rejected: 3,
	processes: 5,
	modes: [{ centre: cycles, share: 1 }],
	spread: [cycles, cycles],
	clockGHz: 2,
	raw: [],
	...more
});

/** The prediction of an arm64 model where no arm64 core measures. */
export const predictedFor = (cyclesPerIteration: number): Prediction => ({
	model: 'NeoverseV2',
	mcpu: 'neoverse-v2',
	exact: true,
	host: false,
	noalias: true,
	dispatchWidth: 8,
	cyclesPerLoop: cyclesPerIteration,
	cyclesPerIteration,
	blockReciprocalThroughput: 1,
	uopsPerLoop: 4,
	ipc: 4,
	instructions: []
});

export const variantReport = (id: string, more: Partial<VariantReport> = {}): VariantReport => ({
	id,
	edited: false,
	source: '',
	diagnostics: [],
	compilerText: '',
	functions: [],
	predictions: [],
	refusals: [],
	points: [],
	...more
});

/** A finished report in C. */
export const reportOf = (variants: VariantReport[], more: Partial<Report> = {}): Report => ({
	run: 'r1',
	exercise: 'cycle',
	language: 'c',
	target: 'x86-64',
	startedAt: '2026-11-20T23:00:00Z',
	finishedAt: '2026-11-20T23:00:05Z',
	runner: { id: 'local', arch: host.arch, microarchitecture: host.microarchitecture, host },
	toolchain: { compiler: 'clang-22', version: '1', flags: [], image: 'i', llvmMca: '19' },
	variants,
	claims: [],
	knees: [],
	...more
});

/** A runner with nothing to do. */
export function runnerOf(more: Partial<RunnerSummary>): RunnerSummary {
	return {
		id: 'local',
		arch: host.arch,
		microarchitecture: host.microarchitecture,
		processor: host.processor,
		measures: [host.arch],
		inspects: [host.arch],
		state: 'ready',
		slots: 4,
		slowSlots: 1,
		busy: 0,
		waiting: 0,
		host,
		toolchains: [],
		...more
	};
}
