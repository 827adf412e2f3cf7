/** Which tools wait, started, in a sandbox of kind `tools`. */
import type { Prestarted } from './frames.ts';
import { stepLimits } from './limits.ts';

/**
 * What compilers and linkers run in. A command with another environment or other limits than these is served by a plain
 * start, 12 to 18 ms slower; tests/integration/sandbox-prestarted.test.ts notices.
 */
const compilerEnv = {
	PATH: '/usr/bin:/bin',
	LC_ALL: 'C.UTF-8',
	TMPDIR: '/tmp'
};

/**
 * As many as an exercise of two variants uses at once or soon. More would cost memory (7 to 12 MiB each) and time when
 * the container is made. gcc is not among them: it does not read its arguments this late.
 */
export const prestartedTools: readonly Prestarted[] = [
	{ count: 2, program: '/usr/bin/clang-19', env: compilerEnv, limits: stepLimits.compile },
	{ count: 2, program: '/usr/bin/ld.lld-19', env: compilerEnv, limits: stepLimits.link },
	{ count: 2, program: '/usr/bin/llvm-objdump-19', env: {}, limits: stepLimits.disassemble },
	{ count: 2, program: '/usr/bin/llvm-symbolizer-19', env: {}, limits: stepLimits.disassemble },
	{ count: 4, program: '/usr/bin/llvm-mca-19', env: {}, limits: stepLimits.predict }
];
