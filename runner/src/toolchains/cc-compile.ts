/** Compiles a C or C++ file to an object. Linking is a separate command (`cc-link.ts`): a compiler asked for both starts itself twice. */
import type { AtomicForm, Target } from '@cyclelab/exercises/schema';
import type { LimitsInForce } from '../measure/failure-of.ts';
import type { Command, Limits, Output } from '../sandbox/command.ts';
import {
	attFlag,
	bytesFlag,
	intelFlag,
	llvmIrFlag,
	passesFlag,
	preprocessedFlag
} from '@cyclelab/contract/flags/cc-flags';
import type { Compiler } from '@cyclelab/contract/schema/compiler';
import {
	clangMarks,
	readDiagnostics,
	shortenPaths,
	withoutMarks,
	withWays
} from '../inspect/diagnostics.ts';
import { toDiagnostics } from '../inspect/found.ts';
import { readGccDiagnostics } from '../inspect/gcc-diagnostics.ts';
import { withAssembly } from '../inspect/inline-assembly.ts';
import { failed, type ReadResult } from '../inspect/read.ts';
import { sourceText } from '../inspect/source-text.ts';
import type { OwnFunction } from './llvm-ir.ts';
import { passesKiB, printingPasses } from './llvm-passes.ts';
import { objectName, sourceName } from './names.ts';
import { readBuild, type BuildMessages } from './read-build.ts';
import type { Build } from './toolchain.ts';

/** The versions there are of each compiler, the newest first. */
export const clangs = ['clang-22', 'clang-19'] as const satisfies Compiler[];
export const gccs = ['gcc-14', 'gcc-12'] as const satisfies Compiler[];
type Clang = (typeof clangs)[number];
type Gcc = (typeof gccs)[number];

export type CcBuild = Build & { compiler: Clang | Gcc; language: 'c' | 'cpp' };

export const isClang = (compiler: Compiler): compiler is Clang =>
	clangs.some((clang) => clang === compiler);
export const isGcc = (compiler: Compiler): compiler is Gcc => gccs.some((gcc) => gcc === compiler);

/** Debian's names of the architectures. gcc has programs of their own for each, whichever is the machine's. */
const triples: Record<Target, string> = {
	'x86-64': 'x86_64-linux-gnu',
	arm64: 'aarch64-linux-gnu'
};

/** The compiler's program, and what selects the architecture. */
export function ccProgram({
	compiler,
	language,
	target
}: Pick<CcBuild, 'compiler' | 'target'> & Pick<Build, 'language'>): string[] {
	const [inC, inCpp] = isClang(compiler) ? ['clang', 'clang++'] : ['gcc', 'g++'];
	const name = language === 'cpp' ? compiler.replace(inC, inCpp) : compiler;
	return isClang(compiler)
		? [`/usr/bin/${name}`, `--target=${triples[target]}`]
		: [`/usr/bin/${triples[target]}-${name}`];
}

/** The environment of compilers and linker. */
export const toolEnv = { PATH: '/usr/bin:/bin', LC_ALL: 'C.UTF-8', TMPDIR: '/tmp' };

/**
 * Atomic operations of arm64 stand in the code itself, not in a function of libgcc that asks the processor what it has: by
 * exclusive accesses, unless the variant uses the atomic instructions that ARMv8.1 added.
 */
const armAtomics: Record<AtomicForm, readonly string[]> = {
	exclusive: ['-march=armv8-a', '-mno-outline-atomics'],
	lse: ['-march=armv8.1-a', '-mno-outline-atomics']
};

export const defaultFlags = (
	target: Target,
	atomics: AtomicForm = 'exclusive'
): readonly string[] => [
	'-O2',
	'-g',
	...(target === 'arm64' ? armAtomics[atomics] : ['-march=x86-64-v3'])
];

/** They change nothing of the code. */
const shownFlags: readonly string[] = [bytesFlag, llvmIrFlag, passesFlag, preprocessedFlag];
/** Of the listing. A compiler reads inline assembly by the first two. */
const syntaxes: Readonly<Record<string, 'att' | 'intel'>> = {
	[attFlag]: 'att',
	[intelFlag]: 'intel',
	[bytesFlag]: 'intel'
};

/** A form of the code that flags ask for, and the file it is written to. */
type CodeForm = { id: 'llvm-ir' | 'passes' | 'preprocessed'; file: string };

export function formsAskedFor({ variant, flags }: Pick<CcBuild, 'variant' | 'flags'>): CodeForm[] {
	const all = [
		{ id: 'llvm-ir', flag: llvmIrFlag, file: `${variant}.ll` },
		// The module says which function it can be.
		{ id: 'passes', flag: passesFlag, file: `${variant}.ll` },
		{ id: 'preprocessed', flag: preprocessedFlag, file: `${variant}.i` }
	] as const;
	return all.flatMap(({ id, flag, file }) => (flags.includes(flag) ? [{ id, file }] : []));
}

/** The syntax of the listing, where it and the bytes of instructions are asked for; the last flag counts. */
export function syntaxAskedFor({ flags }: Pick<CcBuild, 'flags'>): 'att' | 'intel' | undefined {
	return flags.flatMap((flag) => syntaxes[flag] ?? []).at(-1);
}

const moduleOptions = ['-S', '-emit-llvm'] as const;
const formOptions = {
	'llvm-ir': moduleOptions,
	passes: moduleOptions,
	preprocessed: ['-E']
} as const;

/** Compiles to LLVM IR, printing what passes make of the function. Leaves nothing. */
export function passesCommand(build: CcBuild, limits: Limits, of: OwnFunction): Command {
	const form = { id: 'llvm-ir', file: `${build.variant}.ll` } as const;
	const { argv, ...command } = compileCommand(build, limits, form);
	const [program = '', ...options] = argv;
	const source = options.indexOf(`{in}/${sourceName(build)}`);
	return {
		...command,
		argv: [
			program,
			...options.toSpliced(
				source,
				0,
				// The function's values keep the names that they have in the source.
				'-fno-discard-value-names',
				'-gline-tables-only',
				...printingPasses(of).flatMap((option) => ['-mllvm', option])
			)
		],
		produces: [],
		fetches: [],
		limits: { ...limits, outputKiB: passesKiB }
	};
}

/**
 * Leaves the artifact `<variant>.o`.
 * @param form in place of the object
 */
export function compileCommand(build: CcBuild, limits: Limits, form?: CodeForm): Command {
	const { variant } = build;
	const source = sourceName(build);
	const common = [
		...defaultFlags(build.target, build.atomics),
		// No exercise has a warning; a learner's flags may turn them off.
		'-Wall',
		'-Wextra',
		...build.flags.filter((flag) => !shownFlags.includes(flag)),
		// The program is linked to a fixed address, so code may use absolute ones; link-time optimisation would see the harness.
		'-fno-pie',
		'-fno-lto',
		'-ffile-prefix-map={in}/=',
		'-I/opt/cyclelab/include'
	];
	const made = form?.file ?? objectName(variant);
	const own = isClang(build.compiler)
		? [
				'-fno-color-diagnostics',
				'-ferror-limit=20',
				'-fdebug-compilation-dir=.',
				...(form ? [] : clangMarks)
			]
		: [
				'-fdiagnostics-color=never',
				'-fmax-errors=20',
				'-pipe',
				// As clang counts them. By default gcc counts columns of a terminal, with tabs of eight.
				'-fdiagnostics-column-unit=byte'
			];
	return {
		argv: [
			...ccProgram(build),
			...common,
			...own,
			...(form ? formOptions[form.id] : ['-c']),
			`{in}/${source}`,
			'-o',
			`{out}/${made}`
		],
		env: toolEnv,
		files: { [source]: build.source },
		produces: [made],
		...(form ? { fetches: [made] } : {}),
		limits
	};
}

/** The lines of the learner's file in what the preprocessor left, which names the file and line of what follows (`# 3 "a.c" 2`). */
export function ownLines(text: string, file: string): string {
	const lines: string[] = [];
	let isOwn = false;
	for (const line of text.split('\n')) {
		const [, name] = /^# \d+ "([^"]*)"/.exec(line) ?? [];
		if (name === undefined) {
			if (isOwn) lines.push(line);
		} else isOwn = name === file || name.endsWith(`/${file}`);
	}
	return lines
		.join('\n')
		.replace(/\n{3,}/g, '\n\n')
		.trim();
}

/**
 * gcc's compilation again, for its messages as JSON, which gcc writes instead of its text. Leaves nothing.
 * @param compile the command that printed messages
 */
export function messagesCommand(compile: Command): Command {
	return { ...compile, argv: [...compile.argv, '-fdiagnostics-format=json'], produces: [] };
}

/**
 * gcc is a driver: only its messages, and its exit code for internal errors, show that its compiler or assembler exceeded a
 * limit. A learner who forges them gets a limit as the failure where their own program crashed.
 */
function limitOfPart(
	words: string,
	exitCode: number | undefined,
	{ fileMiB, cpuSeconds }: LimitsInForce
) {
	if (exitCode !== 4) return undefined;
	const [, signal] =
		/^\S+: internal compiler error: (File size|CPU time) limit exceeded signal terminated program /m.exec(
			words
		) ?? [];
	if (signal === 'File size') return { kind: 'output-limit', limitKiB: fileMiB * 1024 } as const;
	if (signal === 'CPU time') return { kind: 'timeout', limitMs: cpuSeconds * 1000 } as const;
	return undefined;
}

/**
 * @param again what `messagesCommand` gave. Absent for clang, and where gcc printed nothing
 */
export function readCompile(
	output: Output,
	build: Pick<CcBuild, 'variant' | 'language' | 'source'>,
	limits: LimitsInForce,
	again?: Output
): ReadResult<BuildMessages> {
	const { variant } = build;
	const file = sourceName(build);
	const printed = shortenPaths(output.stderr.toString('utf8'), file);
	const words = withoutMarks(printed);
	const source = sourceText(build.source);
	const told = readDiagnostics(printed, file);
	// gcc's JSON, if it is whole.
	const json = again && !again.truncated && readGccDiagnostics(again.stderr.toString('utf8'));
	const found = withAssembly(json ? withWays(json, told) : told, words, file, source);
	const diagnostics = toDiagnostics(found, { variant, file, source, unit: 'byte' });
	const where = { stage: 'compile', variant } as const;
	const read = readBuild(output, where, limits, { diagnostics, text: words });
	if (read.ok || read.failure.kind !== 'crash') return read;
	const ofPart = limitOfPart(words, read.failure.exitCode, limits);
	return ofPart ? failed({ ...where, ...ofPart }) : read;
}
