/**
 * Makes the program from a learner's object, our harness and, if it must be, the C library. One program serves all later
 * stages, so what is shown, counted, predicted and measured is the same code.
 */
import type { Target } from '@cyclelab/exercises/schema';
import type { Command, Limits } from '../sandbox/command.ts';
import { llvmTool } from '../sandbox/llvm.ts';
import { toolEnv } from './cc-compile.ts';
import { objectName, programName } from './names.ts';
import { emulations, partsOf } from './static-link.ts';
import type { Build } from './toolchain.ts';

/** The dynamic linker of Debian trixie. */
const loaders: Record<Target, string> = {
	'x86-64': '/lib64/ld-linux-x86-64.so.2',
	arm64: '/lib/ld-linux-aarch64.so.1'
};

/**
 * Each has a linker script beside its objects: nobody else's code may be in the harness's section, which is not shown.
 * `bare`: without the C library, which most kernels never call. Such a program starts without a dynamic linker, and its
 * count run takes a third of the time (9 instead of 26 ms). `library`: all programs for which `bare` fails.
 */
export type LinkForm = 'bare' | 'library';

/** Uses `<variant>.o`, leaves the artifact `<variant>.elf`, at fixed addresses, the same for both compilers unless `imageBase` says where. */
export function linkCommand(
	build: Pick<Build, 'variant' | 'language' | 'target' | 'imageBase'>,
	form: LinkForm,
	limits: Limits,
	more: readonly string[] = []
): Command {
	const object = objectName(build.variant);
	const program = programName(build.variant);
	return {
		argv: [
			llvmTool('ld.lld'),
			'-m',
			emulations[build.target],
			'--threads=1',
			'--color-diagnostics=never',
			// A source can ask for libraries and files by a section of its object; nobody here needs that.
			'--no-dependent-libraries',
			...more,
			...(build.imageBase === undefined ? [] : [`--image-base=0x${build.imageBase.toString(16)}`]),
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
		loaders[target],
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

/** By lld's message: what a learner of C or C++ reads instead. */
export const linkMessages = {
	c: {
		'undefined symbol: kernel':
			'there is no kernel: write `uint64_t kernel(uint64_t iterations)`, without `static`'
	},
	cpp: {
		'undefined symbol: kernel':
			'there is no kernel: write `extern "C" uint64_t kernel(uint64_t iterations)`, or include "cyclelab.h" first'
	}
};
