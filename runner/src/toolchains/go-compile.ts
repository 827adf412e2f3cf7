/**
 * Compiles and links a learner's Go file with the harness. By calling compiler and linker themselves, with packages that
 * were compiled when the image was made: `go build` would want a module and a cache, and three times as long.
 */
import type { AtomicForm, Target } from '@cyclelab/exercises/schema';
import { shortenPaths } from '../inspect/diagnostics.ts';
import type { ReadResult } from '../inspect/read.ts';
import type { LimitsInForce } from '../measure/failure-of.ts';
import type { Command, Limits, Output } from '../sandbox/command.ts';
import type { Compiler } from '../schema/compiler.ts';
import { mainFile, readGoDiagnostics, readGoLinkDiagnostics } from './go-diagnostics.ts';
import type { GoVersion } from './go-flags.ts';
import { objectName, programName, sourceName } from './names.ts';
import { readBuild, type BuildMessages } from './read-build.ts';
import type { Build } from './toolchain.ts';

/** The versions there are, the newest first. */
export const gos = ['go-1.27', 'go-1.24'] as const satisfies Compiler[];
export type Go = (typeof gos)[number];
export type GoBuild = Build & { compiler: Go };

export const isGo = (build: Build): build is GoBuild => gos.some((one) => one === build.compiler);

export const versionOf = (compiler: Go): GoVersion => (compiler === 'go-1.27' ? '1.27' : '1.24');

/** A version's programs (`bin`) and its precompiled packages, by Go's name of an architecture. */
export const folderOf = (compiler: Go): string => `/opt/cyclelab/go/${versionOf(compiler)}`;

/** As Go names architectures. */
const goArch: Record<Target, string> = { 'x86-64': 'amd64', arm64: 'arm64' };

/**
 * Go builds atomic operations for arm64 in both forms, and the program asks a flag of the runtime's each time which of them
 * the processor has. This setting of the running program clears the flag.
 */
const withoutLse = 'cpu.atomics=off';

/** The environment a program runs in, where its code leaves a choice. */
export const runEnv = (target: Target, atomics?: AtomicForm): Record<string, string> =>
	target === 'arm64' && atomics !== 'lse' ? { GODEBUG: withoutLse } : {};

/** Instruction sets of the precompiled packages: Go's own defaults. */
export const defaultFlags = (target: Target, atomics?: AtomicForm): readonly string[] => [
	target === 'arm64' ? 'GOARM64=v8.0' : 'GOAMD64=v1',
	...Object.entries(runEnv(target, atomics)).map(([name, value]) => `${name}=${value}`)
];

const toolEnv = (target: Target) => ({
	GOOS: 'linux',
	GOARCH: goArch[target],
	TMPDIR: '/tmp',
	// A Go program makes threads for every core it sees; the limit of a step's threads is for hosts of any size.
	GOMAXPROCS: '2'
});

/**
 * The path of a file in the compiler's messages: the line directive before its first line keeps the number of the step's folder out
 * of error messages, line tables and stack traces, so the same source always gives the same program.
 */
const named = (name: string, text: string) => `//line /${name}:1:1\n${text}`;

/** Behind the second place of a message the compiler adds where that is without the line directive. */
const truePlace = /(?<=^\t\/[\w.-]{1,64}:\d{1,7}:\d{1,7})\[[^\]\n]{1,200}\](?=: )/gm;

const main = `package main

import "cyclelab"

func main() { cyclelab.Run(kernel) }
`;

const compilerArgv = (build: GoBuild, output: string) => [
	`${folderOf(build.compiler)}/bin/compile`,
	...['-p', 'main', `-lang=go${versionOf(build.compiler)}`, '-complete', '-pack'],
	...['-importcfg', `${folderOf(build.compiler)}/${goArch[build.target]}/importcfg`],
	...build.flags,
	...['-o', `{out}/${output}`],
	// The generated file first: what is declared twice is then an error of the learner's file.
	...[`{in}/${mainFile}`, `{in}/${sourceName(build)}`]
];

const sources = (build: Build) => ({
	[mainFile]: named(mainFile, main),
	[sourceName(build)]: named(sourceName(build), build.source)
});

/** Leaves the artifact `<variant>.o`. */
export function compileCommand(build: GoBuild, limits: Limits): Command {
	const object = objectName(build.variant);
	return {
		argv: compilerArgv(build, object),
		env: toolEnv(build.target),
		files: sources(build),
		produces: [object],
		limits
	};
}

/** The same compilation once more, printing what the compiler made of `kernel` in each phase. Leaves nothing. */
export function phasesCommand(build: GoBuild, limits: Limits): Command {
	return {
		argv: compilerArgv(build, 'phases.o'),
		env: { ...toolEnv(build.target), GOSSAFUNC: 'kernel+' },
		// Phases are printed with the lines the file has, whatever its line directive.
		files: { ...sources(build), [sourceName(build)]: build.source },
		limits
	};
}

/** Uses `<variant>.o`, leaves the artifact `<variant>.elf`, at Go's fixed addresses. */
export function linkCommand(build: GoBuild, limits: Limits): Command {
	const object = objectName(build.variant);
	const program = programName(build.variant);
	const folder = folderOf(build.compiler);
	return {
		argv: [
			`${folder}/bin/link`,
			...['-importcfg', `${folder}/${goArch[build.target]}/importcfg.link`],
			...['-buildmode=exe', '-buildid='],
			// Reading them costs the symbolizer more than writing them saves.
			'-compressdwarf=false',
			...['-o', `{out}/${program}`, `{in}/${object}`]
		],
		env: toolEnv(build.target),
		uses: [object],
		produces: [program],
		limits
	};
}

/** Messages of the compiler or the linker: notes if it succeeded (`-m`), else errors. */
export function readGoBuild(
	output: Output,
	stage: 'compile' | 'link',
	build: Pick<Build, 'variant' | 'language'>,
	limits: LimitsInForce
): ReadResult<BuildMessages> {
	const { variant } = build;
	const name = sourceName(build);
	// The compiler writes to standard output; the linker and a compiler that gives up write to standard error.
	const said = output.stdout.toString('utf8') + output.stderr.toString('utf8');
	const words = shortenPaths(shortenPaths(said.replace(truePlace, ''), name), mainFile);
	const diagnostics =
		output.exit.code === 0
			? readGoDiagnostics(words, variant, name, 'note')
			: stage === 'link'
				? readGoLinkDiagnostics(words, variant)
				: readGoDiagnostics(words, variant, name, 'error');
	// How compiler and linker end after errors in the source.
	return readBuild(output, { stage, variant }, limits, { text: words, diagnostics }, [1, 2]);
}
