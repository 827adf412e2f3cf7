/**
 * Every limit of a step and of a container, with its unit and its reason. What bounds the reading of their output stands with
 * each reader.
 * `stepLimits` bind one command, `containerLimits` all that happens in one container.
 */
import type { Stage } from '@cyclelab/contract/schema/failure';
import type { Limits } from './command.ts';

/**
 * Limits of a tool step; each stage overrides some. Processor time bounds its work. The wall clock is four times as long: it ends
 * what waits for ever, and must not end a tool that waits for a core beside sixty others, or for a disk that reads its program.
 */
const tool: Limits = {
	wallMs: 20_000,
	cpuSeconds: 5,
	// The container's memory is the limit: LLVM and qemu map far more than they touch.
	addressSpaceMiB: 0,
	fileMiB: 32,
	// gcc is a driver, a compiler, an assembler and a linker at once; qemu has two threads. Times the steps that may
	// run at once this stays below the container's limit, so a fork bomb hits its own wall first.
	processes: 32,
	openFiles: 256,
	outputKiB: 1_024
};

export const stepLimits: Record<Stage, Limits> = {
	// 200 times what an exercise takes; templates and constexpr can ask for any amount.
	compile: { ...tool, wallMs: 40_000, cpuSeconds: 10, outputKiB: 256 },
	link: { ...tool, outputKiB: 256 },
	// A listing is about 60 bytes for each byte or two of code; this is a learner's 200 KiB of code.
	disassemble: { ...tool, outputKiB: 16_384 },
	// qemu runs about 100 times slower than the processor; the kernel's count is chosen to fit.
	// It may sleep, and then somebody waits for the whole of the wall clock's limit.
	count: { ...tool, wallMs: 10_000 },
	// llvm-mca's JSON has a row for every instruction of every simulated pass.
	predict: { ...tool, outputKiB: 16_384 },
	// One process of the harness. A place of a sweep is several of them.
	measure: { ...tool, wallMs: 10_000, cpuSeconds: 10, fileMiB: 1, processes: 16 }
};

export const crystalStepLimits: Record<Stage, Limits> = {
	...stepLimits,
	// The library is compiled with every program: 1 s for a small one, 4 s if it uses files or formats text, and longer for
	// a constructor that copies a large array item by item. Several tools may share the core.
	compile: { ...stepLimits.compile, wallMs: 90_000, cpuSeconds: 45 }
};

/**
 * OSACA. No stage waits for it. Python needs 0.7 to 1.5 s of processor time to read a machine model; the remaining time is
 * for the dependency search of a long loop, which may take arbitrarily long.
 */
export const opinionLimits: Limits = { ...tool, wallMs: 8_000 };

/** C#'s: with every step a runtime starts, and its threads (finalizers, signals, timers: seven) count as processes. */
export const dotnetLimits: Record<Stage, Limits> = {
	...stepLimits,
	// qemu translates the start of a runtime before it comes to the kernel: 1 s of a core's time for .NET 8.
	count: { ...stepLimits.count, wallMs: 30_000, cpuSeconds: 15 },
	measure: { ...stepLimits.measure, processes: 32 }
};

/**
 * Where sandboxes run under qemu-user: compilers take 8 to 12 times as long there, and a count run more, an emulator in an
 * emulator. Only time is granted; a program that never ends is stopped later, and its failure names the usual limit.
 */
export const emulatedTimes = 20;

export const underEmulation = (limits: Limits): Limits => ({
	...limits,
	wallMs: limits.wallMs * emulatedTimes,
	cpuSeconds: limits.cpuSeconds * emulatedTimes
});

/** Of a process that measures on several cores: its threads use processor time on all of them at once. */
export const onCores = (limits: Limits, cores: number): Limits => ({
	...limits,
	cpuSeconds: limits.cpuSeconds * Math.max(1, cores)
});

/** `audit`: as `measure`, but not on the measuring core. Programs are counted by steps there, and run again to compare results. */
export type SandboxKind = 'tools' | 'measure' | 'audit';

export type ContainerLimits = {
	/** Memory and swap together (swap gets none), tmpfs included, MiB. */
	memoryMiB: number;
	/** Processes and threads, the supervisor's among them. */
	processes: number;
	/** Open files of the supervisor: seven for every step. */
	openFiles: number;
	/** The tmpfs of the steps' work folders. Never executable. */
	workMiB: number;
	workFiles: number;
	/** The tmpfs of artifacts, written by the supervisor alone. */
	artifactsMiB: number;
	artifactFiles: number;
	/** Whether artifacts may run on the processor. Under qemu they need not. */
	runsArtifacts: boolean;
	/** Largest artifact kept, sent or fetched, MiB. */
	artifactMiB: number;
};

const measuring: ContainerLimits = {
	// The largest working set of the exercises is an array of 512 MiB; twice that for a copy, and other memory.
	memoryMiB: 1_536,
	processes: 128,
	openFiles: 1_024,
	workMiB: 16,
	workFiles: 4_096,
	artifactsMiB: 64,
	artifactFiles: 1_024,
	runsArtifacts: true,
	artifactMiB: 32
};

export const containerLimits: Record<SandboxKind, ContainerLimits> = {
	tools: {
		memoryMiB: 512,
		processes: 256,
		openFiles: 1_024,
		workMiB: 96,
		workFiles: 4_096,
		artifactsMiB: 64,
		artifactFiles: 1_024,
		runsArtifacts: false,
		artifactMiB: 32
	},
	measure: measuring,
	// The same, so that a program cannot distinguish them.
	audit: measuring
};

/** The limits of a step in a container of this kind, as failures name them. */
export const inForce = (limits: Limits, kind: SandboxKind = 'tools') => ({
	...limits,
	memoryMiB: containerLimits[kind].memoryMiB
});

export const engineLimits = {
	/** An engine that has not answered by then counts as down, ms. */
	answerMs: 15_000,
	/** An engine that has not answered for this long is pinged before the next request, ms. */
	freshMs: 1_000,
	/** Time limit of a ping, and the interval of pings while a request takes long, ms. */
	pingMs: 4_000,
	/** Beyond a step's own wall clock, for the supervisor to answer in, ms. Then the container is given up. */
	graceMs: 20_000,
	/** An engine that has not reported a removal by then is asked again, ms. */
	removalMs: 1_000,
	/** Pause before a retry for a name that the engine still holds although its container is gone, ms. */
	nameMs: 10,
	/** Pause before a failed refill of the pool is tried again, ms. */
	retryMs: 1_000
};
