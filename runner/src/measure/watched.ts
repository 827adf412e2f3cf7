/**
 * What an observer (`images/base/audit/audit.c`) watches of a program: its hot loop, one of several parts, or its calls only.
 * Pure.
 */
import { oneCopyOf } from '../inspect/one-copy.ts';
import { isRepeated } from '../inspect/repeated.ts';
import type { HotLoop } from '@cyclelab/contract/schema/code';
import type { VariantReport } from '@cyclelab/contract/schema/report';
import { straightLines, type AuditPart } from './audit-parts.ts';

/** Instructions stepped through: enough for 64 passes of a usual loop, and a tenth of a second where a step takes 20 us. */
const steps = 4096;
/** For the observed call, where it stops at each pass; one of 100 us has some 50,000, and a stop takes 3 to 50 us. */
const callMs = 12_000;
/** For all of the observed process. */
export const auditWallMs = 25_000;
/** Part of the instructions from which on a loop's passes describe the work. */
const most = 0.5;

export type CountedCode = Pick<
	VariantReport,
	'functions' | 'hotLoop' | 'instructionsPerIteration' | 'unshown'
>;
/** Addresses, and passes of the marker in an iteration; 0: no loop is to be watched. */
type WatchedCode = { kernel: string; marker: string; passes: number };
export type AuditedLoop = WatchedCode & {
	/** Passes in an iteration by the iterations of a call, where they are not the same in each: of counted calls as long. */
	passesAt?: ReadonlyMap<number, number>;
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

/** An instruction that each pass of a loop executes once, at best one that may be moved: then the program need not stop there. */
function markerOf(functions: CountedCode['functions'], { instructions }: HotLoop) {
	const counts = new Map(
		functions.flatMap(({ instructions }) => instructions.map((i) => [i.address, i.count]))
	);
	const addresses = instructions.map(({ address }) => address);
	const [first = ''] = addresses;
	const isOnce = (address: string) => counts.get(address) === counts.get(first);
	return addresses.find((one) => isOnce(one) && movableAt(functions, one) > 0) ?? addresses[0];
}

/**
 * Whether an iteration enters the loop several times for different numbers of passes: each iteration that works on equal data passes
 * it as often, so its passes an iteration are whole, and data decide them all the same (`std::nth_element`).
 */
const entriesDiffer = ({ passesPerEntry = 1 }: HotLoop, sourceIterations: number): boolean =>
	passesPerEntry * sourceIterations < 1 &&
	Math.abs(passesPerEntry - Math.round(passesPerEntry)) > 0.01;

/** @param runtime whether the language has a runtime, whose own work may be most of it and differs from run to run */
export function loopOf(
	{ functions, hotLoop, instructionsPerIteration }: CountedCode,
	runtime = false
): AuditedLoop | { unchecked: string } {
	const kernel = kernelOf(functions);
	const marker = hotLoop && markerOf(functions, hotLoop);
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
		isRegular: isWhole && !entriesDiffer(hotLoop, sourceIterations) && pathCoverage > 0.98,
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

/** Bytes of the jump by which the observer counts passes without stopping at each (`images/base/audit/counter.h`). */
const jump = 5;
/**
 * Bytes of the instructions from the marker on that the observer may move to put its jump in their place; 0: it may move none. They
 * are executed one after the other, and work at any address.
 */
export function movableAt(functions: CountedCode['functions'], marker: string): number {
	const owner = functions.find(({ instructions }) =>
		instructions.some(({ address }) => address === marker)
	);
	const line = owner && straightLines(owner).find((one) => one.some((i) => i.address === marker));
	if (!line) return 0;
	const from = line.findIndex(({ address }) => address === marker);
	const next = owner.instructions[owner.instructions.findIndex((i) => i === line.at(-1)) + 1];
	const ends = [...line.slice(1), next].slice(from);
	for (const [i, { text }] of line.slice(from).entries()) {
		const end = ends[i];
		if (!end || needsItsAddress.test(text) || isRepeated(text)) return 0;
		const bytes = Number(end.address) - Number(marker);
		if (bytes >= jump) return bytes;
	}
	return 0;
}

/** Relative to the instruction pointer, or with a return address. */
const needsItsAddress =
	/\brip\b|^(?:(?:notrack|bnd|data16|rex\S*) )*(?:j|call|ret|loop|syscall|xbegin)/;

/** The process that is observed. */
type ObservedProcess = {
	/** Register of the kernel's argument. */
	argument: 'rdi' | 'rax';
	/** Whether the language has a runtime, whose threads must go on while the program is observed. */
	runtime: boolean;
	/** Whether all its calls are counted, and nothing else is observed. */
	isCounted?: boolean;
	/** Bytes that the observer may move (`movableAt`); 0: the program stops at each pass. */
	moved: number;
	/** Address of the harness's function that takes a sample (`samplingCode`), and samples that it took when it was timed. */
	sampling: number;
	samples: number;
	/** The harness's own code in the program's file (`harnessCode`); absent: it is not read. */
	harness?: { address: number; bytes: Uint8Array } | undefined;
};

/** The observer's words, as `Command.audit` has them. */
export const auditWords = (
	{ kernel, marker, passes }: WatchedCode,
	{ argument, runtime, isCounted, moved, sampling, samples, harness }: ObservedProcess
): string[] => [
	'watch',
	kernel.slice(2),
	sampling.toString(16),
	// One that its budget of time ended may take fewer the next time.
	String(Math.max(1, samples - 1)),
	marker.slice(2),
	String(moved),
	argument,
	runtime ? 'run' : 'hold',
	...[Math.ceil(passes * 2 ** 20), isCounted ? 0 : steps, callMs].map(String),
	...(harness ? [harness.address.toString(16), String(harness.bytes.length)] : ['0', '0'])
];
