/**
 * Builds a Crystal program in two commands: the compiler makes one object of the learner's file, the library and our
 * start (as for another machine, which keeps it from calling a linker), and lld makes the program.
 */
import type { AtomicForm, Target } from '@cyclelab/exercises/schema';
import { toDiagnostics } from '../inspect/found.ts';
import type { ReadResult } from '../inspect/read.ts';
import { sourceText } from '../inspect/source-text.ts';
import type { LimitsInForce } from '../measure/failure-of.ts';
import type { Command, Limits, Output } from '../sandbox/command.ts';
import { readCrystalError, readCrystalMessages } from './crystal-diagnostics.ts';
import { crystalLibrary, crystalParts, plainPaths } from './crystal-paths.ts';
import { objectName, sourceName } from './names.ts';
import { readBuild, type BuildMessages } from './read-build.ts';
import { staticLinkCommand } from './static-link.ts';
import type { Build } from './toolchain.ts';

/** The compiler's names of the architectures. */
const triples: Record<Target, string> = {
	'x86-64': 'x86_64-linux-gnu',
	arm64: 'aarch64-linux-gnu'
};

/** As people build: for the oldest processors of the architecture, which is Crystal's own default. */
export const crystalDefaultFlags = (_: Target, atomics?: AtomicForm): readonly string[] => [
	'--release',
	...(atomics === 'lse' ? ['--mattr=+lse'] : [])
];

export const irName = (variant: string) => `${variant}.ll`;

const env = {
	PATH: '/usr/bin:/bin',
	LC_ALL: 'C.UTF-8',
	// Not even of a program that a macro has compiled are the words coloured.
	TERM: 'dumb',
	// A step may write to its output folder only, and starts there.
	TMPDIR: '.',
	CRYSTAL_CACHE_DIR: 'cache',
	CRYSTAL_PATH: `${crystalParts}:${crystalLibrary}`
};

/**
 * The heap with which the compiler's own garbage collector begins: a program of three lines needs as much in the end. From the
 * usual 64 KiB it grew through 11 collections instead of 2, which took 8 % of a compilation's processor time.
 */
const compilerHeap = '128M';

/** Leaves the artifacts `<variant>.o` and `<variant>.ll`. Line tables are part of every build; --debug would undo optimisation. */
export function compileCommand(build: Build, limits: Limits): Command {
	const { variant, target, atomics } = build;
	const source = sourceName(build);
	return {
		argv: [
			'/usr/bin/crystal',
			'build',
			...crystalDefaultFlags(target, atomics),
			...build.flags,
			'--cross-compile',
			`--target=${triples[target]}`,
			'--emit=llvm-ir',
			'--error-trace',
			'--no-color',
			'-o',
			`{out}/${variant}`,
			`{in}/${source}`,
			`${crystalParts}/start.cr`
		],
		env: { ...env, GC_INITIAL_HEAP_SIZE: compilerHeap },
		files: { [source]: build.source },
		produces: [objectName(variant), irName(variant)],
		limits
	};
}

/**
 * The compilation again, for its error as JSON, which the compiler writes instead of its text. Leaves nothing.
 * @param compile the command that printed an error
 */
export function messagesCommand(compile: Command): Command {
	const [program = '', task = '', ...words] = compile.argv;
	return {
		...compile,
		argv: [program, task, '--format=json', ...words],
		produces: [],
		fetches: []
	};
}

/** @param again what `messagesCommand` gave. Absent if there was no error */
export function readCompile(
	output: Output,
	build: Build,
	limits: LimitsInForce,
	again?: Output
): ReadResult<BuildMessages> {
	const { variant } = build;
	const file = sourceName(build);
	const text = plainPaths(output.stderr.toString('utf8'), build);
	const told = readCrystalMessages(text, file);
	const error = again && readCrystalError(plainPaths(again.stderr.toString('utf8'), build), file);
	const warnings = told.filter(({ severity }) => severity === 'warning');
	const diagnostics = toDiagnostics(error ? [...warnings, ...error] : told, {
		variant,
		file,
		source: sourceText(build.source),
		unit: 'character',
		isOwn: (name) => name === file
	});
	return readBuild(output, { stage: 'compile', variant }, limits, { text, diagnostics });
}

export const linkCommand = (build: Build, limits: Limits, more: readonly string[] = []): Command =>
	staticLinkCommand(
		build,
		{
			env,
			more,
			libraries: ['-lblake3', '-lcrypto', '-lz', '-lzstd', '-levent', '-lpcre2-8', '-lgc']
		},
		limits
	);

/** By lld's message: what a learner of Crystal reads instead. */
export const linkMessages = {
	'undefined symbol: kernel':
		'there is no kernel: write `fun kernel(iterations : UInt64) : UInt64` (`fun`, which gives a name for C, not `def`)'
};
