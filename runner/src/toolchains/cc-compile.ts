/** Compiles a C or C++ file to an object. Linking is a separate command (`cc-link.ts`): a compiler asked for both starts itself twice. */
import type { AtomicForm, Target } from '@cyclelab/exercises/schema';
import type { LimitsInForce } from '../measure/failure-of.ts';
import type { Command, Limits, Output } from '../sandbox/command.ts';
import type { Compiler } from '../schema/compiler.ts';
import { readDiagnostics, shortenPaths } from '../inspect/diagnostics.ts';
import { failed, type ReadResult } from '../inspect/read.ts';
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
	clangs.some((one) => one === compiler);
export const isGcc = (compiler: Compiler): compiler is Gcc => gccs.some((one) => one === compiler);

/** Debian's names of the architectures. gcc has programs of their own for each, whichever is the machine's. */
const triples: Record<Target, string> = {
	'x86-64': 'x86_64-linux-gnu',
	arm64: 'aarch64-linux-gnu'
};

/** The compiler's program, and what selects the architecture. */
function program({ compiler, language, target }: CcBuild): string[] {
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

/** Leaves the artifact `<variant>.o`. */
export function compileCommand(build: CcBuild, limits: Limits): Command {
	const source = sourceName(build);
	const common = [
		...defaultFlags(build.target, build.atomics),
		...build.flags,
		// The program is linked to a fixed address, so code may use absolute ones; link-time optimisation would see the harness.
		'-fno-pie',
		'-fno-lto',
		'-ffile-prefix-map={in}/=',
		'-I/opt/cyclelab/include'
	];
	const own = isClang(build.compiler)
		? ['-fno-color-diagnostics', '-ferror-limit=20', '-fdebug-compilation-dir=.']
		: ['-fdiagnostics-color=never', '-fmax-errors=20', '-pipe'];
	return {
		argv: [
			...program(build),
			...common,
			...own,
			'-c',
			`{in}/${source}`,
			'-o',
			`{out}/${objectName(build.variant)}`
		],
		env: toolEnv,
		files: { [source]: build.source },
		produces: [objectName(build.variant)],
		limits
	};
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

export function readCompile(
	output: Output,
	build: Pick<Build, 'variant' | 'language'>,
	limits: LimitsInForce
): ReadResult<BuildMessages> {
	const { variant } = build;
	const words = shortenPaths(output.stderr.toString('utf8'), sourceName(build));
	const diagnostics = readDiagnostics(words, variant, sourceName(build));
	const where = { stage: 'compile', variant } as const;
	const read = readBuild(output, where, limits, { diagnostics, text: words });
	if (read.ok || read.failure.kind !== 'crash') return read;
	const ofPart = limitOfPart(words, read.failure.exitCode, limits);
	return ofPart ? failed({ ...where, ...ofPart }) : read;
}
