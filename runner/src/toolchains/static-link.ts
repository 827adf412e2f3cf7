/** The command of lld that makes a static program from an object of Crystal or Rust, our harness and their libraries. Pure. */
import type { Target } from '@cyclelab/exercises/schema';
import type { Command, Limits } from '../sandbox/command.ts';
import { llvmTool } from '../sandbox/llvm.ts';
import { objectName, programName } from './names.ts';
import type { Build } from './toolchain.ts';

/** lld's name of each architecture's programs. */
export const emulations: Record<Target, string> = {
	'x86-64': 'elf_x86_64',
	arm64: 'aarch64linux'
};

/** The folder of the harness and the libraries for a target. */
export const partsOf = (target: Target) => `/opt/cyclelab/lib/${target}`;

/** A program that cannot run, since a function is missing or there twice, is linked all the same, for its code to be shown. */
export const toBeShown = ['--warn-unresolved-symbols', '--allow-multiple-definition'];

/**
 * Uses `<variant>.o`, leaves the artifact `<variant>.elf`: static and at fixed addresses.
 * @param libraries the language's own, as linker arguments; the C library's follow
 * @param more further arguments
 */
export function staticLinkCommand(
	{ variant, target }: Pick<Build, 'variant' | 'target'>,
	{
		libraries,
		more = [],
		env
	}: { libraries: readonly string[]; more?: readonly string[]; env: Command['env'] },
	limits: Limits
): Command {
	const from = partsOf(target);
	return {
		argv: [
			llvmTool('ld.lld'),
			'-m',
			emulations[target],
			'--threads=1',
			'--color-diagnostics=never',
			'--no-dependent-libraries',
			'-static',
			// Exceptions and panics find their way by this table.
			'--eh-frame-hdr',
			'-o',
			`{out}/${programName(variant)}`,
			...['crt1', 'crti', 'crtbeginT'].map((name) => `${from}/${name}.o`),
			`{in}/${objectName(variant)}`,
			`${from}/harness.o`,
			`${from}/cal.o`,
			...more,
			`-L${from}`,
			'--start-group',
			...libraries,
			'-lm',
			// The vector functions of the C library's mathematics; x86-64 has them in a library of their own.
			...(target === 'x86-64' ? ['-lmvec'] : []),
			'-lgcc',
			'-lgcc_eh',
			'-lc',
			'--end-group',
			...['crtend', 'crtn'].map((name) => `${from}/${name}.o`)
		],
		env,
		uses: [objectName(variant)],
		produces: [programName(variant)],
		limits
	};
}
