/**
 * What an observer (`images/base/audit/audit.c`) watches of a program: its hot loop, one of several parts, or its calls only.
 * Pure.
 */
import { oneCopyOf } from '../inspect/one-copy.ts';
import type { VariantReport } from '@cyclelab/contract/schema/report';
import type { AuditPart } from './audit-parts.ts';

/** Instructions stepped through: enough for 64 passes of a usual loop, and a tenth of a second where a step takes 20 us. */
const steps = 4096;
/** For the observed call; one of 100 us has some 50,000 passes, and a stop takes 3 to 25 us. */
const callMs = 12_000;
/** For all of the observed process. */
export const auditWallMs = 25_000;
/** Part of the instructions from which on a loop's passes describe the work. */
const most = 0.5;

export type CountedCode = Pick<
	VariantReport,
	'functions' | 'hotLoop' | 'instructionsPerIteration' | 'unshown'
>;
/** Addresses, and passes of the marker in an iteration. */
type WatchedCode = { kernel: string; marker: string; passes: number };
export type AuditedLoop = WatchedCode & {
	/** Passes in an iteration of the other observed call, if they are not the same. */
	otherPasses?: number;
	/** Instructions in an iteration, and the least instructions of a pass, by the emulator as well. */
	instructions: number;
	path: number;
	/** Whether every pass does the same. */
	isRegular: boolean;
	/** Whether calls of all counted lengths and data have the same passes an iteration; else they may vary. */
	isSteady?: boolean;
	/** Whether most of the work is in it, so that its passes describe the work. */
	isMost: boolean;
	/** One of several parts that are watched: its passes only are compared. */
	isPart?: true;
};

/** Why a program cannot be observed; a sentence. */
export const noLoop =
	'Not checked against a run that is timed: there is no single loop whose passes could be counted there.';

const kernelOf = (functions: CountedCode['functions']) =>
	functions.find(({ symbol }) => symbol === 'kernel')?.address;

/** @param runtime whether the language has a runtime, whose own work may be most of it and differs from run to run */
export function loopOf(
	{ functions, hotLoop, instructionsPerIteration }: CountedCode,
	runtime = false
): AuditedLoop | { unchecked: string } {
	const kernel = kernelOf(functions);
	const marker = hotLoop?.instructions[0]?.address;
	if (!kernel || !hotLoop || !marker || !instructionsPerIteration) return { unchecked: noLoop };
	const { pathCoverage, instructions } = hotLoop;
	const { share, sourceIterations } = oneCopyOf(hotLoop);
	if (runtime && share < most) return { unchecked: noLoop };
	const isWhole = Number.isInteger(sourceIterations) || Number.isInteger(1 / sourceIterations);
	return {
		kernel,
		marker,
		passes: 1 / sourceIterations,
		instructions: instructionsPerIteration,
		path: instructions.length,
		isRegular: isWhole && pathCoverage > 0.98,
		isMost: share >= most
	};
}

/** One of the parts of a program whose work is not nearly all in one loop. */
export function partOf(
	{ functions, instructionsPerIteration }: CountedCode,
	{ address, passes }: AuditPart
): AuditedLoop | undefined {
	const kernel = kernelOf(functions);
	if (kernel === undefined || !instructionsPerIteration) return undefined;
	const instructions = instructionsPerIteration;
	const watched = { kernel, marker: address, passes, instructions, path: 0 };
	return { ...watched, isRegular: false, isMost: false, isPart: true };
}

/** What is watched of a program without such a loop: its calls, so that at least their code is compared. */
export function callsOf({ functions }: CountedCode): WatchedCode | undefined {
	const kernel = kernelOf(functions);
	return kernel === undefined ? undefined : { kernel, marker: kernel, passes: 0 };
}

/** The process that is observed. */
type ObservedProcess = {
	/** Register of the kernel's argument. */
	argument: 'rdi' | 'rax';
	/** Whether the language has a runtime, whose threads must go on while the program is observed. */
	runtime: boolean;
	/** Address of the harness's function that takes a sample (`samplingCode`), and samples that it took when it was timed. */
	sampling: number;
	samples: number;
	/** The harness's own code in the program's file (`harnessCode`); absent: it is not read. */
	harness?: { address: number; bytes: Uint8Array } | undefined;
};

/** The observer's words, as `Command.audit` has them. */
export const auditWords = (
	{ kernel, marker, passes }: WatchedCode,
	{ argument, runtime, sampling, samples, harness }: ObservedProcess
): string[] => [
	'watch',
	kernel.slice(2),
	sampling.toString(16),
	// One that its budget of time ended may take fewer the next time.
	String(Math.max(1, samples - 1)),
	marker.slice(2),
	argument,
	runtime ? 'run' : 'hold',
	...[Math.max(1, Math.round(passes * 2 ** 20)), steps, callMs].map(String),
	...(harness ? [harness.address.toString(16), String(harness.bytes.length)] : ['0', '0'])
];
