/** Every sentence and label of the interface, in one place. Numbers come in already formatted. */
import type { Stage } from '@cyclelab/runner/schema/failure';
import type {
	ClaimResult,
	Comparison,
	Counters,
	Prediction,
	SecondOpinion
} from '@cyclelab/runner/schema/report';
import type { Compiler } from '@cyclelab/runner/schema/compiler';
import type { Facts, Language, Target } from '@cyclelab/exercises/schema';

// The schema has the same names, but brings zod into the page; a test holds the two together.
export const languages: Record<Language, string> = {
	c: 'C',
	cpp: 'C++',
	go: 'Go',
	cs: 'C#',
	cr: 'Crystal'
};
export const compilers: Record<Compiler, string> = {
	'clang-19': 'Clang 19',
	'gcc-14': 'GCC 14',
	'go-1.24': 'Go 1.24',
	'coreclr-3.1': 'CoreCLR 3.1 (RyuJIT)',
	'mono-6.12': 'Mono 6.12 (ahead of time)',
	'crystal-1.14': 'Crystal 1.14'
};
export const events: Record<Counters[number]['event'], string> = {
	cycles: 'cycles',
	instructions: 'instructions',
	branches: 'branches',
	'branch-misses': 'mispredicted branches',
	'cache-references': 'cache references',
	'cache-misses': 'cache misses'
};
/** The counter that was read, as the processors' manuals call it. */
export const clocks = {
	tsc: 'time-stamp counter (TSC)',
	cntvct: 'virtual counter (CNTVCT)'
} as const;

export const stages: Record<Stage, { name: string; doing: string }> = {
	compile: { name: 'compile', doing: 'Compiling' },
	link: { name: 'link', doing: 'Linking' },
	disassemble: { name: 'disassemble', doing: 'Reading the assembly of' },
	count: { name: 'count', doing: 'Counting the instructions of' },
	predict: { name: 'predict', doing: 'Asking the model about' },
	measure: { name: 'measure', doing: 'Measuring' }
};

export const claimVerdicts: Record<ClaimResult['verdict'], string> = {
	reproduced: 'reproduced here',
	'not-here': 'not on this processor',
	contradicted: 'contradicted here',
	'too-noisy': 'too noisy to say',
	'not-measured': 'not measured'
};

export const comparisonVerdicts: Record<Comparison['verdict'], string> = {
	agree: 'the model agrees',
	'model-too-slow': 'the model is too slow',
	'model-too-fast': 'the model is too fast',
	'outside-the-model': 'outside the model (*)',
	'too-noisy': 'too noisy to compare',
	'no-prediction': 'no prediction'
};

export const words = {
	site: 'Cyclelab',
	tagline: 'Learn why code is as fast as it is.',
	lead: 'Take a loop somebody measured. Say how fast it will be. Then see what the document reports, what a processor model predicts and what happens here, now, side by side, with the assembly between them.',
	description:
		'Documented, predicted, measured: three numbers for the same loop, with the assembly between them.',
	skip: 'Skip to the content',
	exercises: 'Exercises',
	runners: 'Runners',
	themeTo: (theme: string) => `Switch to the ${theme} theme`,
	minutes: (count: number) => `${count} min`,
	startHere: 'Start here',
	noExercises: 'No exercises are installed. Add a folder to exercises/ and start the site again.',
	after: (author: string, title: string, place: string) => `After ${author}, “${title}”, ${place}`,
	documentOf: ({ number, author, title }: Facts['document']) =>
		number ? `${author}, “${title}”` : title,
	ours: (title: string, place: string) => `${title}, ${place}`,
	measuredOn: (machines: string) => `Measured on ${machines}.`,

	documented: 'documented',
	predicted: 'predicted',
	measured: 'measured',
	documentedMeans: 'what the document reports, on its machine',
	predictedMeans: 'what llvm-mca computes from a model of a processor',
	measuredMeans: 'what a processor took here, now, with its uncertainty',

	predictHeading: 'Predict',
	predictedHeading: 'You predicted',
	guessLabel: 'Your prediction, as a ratio',
	guessTimes: 'times',
	commit: 'Commit to it',
	revise: 'Change',
	guessWait: 'Run it to see how near you are.',
	guessInside: (value: string, interval: string) =>
		`Measured ${value} (${interval}). Your prediction lies inside the interval.`,
	guessNear: (value: string, interval: string) =>
		`Measured ${value} (${interval}). That is as near as a prediction gets.`,
	guessLow: (value: string, interval: string, factor: string) =>
		`Measured ${value} (${interval}). Your prediction was too low by a factor of ${factor}.`,
	guessHigh: (value: string, interval: string, factor: string) =>
		`Measured ${value} (${interval}). Your prediction was too high by a factor of ${factor}.`,
	guessUnmeasured: 'The two places of the question were not both measured, so there is no answer.',
	gateHeading: 'First, your prediction',
	gateText:
		'A surprise teaches only someone who expected something else. Commit to a number; the results stay hidden until then.',
	gateTextReady: 'The results are here. Commit to a number to see them.',
	gateGo: 'Go to the question',
	gateSkip: 'Show without predicting',

	toolbar: 'Run controls',
	compiler: 'Compiler',
	language: 'Language',
	target: 'Target',
	missing: (names: string, one: boolean) =>
		`No connected runner has ${names} at the moment. ${one ? 'Its image' : 'Their images'} may still be in the making.`,
	choice: (language: string, compiler: string, target: Target) =>
		`${language} with ${compiler} for ${target}`,
	otherChoice: (shown: string, chosen: string) =>
		`The numbers below are of ${shown}. Run it to see ${chosen}.`,
	inspectsOnly: (target: Target) =>
		`No ${target} processor is connected, so a run shows the assembly, exact counts and predictions, and measures nothing.`,
	inspectedOnly: (target: Target) => `Counted and predicted for ${target}, not measured here`,
	run: 'Run',
	runAgain: 'Run again',
	cancel: 'Cancel',
	share: 'Share',
	sharedAt: (url: string) => `Permanent page: ${url}`,
	noToolchain: 'not on a connected runner',
	notForTarget: (target: Target) => `not for ${target}`,
	buildsElsewhere: (names: string, one: boolean, target: Target) =>
		`${names} ${one ? 'builds' : 'build'} nothing for ${target} here.`,

	progress: 'Progress',
	sending: 'Sending the sources.',
	queuedNext: 'In the queue: next.',
	queuedAt: (position: number) => `In the queue: number ${position}.`,
	queuedWait: (wait: string) => ` The wait is ${wait}.`,
	running: 'A runner took the run.',
	coreWait: (position: number) =>
		position <= 1
			? 'Waiting for the measuring core: next.'
			: `Waiting for the measuring core: number ${position} in line.`,
	doing: (doing: string, what: string) => `${doing} ${what}.`,
	doingAll: 'the sources',
	measuring: 'Measuring.',
	pointsAlike: (count: string) => `At ${count}`,
	pointsOf: (done: number, all: number) => `${done} of ${all} points measured.`,
	finished: 'Finished.',
	finishedFailure: 'Finished: the program failed.',
	cancelled: 'Cancelled. Nothing was kept.',
	connectionLost: 'The connection is lost. The run goes on; looking for the site again.',

	failedHeading: 'This run failed, and it is not your code',
	refusedHeading: 'The run was not started',
	lostHeading: 'This run is not here any more',
	troubleId: (id: string) => `If you report it, quote ${id}.`,
	tryAgain: 'Try again',
	unreachable: 'The site cannot be reached. Check the connection and try again.',
	unexpectedAnswer: (status: number) =>
		`The site gave an answer that was not expected (HTTP ${status}). Try again.`,
	tooManyRequests: (seconds?: string) =>
		`Too many runs from this address.${seconds ? ` Try again in ${seconds} s.` : ' Try again in a minute.'}`,
	issues: (issues: string[]) => `The site did not accept the request: ${issues.join('; ')}.`,
	noRunner: (target: Target) => `No ${target} runner is connected. A run waits until one is.`,
	noRunnerShort: (target: Target) => `no ${target} runner connected`,
	degraded: (reason: string) => `Runner not ready: ${reason}`,
	runnerDegraded: 'takes no runs',
	runnerReady: 'ready',
	runnerBusy: (busy: number, slots: number) => `${busy} of ${slots} slots busy`,

	beforeRun: 'What the document reports',
	beforeRunText: 'Run it to put the prediction and the measurement beside it.',
	beforeRunNothing: 'The document gives no figures for these loops',
	whileRunning: 'The numbers arrive',
	noSummary: 'The run ended without a comparison',
	variant: 'variant',
	notGiven: 'not given',
	noClock: 'no clock stated',
	notRun: 'not run yet',
	pending: 'not yet',
	notMeasured: 'not measured',
	noPrediction: 'no prediction',
	hiddenYet: 'hidden',
	edited: 'edited',
	logScale: 'log scale',
	samplesKept: (kept: string, aside: string) => `${kept}, ${aside} set aside`,
	modes: (centres: string) => `Several speeds: ${centres}. No single number holds.`,
	rowsSay: (verdict: string, count: number, all: number) =>
		all === 1 ? verdict : `${verdict}: ${count} of ${all} rows`,
	modesBadge: (label: string) => `${label}: several speeds`,
	sharedBadge: (count: number, all: number) =>
		`core shared (†): ${all === 1 ? 'this row' : `${count} of ${all} rows`}`,
	shared:
		'Another program used the same physical core nearly all the time. The loop alone may be faster; run it again in a moment.',
	claimsHeading: 'What is claimed',
	asTable: 'All numbers as a table',
	tableFor: (title: string, unit: string) =>
		`${title}: ${unit}, documented, predicted and measured`,
	plotOf: 'Position on the shared axis',
	kneesHeading: 'Steps found in the measured points',
	knee: (variant: string, from: string, to: string, before: string, after: string) =>
		`${variant}: between ${from} and ${to}, from ${before} to ${after}`,
	kneeNear: (near: string) => `next to ${near}, as the system reports it`,
	kneeAlone: 'no cache of that size is reported',
	chartKeys: 'Arrow keys move through the points.',
	chartSummary: (measured: number, all: number) => `${measured} of ${all} points measured.`,
	cacheMark: (level: number, size: string) => `L${level} ${size}`,

	insideHeading: 'Look inside',
	source: 'Source',
	assembly: 'Assembly',
	edit: 'Edit',
	editorLoading: 'Loading the editor.',
	original: 'Back to the original',
	close: 'Close the editor',
	showAssembly: 'Show the assembly',
	noAssembly: 'No assembly yet. It appears as soon as the compiler is done.',
	noAssemblyFailed: 'There is no assembly, because the source does not compile.',
	assemblyOld: 'This assembly is of the source before your last edit.',
	sourceGrid: (variant: string) => `Source of ${variant}`,
	assemblyGrid: (symbol: string) => `Assembly of ${symbol}`,
	linkKeys: 'Arrow keys move from line to line, Enter keeps a link.',
	executed: 'executed',
	instruction: 'instruction',
	latency: 'latency',
	uops: 'uops',
	ports: 'ports',
	notCounted: 'Not counted',
	hotLoop: (instructions: string, share: string, iterations: string) =>
		`Hot loop: ${instructions}, ${share} of all executed, ${iterations} a pass`,
	pathCoverage: (share: string) => `the path shown is taken in ${share} of the passes`,
	noHotLoop: 'No hot loop was found.',
	assemblyFor: (target: Target) => `Assembly for ${target}`,
	showRepresentation: (title: string) => `Show ${title}`,
	hideRepresentation: (title: string) => `Hide ${title}`,
	phase: 'Phase',
	phaseBefore: 'Previous phase',
	phaseAfter: 'Next phase',
	phaseOf: (at: number, all: number) => `${at} of ${all}`,
	phaseChanges: (lines: string, before: string, gone: string) =>
		`${lines} new since “${before}”, marked +; ${gone} gone.`,
	phaseFirst: 'As the compiler begins.',
	newLine: 'new in this phase',
	representationGrid: (title: string, phase: string) => `${title}: ${phase}`,
	functionLabel: 'Function',
	badgesHeading: 'What the model cannot see here',
	modelsHeading: 'What the models say',
	model: 'model',
	askedAs: 'asked as',
	noAliasing: 'no aliasing assumed',
	aliasing: 'aliasing assumed',
	cyclesPerIteration: 'cycles per iteration',
	thisProcessor: 'this processor',
	exact: 'exact model',
	standsIn: (model: string, mcpu: string) =>
		`LLVM has no model of ${mcpu}; its ${model} model stands in for it`,
	standsInShort: 'stands in',
	refused: 'no number',
	notAsked: 'not asked',
	modelsNote:
		'llvm-mca assumes that no load waits for an earlier store. The last column drops that assumption.',
	mainModel: (model: string) => `Figures per instruction: ${model} model, in cycles.`,

	secondOpinion: 'Second opinion',
	opinion: ({ version, architecture, exact }: SecondOpinion) =>
		`OSACA ${version}, its ${architecture} model${exact ? '' : ', not the measuring processor’s own'}`,
	opinionParts: (ports: string, chain: string) =>
		`the busiest port needs ${ports}, the longest chain from pass to pass ${chain} cycles a pass`,
	timelineHeading: 'Cycle by cycle, in the model',
	timelineText: (model: string) =>
		`The first passes through the loop as llvm-mca simulates them with its ${model} model, from the cycle of the first dispatch.`,
	timelineRow: (dispatched: number, issued: number, executed: number, retired: number) =>
		issued === executed && dispatched === executed
			? `dispatched in cycle ${dispatched}, needs no execution, retired in ${retired}`
			: `dispatched in cycle ${dispatched}, executes from ${issued} to ${executed}, retired in ${retired}`,
	timelineMarks: {
		dispatched: 'dispatched',
		waiting: 'waits for operands or a free unit',
		executing: 'executes',
		executed: 'result there',
		retiring: 'waits to retire in order',
		retired: 'retired'
	},
	timelineCut: (passes: string) => `Shown: ${passes}.`,
	timelineLegend: 'What the letters mean',
	pass: 'pass',
	passes: 'passes',
	cycle: 'cycle',
	bottlenecksHeading: 'What limits the loop, in llvm-mca’s words',

	measuredHow: 'How it was measured',
	clockRead: 'Clock read',
	clockReadAs: (counter: string, gigahertz: string) => `${counter}, ${gigahertz}`,
	ruler: 'Its unit',
	coreClock: 'Core clock',
	drift: (part: string) => `moved by ${part} between the samples used`,
	noiseFloor: 'Noise floor',
	noiseFloorShort: (part: string) => `noise floor ${part}`,
	noiseFloorIs: (part: string, pairs: string) =>
		`${part}: 95 % of ${pairs} of identical code differed by no more`,
	noiseFloorWrong: (wrong: number) =>
		wrong === 0
			? 'none was called faster or slower'
			: `${wrong} ${wrong === 1 ? 'was' : 'were'} wrongly called faster or slower`,
	noiseFloorAt: (date: string) => `last pair ${date}`,
	noiseFloorNone: 'not known yet: too few pairs of identical code were compared',
	samplesHeading: 'Samples',
	processes: (samples: string, processes: string) => `${samples} used, of ${processes}`,
	rejected: (count: string) => `${count} disturbed by the system`,
	setAsideShared: (count: string) => `${count} set aside because the core was shared`,
	countersHeading: 'Hardware events per iteration',
	countersAbsent:
		'This machine has no hardware counters that can be read, so no events such as cache misses were counted.',

	explainHeading: 'Explain',
	explainReveal: 'What is going on',

	provenance: 'Where these numbers come from',
	snapshotOf: (date: string) => `Kept on ${date}. This page never changes.`,
	runYourself: 'Run it yourself',

	runnersHeading: 'Runners',
	runnersText:
		'A runner is a computer that compiles and measures. Every number on this site names the one it comes from.',
	noRunners: 'No runner is connected. The stories can be read; runs wait until one comes.',
	processor: 'Processor',
	identity: 'Identity',
	caches: 'Caches',
	clock: 'Clock',
	clockBy: 'by calibration',
	clockUnknown: 'not calibrated',
	cores: 'Cores',
	system: 'System',
	counters: 'Hardware counters',
	countersYes: 'read beside every measurement',
	countersNo: 'none that can be read',
	virtualised: 'virtual machine',
	measuresHeading: 'Measures',
	inspectsHeading: 'Inspects',
	nothing: 'nothing',
	toolchains: 'Toolchains',
	toolchain: (name: string, version: string, targets: string) =>
		`${name}, version ${version}, for ${targets}`,
	slots: 'Runs at once',
	slotsAre: (slots: number, slow: number) =>
		slow === 0 ? `${slots}` : `${slots}, and ${slow} more whose builds may take a minute (Crystal)`,

	notFoundTitle: 'Nothing is here',
	notFoundText: 'This address leads nowhere. The exercises are one step away.',
	noExercise: (slug: string) => `There is no exercise “${slug}”.`,
	noSnapshot: 'There is no snapshot at this address. Check that the link was copied whole.',
	errorTitle: 'This page could not be made',
	errorText: 'The fault is ours. Load it again; if it stays, the server’s log says why.',
	home: 'All exercises'
} as const;

/** "Znver4 model, standing in for znver5". */
export function modelName(prediction: Prediction): string {
	return prediction.exact ? prediction.model : `${prediction.model} for ${prediction.mcpu}`;
}
