/**
 * Makes the program from a learner's object, our harness and, if it must be, the C library. One program serves all later
 * stages, so what is shown, counted, predicted and measured is the same code.
 */
import type { Target } from '@cyclelab/exercises/schema';
import { failureOf, type LimitsInForce } from '../measure/failure-of.ts';
import type { Command, Limits, Output } from '../sandbox/command.ts';
import { llvmTool } from '../sandbox/llvm.ts';
import { readLinkDiagnostics, shortenPaths } from '../inspect/diagnostics.ts';
import { done, failed, type ReadResult } from '../inspect/read.ts';
import { toolEnv } from './cc-compile.ts';
import { objectName, programName, sourceName } from './names.ts';
import type { Build } from './toolchain.ts';

/** The linker's name of each architecture's programs, and the dynamic linker of Debian trixie. */
const forms: Record<Target, { emulation: string; loader: string }> = {
	'x86-64': { emulation: 'elf_x86_64', loader: '/lib64/ld-linux-x86-64.so.2' },
	arm64: { emulation: 'aarch64linux', loader: '/lib/ld-linux-aarch64.so.1' }
};

/** The harness for a target, and links to where its C library (`libc`) and gcc's libraries (`gcc`) are. */
const partsOf = (target: Target) => `/opt/cyclelab/lib/${target}`;

/**
 * Each has a linker script beside its objects: nobody else's code may be in the harness's section, which is not shown.
 * `bare`: without the C library, which most kernels never call. Such a program starts without a dynamic linker, and its
 * count run takes a third of the time (9 instead of 26 ms). `library`: all programs for which `bare` fails.
 */
export type LinkForm = 'bare' | 'library';

/** Uses `<variant>.o`, leaves the artifact `<variant>.elf`, at fixed addresses, the same for both compilers. */
export function linkCommand(
	build: Pick<Build, 'variant' | 'language' | 'target'>,
	form: LinkForm,
	limits: Limits
): Command {
	const object = objectName(build.variant);
	const program = programName(build.variant);
	return {
		argv: [
			llvmTool('ld.lld'),
			'-m',
			forms[build.target].emulation,
			'--threads=1',
			'--color-diagnostics=never',
			// A source can ask for libraries and files by a section of its object; nobody here needs that.
			'--no-dependent-libraries',
			'-o',
			`{out}/${program}`,
			...(form === 'bare' ? bareParts(object, build.target) : libraryParts(object, build))
		],
		env: toolEnv,
		uses: [object],
		produces: [program],
		limits
	};
}

const harness = (target: Target) => [`${partsOf(target)}/harness.o`, `${partsOf(target)}/cal.o`];

const bareParts = (object: string, target: Target) => [
	'-static',
	`${partsOf(target)}/start.o`,
	`{in}/${object}`,
	...harness(target),
	`${partsOf(target)}/bare.ld`
];

const libraryParts = (
	object: string,
	{ language, target }: Pick<Build, 'language' | 'target'>
): string[] => {
	const libc = `${partsOf(target)}/libc`;
	const gcc = `${partsOf(target)}/gcc`;
	return [
		'--hash-style=gnu',
		'--eh-frame-hdr',
		// All symbols are bound before main, so that no call inside a measured loop pays for it.
		'-z',
		'now',
		'--dynamic-linker',
		forms[target].loader,
		`${libc}/crt1.o`,
		`${libc}/crti.o`,
		`${gcc}/crtbegin.o`,
		`{in}/${object}`,
		...harness(target),
		`${partsOf(target)}/library.ld`,
		`-L${gcc}`,
		`-L${libc}`,
		'--as-needed',
		...(language === 'cpp' ? ['-lstdc++', '-lm', '-lgcc_s', '-lgcc'] : ['-lm', '-lgcc']),
		'-lc',
		`${gcc}/crtend.o`,
		`${libc}/crtn.o`
	];
};

export function readLink(
	output: Output,
	build: Pick<Build, 'variant' | 'language'>,
	limits: LimitsInForce
): ReadResult<{ text: string }> {
	const { variant } = build;
	const text = shortenPaths(output.stderr.toString('utf8'), objectName(variant));
	const failure = failureOf(output, { stage: 'link', variant }, limits);
	if (!failure) return done({ text });
	if (failure.kind === 'crash' && failure.exitCode === 1)
		return failed({
			stage: 'link',
			variant,
			kind: 'compile-error',
			text,
			diagnostics: readLinkDiagnostics(text, variant, sourceName(build))
		});
	return failed(failure);
}
