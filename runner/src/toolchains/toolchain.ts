/**
 * A toolchain: how programs of one compiler are built, read, counted and timed. Decisions only. Work that needs
 * tools is a generator: it yields steps, is handed their outputs, and returns what it read. `job/` runs the steps.
 */
import type { ImageName } from '@cyclelab/images/recipes';
import type { AtomicForm, Language, Target } from '@cyclelab/exercises/schema';
import type { PartCounts } from '../inspect/count.ts';
import type { DecodedFunction } from '../inspect/listing.ts';
import type { ReadResult } from '../inspect/read.ts';
import type { Unstepped } from '../inspect/stepped.ts';
import type { CountRequest } from './harness-env.ts';
import type { Rows } from '../measure/rows.ts';
import type { Command, Limits, Output } from '../sandbox/command.ts';
import type { Compiler } from '@cyclelab/contract/schema/compiler';
import type { Diagnostic, FailureFacts, Stage } from '@cyclelab/contract/schema/failure';
import type { Representation } from '@cyclelab/contract/schema/code';
import type { Printed } from '@cyclelab/contract/schema/report';

/** One source to build. `flags`: the exercise's, then the learner's; already through `parseFlags`. */
export type Build = {
	variant: string;
	language: Language;
	compiler: Compiler;
	target: Target;
	/** How arm64 code reads and writes memory in one step. Absent: `exclusive`, which LLVM's models know. */
	atomics?: AtomicForm;
	flags: readonly string[];
	source: string;
	/** Cores of a process that is timed. Absent: one. */
	cores?: number;
	/** Address of the program's first page, for the runner's own programs in C and C++. Absent: the linker's. */
	imageBase?: number;
};

/**
 * One command of a stage. `put`: artifacts the runner itself made, placed in the sandbox before it. `next`: what surely
 * follows if the command exits with 0, so that the sandbox need not wait for the runner in between.
 */
export type Step = {
	stage: Stage;
	command: Command;
	put?: Readonly<Record<string, Buffer>>;
	next?: Omit<Step, 'put'>;
};

/** The output of a step. `then`: of the next step, if it was executed. */
export type StepResult = Output & { fetched: ReadonlyMap<string, Buffer>; then?: StepResult };

/** Yields steps that may run side by side; is handed what they gave in the same order. */
export type Steps<T> = Generator<readonly Step[], ReadResult<T>, readonly StepResult[]>;

/** Why a program has code to show and cannot run: a function is missing, as the kernel, or is there twice. */
export type Unfinished = Extract<FailureFacts, { kind: 'compile-error' }>;

/**
 * A program that was built: the names of the artifacts that running it takes, the compiler's words, and what the
 * compiler showed of its work on the way.
 */
export type BuiltProgram = {
	artifacts: readonly string[];
	text: string;
	diagnostics: Diagnostic[];
	representations?: Representation[];
	/** The bytes of artifacts that building has read, by name. */
	fetched?: ReadonlyMap<string, Buffer>;
	unfinished?: Unfinished;
	/** A listing of its code that was made with it, for a disassembly by the same command. */
	listing?: { command: Command; output: StepResult };
};

/** A program's code and intermediate forms. */
export type DisassembledProgram = {
	/** The functions of the learner's file in the code that runs, with lines where they are known. */
	functions: DecodedFunction[];
	representations?: Representation[];
	/** How we know that this code is what runs, where that is a question (a just-in-time compiler, say). A sentence. */
	origin?: string;
	/** Where only its code tells that there is no kernel: as of `BuiltProgram`. */
	unfinished?: Unfinished;
	/** More that counting and timing need to know of this program, e.g. where its code was when it was read. */
	memo?: unknown;
};

/** What one call of the kernel executed. `counts` is of `Seen.functions`; the others are absent where they are not known. */
export type CountedCall = Pick<PartCounts, 'counts'> & Partial<Omit<PartCounts, 'counts'>>;

export type Counts = {
	/** Executions by instruction address of `Seen.functions` from the start to the end of the first call; 0 = never. */
	counts: Map<number, number>;
	/** The calls that were asked for, each apart. */
	calls: readonly CountedCall[];
	/** Threads that were counted together. Absent where that is not known. */
	threads?: number;
	/** What each of the calls returned, hexadecimal. */
	results: readonly [string, ...string[]];
	/** What the program printed meanwhile. */
	printed?: Printed;
};

export type Toolchain = {
	compiler: Compiler;
	languages: readonly Language[];
	/** The architectures it builds for. */
	targets: readonly Target[];
	image: ImageName;
	/** Prints the version that `pattern`'s first group finds in standard output or error. */
	version: { argv: readonly string[]; pattern: RegExp };
	/** Flags every build gets, as a report shows them. */
	defaultFlags: (target: Target, atomics?: AtomicForm) => readonly string[];
	/** Limits of each stage's commands (`sandbox/limits.ts` states them all). */
	limits: Record<Stage, Limits>;
	/** Notice while it compiles, if that takes long. A sentence. */
	slowBuildNotice?: string;
	/** Source to program. */
	build: (build: Build) => Steps<BuiltProgram>;
	/** Program to what can be seen in it. `iterations`: how many the kernel does where it has to run for that. */
	disassemble: (
		build: Build,
		made: BuiltProgram,
		iterations?: number
	) => Steps<DisassembledProgram>;
	/** One count run; several of one program may go on side by side. */
	count: (
		build: Build,
		made: BuiltProgram,
		seen: DisassembledProgram,
		asked: CountRequest
	) => Steps<Counts>;
	/**
	 * One count run on the processor, by single steps, in a sandbox that audits; or why there is none. Absent: its programs
	 * cannot be stepped through.
	 */
	step?: (
		build: Build,
		made: BuiltProgram,
		seen: DisassembledProgram,
		asked: CountRequest
	) => Steps<Counts | Unstepped>;
	/**
	 * Why there are no counts, if counting this program is impossible. A sentence. `count` is not called then. Absent:
	 * counting is possible.
	 */
	uncountable?: (build: Build) => string | undefined;
	/** How its program is executed on the processor, without the environment the harness reads. */
	execute: (build: Build, made: BuiltProgram) => Pick<Command, 'argv' | 'env' | 'uses'>;
	/** Compares a measuring process's report of its code with the listing. A failure if they differ, else undefined. */
	doubt?: (rows: Rows, seen: DisassembledProgram, variant: string) => FailureFacts | undefined;
};

/** One step, for stages that continue with its output. @throws if the caller gives no output: our own mistake */
export function* step(one: Step): Generator<readonly Step[], StepResult, readonly StepResult[]> {
	const [ended] = yield [one];
	if (!ended) throw new Error('a step gave nothing');
	return ended;
}

/** A toolchain that is ready: its version, the tag of its image, and the digest of the image's files. */
export type Installed = { version: string; image: string; digest: string };
