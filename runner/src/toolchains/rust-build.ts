/**
 * Builds a Rust program in two commands: rustc makes one object of the learner's file, and lld makes the program of it, the
 * harness and Rust's library, which is an archive. rustc itself would start a linker, and reads the library twice for that.
 */
import type { Atomics, Target } from '@cyclelab/exercises/schema';
import { readLinkDiagnostics, shortenPaths } from '../inspect/diagnostics.ts';
import { done, failed, type ReadResult } from '../inspect/read.ts';
import { failureOf, type LimitsInForce } from '../measure/failure-of.ts';
import type { Command, Limits, Output } from '../sandbox/command.ts';
import { llvmTool } from '../sandbox/llvm.ts';
import type { Diagnostic } from '../schema/failure.ts';
import { objectName, programName, sourceName } from './names.ts';
import { readRustDiagnostics, withoutOwnWarning } from './rust-diagnostics.ts';
import type { Build } from './toolchain.ts';

/** `triple`: rustc's name of the architecture; `emulation`: the linker's. */
const machines: Record<Target, { triple: string; emulation: string }> = {
	'x86-64': { triple: 'x86_64-unknown-linux-gnu', emulation: 'elf_x86_64' },
	arm64: { triple: 'aarch64-unknown-linux-gnu', emulation: 'aarch64linux' }
};

/**
 * Atomic operations of arm64 stand in the code itself, not in a function that asks the processor what it has: by exclusive
 * accesses, unless the variant uses the atomic instructions that ARMv8.1 added.
 */
const armAtomics: Record<Atomics, string> = { exclusive: '-outline-atomics', lse: '+lse' };

/** As `cargo build --release`, with the instruction sets that C and C++ get here. */
export const rustDefaultFlags = (
	target: Target,
	atomics: Atomics = 'exclusive'
): readonly string[] => [
	'-Copt-level=3',
	target === 'arm64' ? `-Ctarget-feature=${armAtomics[atomics]}` : '-Ctarget-cpu=x86-64-v3'
];

export const irName = (variant: string) => `${variant}.ll`;

/**
 * How debug information ends the path of the learner's file: rustc knows it by its name alone, and compiles in the step's
 * output folder. The library has files of any name, in other folders.
 */
export const debugName = (build: Pick<Build, 'variant' | 'language'>) => `out/${sourceName(build)}`;

const parts = (target: Target) => `/opt/cyclelab/lib/${target}`;

const env = {
	PATH: '/usr/bin:/bin',
	LC_ALL: 'C.UTF-8',
	// A step may write to its output folder only, and starts there.
	TMPDIR: '.',
	// An internal error is printed; the file that rustc would write about it as well is read by nobody.
	RUSTC_ICE: '0'
};

/** Leaves the artifacts `<variant>.o` and `<variant>.ll`. */
export function compileCommand(build: Build, limits: Limits): Command {
	const { variant, target, atomics, flags } = build;
	const source = sourceName(build);
	const hasEdition = flags.some((flag) => flag.startsWith('--edition='));
	return {
		argv: [
			'/usr/bin/rustc',
			...['--crate-type=lib', `--crate-name=${variant.replaceAll('-', '_')}`],
			`--target=${machines[target].triple}`,
			...(hasEdition ? [] : ['--edition=2021']),
			...rustDefaultFlags(target, atomics),
			...flags,
			// One object with all code that the file needs, linked to a fixed address, so code may use absolute ones.
			...['-Ccodegen-units=1', '-Crelocation-model=static', '-Cembed-bitcode=no'],
			...['-Cdebuginfo=line-tables-only', '-Csymbol-mangling-version=v0'],
			...['--color=never', '--remap-path-prefix={in}/='],
			`--extern=cyclelab=${parts(target)}/libcyclelab.rlib`,
			`--emit=obj={out}/${objectName(variant)},llvm-ir={out}/${irName(variant)}`,
			`{in}/${source}`
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
	const text = withoutOwnWarning(output.stderr.toString('utf8'));
	const diagnostics = readRustDiagnostics(text, variant, sourceName(build));
	const failure = failureOf(output, { stage: 'compile', variant }, limits);
	if (!failure) return done({ text, diagnostics });
	// Exit code 1: errors in the source. Anything else (a signal, an internal error) stays a crash.
	if (failure.kind === 'crash' && failure.exitCode === 1)
		return failed({ stage: 'compile', variant, kind: 'compile-error', text, diagnostics });
	return failed(failure);
}

/** Uses `<variant>.o`, leaves the artifact `<variant>.elf`: static and at fixed addresses. */
export function linkCommand(build: Build, limits: Limits): Command {
	const { variant, target } = build;
	const from = parts(target);
	return {
		argv: [
			llvmTool('ld.lld'),
			'-m',
			machines[target].emulation,
			'--threads=1',
			'--color-diagnostics=never',
			'--no-dependent-libraries',
			'-static',
			// Of the library, only what the learner's code can reach.
			'--gc-sections',
			// Panics find their way by this table.
			'--eh-frame-hdr',
			'-o',
			`{out}/${programName(variant)}`,
			...['crt1', 'crti', 'crtbeginT'].map((name) => `${from}/${name}.o`),
			`{in}/${objectName(variant)}`,
			`${from}/harness.o`,
			`${from}/cal.o`,
			'/opt/cyclelab/lib/learner.ld',
			`-L${from}`,
			'--start-group',
			...['-lruntime', '-lm'],
			// The vector functions of the C library's mathematics; x86-64 has them in a library of their own.
			...(target === 'x86-64' ? ['-lmvec'] : []),
			...['-lgcc', '-lgcc_eh', '-lc'],
			'--end-group',
			...['crtend', 'crtn'].map((name) => `${from}/${name}.o`)
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
		'there is no kernel: write `#[no_mangle]` and then `pub extern "C" fn kernel(iterations: u64) -> u64`'
};
