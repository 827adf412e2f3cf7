/**
 * Builds a Crystal program in two commands: the compiler makes one object of the learner's file, the library and our
 * start (as for another machine, which keeps it from calling a linker), and lld makes the program.
 */
import type { Atomics, Target } from '@cyclelab/exercises/schema';
import { readLinkDiagnostics, shortenPaths } from '../inspect/diagnostics.ts';
import { done, failed, type ReadResult } from '../inspect/read.ts';
import { failureOf, type LimitsInForce } from '../measure/failure-of.ts';
import type { Command, Limits, Output } from '../sandbox/command.ts';
import { llvmTool } from '../sandbox/llvm.ts';
import type { Diagnostic } from '../schema/failure.ts';
import { readCrystalDiagnostics } from './crystal-diagnostics.ts';
import { crystalLibrary, crystalParts, plainPaths } from './crystal-paths.ts';
import { objectName, programName, sourceName } from './names.ts';
import type { Build } from './toolchain.ts';

/** `triple`: the compiler's name of the architecture; `emulation`: the linker's. */
const machines: Record<Target, { triple: string; emulation: string }> = {
	'x86-64': { triple: 'x86_64-linux-gnu', emulation: 'elf_x86_64' },
	arm64: { triple: 'aarch64-linux-gnu', emulation: 'aarch64linux' }
};

/** As people build: for the oldest processors of the architecture, which is Crystal's own default. */
export const crystalDefaultFlags = (_: Target, atomics?: Atomics): readonly string[] => [
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
			`--target=${machines[target].triple}`,
			'--emit=llvm-ir',
			'--error-trace',
			'--no-color',
			'-o',
			`{out}/${variant}`,
			`{in}/${source}`,
			`${crystalParts}/start.cr`
		],
		env,
		files: { [source]: build.source },
		produces: [objectName(variant), irName(variant)],
		limits
	};
}

export function readCompile(
	output: Output,
	build: Build,
	limits: LimitsInForce
): ReadResult<{ text: string; diagnostics: Diagnostic[] }> {
	const { variant } = build;
	const text = plainPaths(output.stderr.toString('utf8'), build);
	const diagnostics = readCrystalDiagnostics(text, variant, sourceName(build));
	const failure = failureOf(output, { stage: 'compile', variant }, limits);
	if (!failure) return done({ text, diagnostics });
	// Exit code 1: errors in the source. Anything else (a signal, say) stays a crash.
	if (failure.kind === 'crash' && failure.exitCode === 1)
		return failed({ stage: 'compile', variant, kind: 'compile-error', text, diagnostics });
	return failed(failure);
}

/** Uses `<variant>.o`, leaves the artifact `<variant>.elf`: static and at fixed addresses. */
export function linkCommand(build: Build, limits: Limits): Command {
	const { variant, target } = build;
	const parts = `/opt/cyclelab/lib/${target}`;
	return {
		argv: [
			llvmTool('ld.lld'),
			'-m',
			machines[target].emulation,
			'--threads=1',
			'--color-diagnostics=never',
			'--no-dependent-libraries',
			'-static',
			// Exceptions find their way by this table.
			'--eh-frame-hdr',
			'-o',
			`{out}/${programName(variant)}`,
			...['crt1', 'crti', 'crtbeginT'].map((name) => `${parts}/${name}.o`),
			`{in}/${objectName(variant)}`,
			`${parts}/harness.o`,
			`${parts}/cal.o`,
			`-L${parts}`,
			'--start-group',
			...['-lblake3', '-lcrypto', '-lz', '-lzstd'],
			...['-levent', '-lpcre2-8', '-lgc', '-lm'],
			// The vector functions of the C library's mathematics; x86-64 has them in a library of their own.
			...(target === 'x86-64' ? ['-lmvec'] : []),
			...['-lgcc', '-lgcc_eh', '-lc'],
			'--end-group',
			...['crtend', 'crtn'].map((name) => `${parts}/${name}.o`)
		],
		env,
		uses: [objectName(variant)],
		produces: [programName(variant)],
		limits
	};
}

export function readLink(
	output: Output,
	build: Build,
	limits: LimitsInForce
): ReadResult<{ text: string }> {
	const { variant } = build;
	const text = shortenPaths(output.stderr.toString('utf8'), objectName(variant));
	const failure = failureOf(output, { stage: 'link', variant }, limits);
	if (!failure) return done({ text });
	if (failure.kind !== 'crash' || failure.exitCode !== 1) return failed(failure);
	const diagnostics = readLinkDiagnostics(text, variant, sourceName(build)).map((one) => ({
		...one,
		message: missing[one.message] ?? one.message
	}));
	return failed({ stage: 'link', variant, kind: 'compile-error', text, diagnostics });
}

const missing: Record<string, string> = {
	'undefined symbol: kernel':
		'there is no kernel: write `fun kernel(iterations : UInt64) : UInt64` (`fun`, which gives a name for C, not `def`)'
};
