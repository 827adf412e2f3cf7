/**
 * Compiles and links a learner's Go file with the harness. By calling compiler and linker themselves, with packages that
 * were compiled when the image was made: `go build` would want a module and a cache, and three times as long.
 */
import type { AtomicForm, Target } from '@cyclelab/exercises/schema';
import { shortenPaths } from '../inspect/diagnostics.ts';
import { toDiagnostics, mostDiagnostics, type Found } from '../inspect/found.ts';
import type { ReadResult } from '../inspect/read.ts';
import { sourceText } from '../inspect/source-text.ts';
import type { LimitsInForce } from '../measure/failure-of.ts';
import type { Command, Limits, Output } from '../sandbox/command.ts';
import type { Compiler } from '@cyclelab/contract/schema/compiler';
import type { GoVersion } from '@cyclelab/contract/flags/go-flags';
import { objectName, programName, sourceName } from './names.ts';
import { readBuild, type BuildMessages } from './read-build.ts';
import type { Build } from './toolchain.ts';
import { linesOf } from '../inspect/lines.ts';
import type { Diagnostic, FailureFacts } from '@cyclelab/contract/schema/failure';

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
	'-p',
	'main',
	`-lang=go${versionOf(build.compiler)}`,
	'-complete',
	'-pack',
	'-importcfg',
	`${folderOf(build.compiler)}/${goArch[build.target]}/importcfg`,
	...build.flags,
	'-o',
	`{out}/${output}`,
	// The generated file first: what is declared twice is then an error of the learner's file.
	`{in}/${mainFile}`,
	`{in}/${sourceName(build)}`
];

const sources = (build: Build, other = main) => ({
	[mainFile]: named(mainFile, other),
	[sourceName(build)]: named(sourceName(build), build.source)
});

/**
 * Leaves the artifact `<variant>.o`.
 * @param other in place of the generated file that calls the kernel
 */
export function compileCommand(build: GoBuild, limits: Limits, other?: string): Command {
	const object = objectName(build.variant);
	return {
		argv: compilerArgv(build, object),
		env: toolEnv(build.target),
		files: sources(build, other),
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
			'-importcfg',
			`${folder}/${goArch[build.target]}/importcfg.link`,
			'-buildmode=exe',
			'-buildid=',
			// Reading them costs the symbolizer more than writing them saves.
			'-compressdwarf=false',
			'-o',
			`{out}/${program}`,
			`{in}/${object}`
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
	build: Pick<Build, 'variant' | 'language' | 'source'>,
	limits: LimitsInForce
): ReadResult<BuildMessages> {
	const { variant } = build;
	const name = sourceName(build);
	// The compiler writes to standard output; the linker and a compiler that gives up write to standard error.
	const said = output.stdout.toString('utf8') + output.stderr.toString('utf8');
	const words = shortenPaths(shortenPaths(said.replace(truePlace, ''), name), mainFile);
	const told = (severity: 'error' | 'note') =>
		toDiagnostics(readGoMessages(words, name, severity), {
			variant,
			file: name,
			source: sourceText(build.source),
			unit: 'byte'
		});
	const diagnostics =
		output.exit.code === 0
			? told('note')
			: stage === 'link'
				? readGoLinkDiagnostics(words, variant)
				: told('error');
	// How compiler and linker end after errors in the source.
	return readBuild(output, { stage, variant }, limits, { text: words, diagnostics }, [1, 2]);
}

// The words of Go's compiler and linker -> places in the learner's file. Only these drive markers in the editor.

/** The generated file that calls the harness. */
const mainFile = 'cyclelab_main.go';

/** A longer line is no message with a place. */
const maximumCharacters = 2000;

/** A tab begins a line that belongs to the message before, such as another declaration of the same name. */
const place = /^(\t?)([^:\s][^:]{0,400}):(\d{1,10}):(?:(\d{1,10}):)? (.+)$/;

/**
 * Go's compiler has no other form for errors than this text: a message a line, columns in bytes (`-json` is about optimisations).
 * @param text with paths already shortened
 * @param file the learner's
 * @param severity of the lines: Go has no warnings, and prints notes (`-m`) and errors alike
 */
export function readGoMessages(text: string, file: string, severity: 'error' | 'note'): Found[] {
	const found: Found[] = [];
	for (const line of linesOf(text)) {
		if (found.length === mostDiagnostics) break;
		const match = line.length > maximumCharacters ? undefined : place.exec(line);
		if (!match) continue;
		const [, more = '', where = '', row, column = 0, message = ''] = match;
		if (severity === 'note' && where !== file) continue;
		const at = { file: where, line: Number(row), column: Number(column), endLine: 0, endColumn: 0 };
		const last = found.at(-1);
		const isPart = more !== '' && last !== undefined;
		const told = { notes: [], fixes: [], severity: isPart ? ('note' as const) : severity };
		// Of the generated file, only that it calls the kernel means something to a learner.
		const one =
			where === mainFile
				? { ...told, message: `where main calls it: ${message}` }
				: { ...told, message, at };
		if (isPart) last.notes.push(one);
		else found.push(one);
	}
	return found;
}

/** The linker names functions, never places: a line is an error. */
export const readGoLinkDiagnostics = (text: string, variant: string): Diagnostic[] =>
	text
		.split('\n')
		.filter((line) => line !== '' && line.length <= maximumCharacters)
		.slice(0, mostDiagnostics)
		.map((line) => ({ variant, severity: 'error', message: line.replace(/^\S*link: /, '') }));

const undefinedKernel = 'where main calls it: undefined: kernel';
const secondMain = 'main redeclared in this block';
const isOfMain = ({ message }: Pick<Diagnostic, 'message'>) =>
	message === undefinedKernel || message === secondMain;

type CompileError = Extract<FailureFacts, { kind: 'compile-error' }>;

/** Whether a file has no kernel, or a main, which may be all that is wrong with it. */
export const lacksKernel = ({ diagnostics }: CompileError): boolean => diagnostics.some(isOfMain);

/** The failure of a file that compiles and has no kernel: that reason, without the generated file's words. */
export function withoutMain({ diagnostics, ...failure }: CompileError): CompileError {
	const isMissing = diagnostics.some(({ message }) => message === undefinedKernel);
	return {
		...failure,
		diagnostics: diagnostics
			.filter(
				({ message }) => message === undefinedKernel || (message === secondMain && !isMissing)
			)
			.map((one) => (one.message === undefinedKernel ? { ...one, message: noKernel } : one))
	};
}

const noKernel = 'there is no kernel: write `func kernel(iterations uint64) uint64`';
