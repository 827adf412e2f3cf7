/** Compiles a C# file to an assembly with mcs. Both runtimes run the same one. */
import { shortenPaths } from '../inspect/diagnostics.ts';
import { toDiagnostics } from '../inspect/found.ts';
import { done, type ReadResult } from '../inspect/read.ts';
import { sourceText } from '../inspect/source-text.ts';
import type { Command, Limits, Output } from '../sandbox/command.ts';
import { inForce } from '../sandbox/limits.ts';
import { readMcs, withVersion } from './dotnet-diagnostics.ts';
import { sourceName } from './names.ts';
import { newestCsharp } from './csharp-syntax.ts';
import { readBuild } from './read-build.ts';
import type { Build, BuiltProgram } from './toolchain.ts';

export const mono = '/usr/bin/mono-sgen';
/** Our assembly: `Main`, and what a kernel's file may call. Its folder is where Mono looks for it. */
const harnessFolder = '/opt/cyclelab/lib';
export const harness = `${harnessFolder}/Cyclelab.dll`;

/** Steps start in their output folder, the only one they may write to. */
export const dotnetEnv = {
	PATH: '/usr/bin:/bin',
	LC_ALL: 'C.UTF-8',
	HOME: '.',
	TMPDIR: '.',
	MONO_PATH: harnessFolder,
	// Its log on standard error has nothing for a learner, only a message at every start that the sandbox sets no priorities.
	MONO_LOG_DEST: '/dev/null'
};

export const assemblyName = (variant: string) => `${variant}.dll`;
/** The table of lines mcs leaves beside the assembly. */
export const linesName = (variant: string) => `${variant}.dll.mdb`;

export const mcsFlags: readonly string[] = [
	'-debug',
	'-optimize+',
	'-unsafe',
	`-langversion:${newestCsharp}`
];

/** For the page. A sentence. */
export const languageVersion = `The source is C# ${newestCsharp}, the newest that the compiler mcs knows.`;

/**
 * Leaves the artifacts `<variant>.dll` and `<variant>.dll.mdb`.
 * @param others further files of the assembly, by name
 * @param library flags that name another class library than Mono's
 */
export function mcsCommand(
	build: Build,
	limits: Limits,
	others: Readonly<Record<string, string>> = {},
	library: readonly string[] = []
): Command {
	const source = sourceName(build);
	return {
		argv: [
			mono,
			'/usr/lib/mono/4.5/mcs.exe',
			...mcsFlags,
			...build.flags,
			...library,
			'-nologo',
			'-target:library',
			`-r:${harness}`,
			`-out:{out}/${assemblyName(build.variant)}`,
			`{in}/${source}`,
			...Object.keys(others).map((name) => `{in}/${name}`)
		],
		env: dotnetEnv,
		files: { [source]: build.source, ...others },
		produces: [assemblyName(build.variant), linesName(build.variant)],
		limits
	};
}

export function readMcsOutput(
	output: Output,
	build: Build,
	limits: Limits
): ReadResult<BuiltProgram> {
	const { variant } = build;
	const file = sourceName(build);
	// Standard output has but the number of errors.
	const words = shortenPaths(output.stderr.toString('utf8'), file);
	const source = sourceText(build.source);
	const found = toDiagnostics(readMcs(words, file, source), {
		variant,
		file,
		source,
		unit: 'utf-16'
	});
	const diagnostics = output.exit.code === 1 ? withVersion(found, build.source) : found;
	const where = { stage: 'compile', variant } as const;
	const read = readBuild(output, where, inForce(limits), { text: words, diagnostics });
	if (!read.ok) return read;
	return done({ artifacts: [assemblyName(variant), linesName(variant)], ...read.value });
}
