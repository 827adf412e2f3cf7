/** Choosing and running: controls, progress, what went wrong on our side. */
import type { Target } from '@cyclelab/exercises/schema';
import type { Compiler } from '@cyclelab/runner/schema/compiler';

/** Why a runtime has code for one architecture only. */
const whyElsewhere: Partial<Record<Compiler, string>> = {
	'coreclr-8.0': '.NET 8 comes as a package for x86-64 alone',
	'mono-6.12': 'Mono makes code only for the processor it runs on'
};

export const runWords = {
	toolbar: 'Run controls',
	compiler: 'Compiler',
	/** Of compilers that run side by side. */
	together: (names: string[]) => names.join(' and '),
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
	tooFewCores: ({ needed, has }: { needed: number; has: number }) =>
		`Measuring this takes ${needed} cores, and the connected runner has ${has}. A run shows the assembly and measures nothing.`,
	inspectedOnly: (target: Target) => `Counted and predicted for ${target}, not measured here`,
	run: 'Run',
	runAgain: 'Run again',
	cancel: 'Cancel',
	share: 'Share',
	sharedAt: (url: string) => `Permanent page: ${url}`,
	noToolchain: 'not on a connected runner',
	notForTarget: (target: Target) => `not for ${target}`,
	buildsElsewhere: (names: string, all: readonly Compiler[], target: Target) => {
		const why = all.flatMap((one) => whyElsewhere[one] ?? []).join(', and ');
		return `${names} ${all.length === 1 ? 'builds' : 'build'} nothing for ${target} here${why && `: ${why}`}.`;
	},
	progress: 'Progress',
	sending: 'Sending the sources.',
	queuedNext: 'In the queue: next.',
	queuedAt: (position: number) => `In the queue: number ${position}.`,
	queuedWait: (wait: string) => ` The wait is ${wait}.`,
	running: 'A runner took the run.',
	moving: (from: string) =>
		`The runner ${from} stopped. The run is back in the queue and will start again.`,
	movedTo: (from: string, to: string) =>
		`Moved from ${from} to another runner: ${to} starts the run again.`,
	backOn: (runner: string) => `The runner ${runner} is back and starts the run again.`,
	place: 'Runner',
	anyRunner: (target: Target) => `any ${target} runner`,
	anyOf: (processor: string) => `any ${processor}`,
	onRunner: (runner: string, processor: string) => `${runner}: ${processor}`,
	givesNoTimes: (name: string) => `${name} (no times)`,
	takesNoRuns: (name: string) => `${name} (takes no runs)`,
	notConnected: (name: string) => `${name} (not connected)`,
	otherPlace: (ran: string, chosen: string) =>
		`The numbers below are of the runner ${ran}. Run it to see ${chosen}.`,
	coreWait: (position: number) =>
		position <= 1
			? 'Waiting for the measuring core: next.'
			: `Waiting for the measuring core: number ${position} in the queue.`,
	doing: (doing: string, what: string) => `${doing} ${what}.`,
	doingAll: 'the sources',
	measuring: 'Measuring.',
	pointsOf: (done: number, all: number) => `${done} of ${all} points measured.`,
	finished: 'Finished.',
	finishedFailure: 'Finished: the program failed.',
	cancelled: 'Cancelled. Nothing was kept.',
	startedElsewhere:
		'This run was started in another tab or by another person, and goes on. Cancel it where it was started.',
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
	noRunner: (target: Target) =>
		`No ${target} runner that can measure this is connected. A run waits until one is.`,
	noRunnerShort: (target: Target) => `no ${target} runner for this`,
	degraded: (reason: string) => `Runner not ready: ${reason}`,
	runnerDegraded: 'takes no runs',
	runnerReady: 'ready',
	runnerBusy: (busy: number, slots: number) => `${busy} of ${slots} slots busy`
} as const;
