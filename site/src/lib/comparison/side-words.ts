/** Two targets, processors or compilers side by side. */
import type { Target } from '@cyclelab/exercises/schema';

/** A ratio, and where and how it was had. */
type Placed = { ratio: string; where: string };

export const sideWords = {
	choose: 'Side by side with',
	alone: 'alone',
	beside: (name: string) => `beside ${name}`,
	notMeasuredHere: (name: string) => `${name} (not measured here)`,
	notConnected: (name: string) => `${name} (not connected)`,
	onRunner: (processor: string, runner: string) => `${processor}, runner ${runner}`,
	heading: 'Side by side',
	back: (name: string) => `Only ${name}`,
	beforeRun: (names: readonly string[]) => `${names.join(' and ')}, side by side.`,
	beforeRunText: 'A run is made for each side, both at once.',
	whileRunning: 'The numbers of both sides arrive.',
	loading: 'Loading the comparison.',
	failedToLoad: 'The comparison could not be loaded. Check the connection and reload the page.',
	emulated: 'emulated: no times',
	notBuilt: (target: Target) => `not built for ${target}`,
	notBuiltText: (compilers: string, target: Target) =>
		`${compilers} cannot build this for ${target}. Choose another language or compiler to fill this side.`,
	measures: (processors: string) => `To be measured on ${processors}.`,
	waits: 'No runner is connected. Runs wait until one is.',
	noSuchRunner: (on: string) =>
		`“${on}” is not connected. Choose another side, or wait until it is back.`,
	measured: (processor: string, identity: string, runner: string) =>
		`Measured on ${processor} (${identity}), runner ${runner}.`,
	emulatedText: (runner: string, target: Target) =>
		`Runner ${runner} executes ${target} code in an emulator. What takes time there is no time of a processor, so none is shown.`,
	inspected: (runner: string, processor: string) =>
		`Built, counted and predicted by runner ${runner} (${processor}).`,
	noRunner: (target: Target) =>
		`No ${target} runner that can measure this is connected, so nothing is measured here.`,
	onlyEmulated: (target: Target) =>
		`Only emulated ${target} runners are connected, so nothing is measured here.`,
	nothingMeasured: 'Nothing was measured here.',
	instead: (parts: string) => `Shown instead: ${parts}.`,
	figuresOf: (machines: string) => `the document’s figures of ${machines}`,
	assembly: 'the assembly',
	counts: 'exact counts of instructions',
	models: (names: string) => `predictions by the models of ${names}`,
	someModels: 'predictions by models of real cores',
	builtWith: (compiler: string, version: string) => `${compiler} (${version})`,
	predictedBy: (model: string, version: string) => `${model} model, llvm-mca ${version}`,
	compilersHeading: 'The same source by two compilers',
	compilersApart: (
		label: string,
		[first, second]: readonly [string, string],
		ratio: string,
		low: string,
		high: string
	) =>
		`${label} takes ${ratio} the time with ${second} that it takes with ${first} (${low} to ${high}).`,
	compilersAlike: ([first, second]: readonly [string, string], floor: string) =>
		`${first} and ${second}: no difference in time above ${floor}.`,
	compilersUnclear: ([first, second]: readonly [string, string]) =>
		`${first} and ${second}: too noisy to compare.`,
	compilersCount: (
		label: string,
		[first, second]: readonly [string, string],
		a: string,
		b: string
	) =>
		`Counted exactly, per iteration: ${label} executes ${a} instructions with ${first} and ${b} with ${second}.`,
	compilersCountAlike: ([first, second]: readonly [string, string]) =>
		`Counted exactly, per iteration: as many instructions with ${first} as with ${second}.`,
	codeHeading: (label: string) => `Machine code of ${label}`,
	codeSame: 'Both compilers made the same instructions.',
	codeLines: {
		gone: 'only by the first compiler',
		new: 'only by the second',
		changes: (gone: number, added: number) =>
			`${gone} ${gone === 1 ? 'line' : 'lines'} only by the first compiler, ${added} only by the second.`
	},
	onEither: ['on the first side', 'on the second'],
	takes: (of: string, to: string, a: Placed, b: Placed) =>
		`${of} takes ${a.ratio} the time of ${to} ${a.where}, and ${b.ratio} ${b.where}.`,
	alike: (sentence: string) => `Alike on both sides: ${sentence}`,
	onSide: (side: string, how: string) => `on ${side} (${how})`,
	one: (of: string, to: string, known: Placed, other: string, why: string) =>
		`${of} takes ${known.ratio} the time of ${to} ${known.where}; on ${other} there is no such ratio (${why}).`,
	how: {
		measured: (by: string) => `measured, ${by}`,
		documented: (by: string) => `documented, ${by}`,
		predicted: (by: string) => `predicted, ${by}`
	},
	counted: (parts: string) => `Counted exactly, per iteration: ${parts}.`,
	countsOf: (of: string, a: string, onA: string, b: string, onB: string) =>
		`${of} executes ${a} on ${onA} and ${b} on ${onB}`,
	alsoCounts: (of: string, a: string, b: string) => `${of} ${a} and ${b}`,
	at: (label: string, value: string) => `${label} at ${value}`,
	marks: 'The second side has filled marks where the first side has open marks, and the reverse.',
	rowOn: (row: string, side: string) => `${row} on ${side}`,
	more: (side: string) => `Claims and method on ${side}`,
	sharedAt: (urls: string) => `Permanent pages: ${urls}`
} as const;
