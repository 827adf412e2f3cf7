/**
 * Builds a Rust program in two commands: rustc makes one object of the learner's file, and lld makes the program of it, the
 * harness and Rust's library, which is an archive. rustc itself would start a linker, and reads the library twice for that.
 */
import type { AtomicForm, Target } from '@cyclelab/exercises/schema';
import { passesFlag } from '@cyclelab/contract/flags/cc-flags';
import { toDiagnostics } from '../inspect/found.ts';
import { failed, type ReadResult } from '../inspect/read.ts';
import { sourceText } from '../inspect/source-text.ts';
import type { LimitsInForce } from '../measure/failure-of.ts';
import type { Command, Limits, Output } from '../sandbox/command.ts';
import type { OwnFunction } from './llvm-ir.ts';
import { passesKiB, printingPasses } from './llvm-passes.ts';
import { objectName, sourceName } from './names.ts';
import { readBuild, type BuildMessages } from './read-build.ts';
import { readRustMessages } from './rust-diagnostics.ts';
import { partsOf, staticLinkCommand } from './static-link.ts';
import type { Build } from './toolchain.ts';

/** rustc's names of the architectures. */
const triples: Record<Target, string> = {
	'x86-64': 'x86_64-unknown-linux-gnu',
	arm64: 'aarch64-unknown-linux-gnu'
};

/**
 * Atomic operations of arm64 stand in the code itself, not in a function that asks the processor what it has: by exclusive
 * accesses, unless the variant uses the atomic instructions that ARMv8.1 added.
 */
const armAtomics: Record<AtomicForm, string> = { exclusive: '-outline-atomics', lse: '+lse' };

/** As `cargo build --release`, with the instruction sets that C and C++ get here. */
export const rustDefaultFlags = (
	target: Target,
	atomics: AtomicForm = 'exclusive'
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

const env = {
	PATH: '/usr/bin:/bin',
	LC_ALL: 'C.UTF-8',
	// A step may write to its output folder only, and starts there.
	TMPDIR: '.',
	// An internal error is printed; the file that rustc would write about it as well is read by nobody.
	RUSTC_ICE: '0'
};

/** By it, rustc makes code of functions that nothing calls, too. */
export const allFunctions = ['-Clink-dead-code'];

/** Leaves the artifacts `<variant>.o` and `<variant>.ll`. */
export function compileCommand(
	build: Build,
	limits: Limits,
	more: readonly string[] = []
): Command {
	const { variant, target, atomics, flags } = build;
	const source = sourceName(build);
	const hasEdition = flags.some((flag) => flag.startsWith('--edition='));
	return {
		argv: [
			'/usr/bin/rustc',
			'--crate-type=lib',
			`--crate-name=${variant.replaceAll('-', '_')}`,
			`--target=${triples[target]}`,
			...(hasEdition ? [] : ['--edition=2021']),
			...rustDefaultFlags(target, atomics),
			...flags.filter((flag) => flag !== passesFlag),
			...more,
			// One object with all code that the file needs, linked to a fixed address, so code may use absolute ones.
			'-Ccodegen-units=1',
			'-Crelocation-model=static',
			'-Cembed-bitcode=no',
			'-Cdebuginfo=line-tables-only',
			'-Csymbol-mangling-version=v0',
			'--error-format=json',
			'--remap-path-prefix={in}/=',
			`--extern=cyclelab=${partsOf(target)}/libcyclelab.rlib`,
			`--emit=obj={out}/${objectName(variant)},llvm-ir={out}/${irName(variant)}`,
			`{in}/${source}`
		],
		env,
		files: { [source]: build.source },
		produces: [objectName(variant), irName(variant)],
		limits
	};
}

/** Compiles once more, printing what passes make of the function. Leaves nothing. */
export const passesCommand = (
	build: Build,
	limits: Limits,
	of: OwnFunction,
	more: readonly string[]
): Command => ({
	...compileCommand(build, { ...limits, outputKiB: passesKiB }, [
		...more,
		`-Cllvm-args=${printingPasses(of).join(' ')}`
	]),
	produces: []
});

export function readCompile(
	output: Output,
	build: Build,
	limits: LimitsInForce
): ReadResult<BuildMessages> {
	const { variant } = build;
	const file = sourceName(build);
	const { found, text } = readRustMessages(output.stderr.toString('utf8'), file);
	const diagnostics = toDiagnostics(found, {
		variant,
		file,
		source: sourceText(build.source),
		unit: 'character',
		isOwn: (name) => name === file
	});
	const where = { stage: 'compile', variant } as const;
	// JSON is several times as long as the text. What was cut at the limit does not change that there are errors.
	if (output.truncated === 'stderr' && diagnostics.some(({ severity }) => severity === 'error'))
		return failed({ ...where, kind: 'compile-error', text, diagnostics });
	return readBuild(output, where, limits, { text, diagnostics });
}

export const linkCommand = (build: Build, limits: Limits, more: readonly string[] = []): Command =>
	staticLinkCommand(
		build,
		{
			env,
			libraries: ['-lruntime'],
			// Of the library, only what the learner's code can reach.
			more: ['--gc-sections', ...more, '/opt/cyclelab/lib/learner.ld']
		},
		limits
	);

/** By lld's message: what a learner of Rust reads instead. */
export const linkMessages = {
	'undefined symbol: kernel':
		'there is no kernel: write `#[no_mangle]` and then `pub extern "C" fn kernel(iterations: u64) -> u64`'
};
