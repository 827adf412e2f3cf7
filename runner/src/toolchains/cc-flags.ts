/** Flags of clang and gcc that a learner may give. */
import type { FlagRule } from './toolchain.ts';

/**
 * Instruction sets every runner and the counting emulator can execute. AVX-512 (x86-64-v4) is beyond qemu, as it is beyond
 * valgrind; and single-stepping is 10,000 times slower than the processor.
 */
const architectures = ['x86-64', 'x86-64-v2', 'x86-64-v3'];
/**
 * Processors whose instructions every runner has, as far as a compiler chooses them by itself. Later ones are left out: AVX-512
 * (skylake-avx512 on), AVX-VNNI (alderlake) and SSE4a, which only AMD has (znver1 on).
 */
export const namedProcessors = [
	'nehalem',
	'sandybridge',
	'ivybridge',
	'haswell',
	'broadwell',
	'skylake'
];
const tunings = ['generic', 'haswell', 'skylake', 'icelake-server', 'sapphirerapids'];
const amdTunings = ['znver2', 'znver3', 'znver4'];
const extensions = ['avx', 'avx2', 'bmi', 'bmi2', 'f16c', 'fma', 'lzcnt', 'popcnt'];
const streaming = ['sse3', 'ssse3', 'sse4.1', 'sse4.2'];

/** Without SVE: its vectors have another length on every core. */
const armArchitectures = ['armv8-a', 'armv8.1-a', 'armv8.2-a'];
const armTunings = [
	...['generic', 'cortex-a55', 'cortex-a72', 'cortex-a76'],
	...['neoverse-n1', 'neoverse-n2', 'neoverse-v1', 'neoverse-v2']
];

/** -fNAME and -fno-NAME. A compiler refuses a name that it does not know. */
const switches = [
	'associative-math',
	'builtin',
	'exceptions',
	'fast-math',
	'finite-math-only',
	'inline',
	'inline-functions',
	'math-errno',
	'omit-frame-pointer',
	'peel-loops',
	'reciprocal-math',
	'rtti',
	'signed-zeros',
	'slp-vectorize',
	'strict-aliasing',
	'trapping-math',
	'tree-loop-distribute-patterns',
	'tree-slp-vectorize',
	'tree-vectorize',
	'unroll-loops',
	'vectorize',
	'wrapv'
];

const oneOf = (names: readonly string[]) => names.map((name) => name.replace('.', '\\.')).join('|');

export const ccFlagRules: readonly FlagRule[] = [
	{ pattern: /^-O[0123s]$/, sentence: '-O0, -O1, -O2, -O3, -Os' },
	{
		target: 'x86-64',
		pattern: new RegExp(`^-march=(${oneOf([...architectures, ...namedProcessors])})$`),
		sentence:
			'-march=x86-64, -v2, -v3 or a processor (nehalem, sandybridge, ivybridge, haswell, broadwell, skylake; not -v4: AVX-512 code cannot be counted here)'
	},
	{
		target: 'x86-64',
		pattern: new RegExp(`^-mtune=(${oneOf([...tunings, ...amdTunings])})$`),
		sentence: '-mtune=<processor>'
	},
	{
		target: 'x86-64',
		pattern: new RegExp(`^-m(no-)?(${oneOf([...extensions, ...streaming])})$`),
		sentence: '-mavx2, -mno-avx2 and the like (not -mavx512f: AVX-512 code cannot be counted here)'
	},
	{
		target: 'x86-64',
		pattern: /^-mprefer-vector-width=(128|256)$/,
		sentence: '-mprefer-vector-width=128 or 256'
	},
	{
		target: 'arm64',
		pattern: new RegExp(`^-march=(${oneOf(armArchitectures)})$`),
		sentence: '-march=armv8-a, -march=armv8.1-a (with atomic instructions)'
	},
	{
		target: 'arm64',
		pattern: new RegExp(`^-mtune=(${oneOf(armTunings)})$`),
		sentence: '-mtune=<processor>'
	},
	{
		target: 'arm64',
		pattern: /^-m(no-)?outline-atomics$/,
		sentence: '-moutline-atomics, -mno-outline-atomics'
	},
	{
		pattern: new RegExp(`^-f(no-)?(${oneOf(switches)})$`),
		sentence: '-ffast-math, -fno-tree-vectorize, -funroll-loops and the like'
	},
	{ pattern: /^-ffp-contract=(on|off|fast)$/, sentence: '-ffp-contract=on, off or fast' },
	{
		pattern: /^-falign-(loops|functions)=(1|2|4|8|16|32|64)$/,
		sentence: '-falign-loops=<1 to 64>'
	},
	{
		pattern: /^-std=(c|gnu)(11|17|23|\+\+17|\+\+20|\+\+23)$/,
		sentence: '-std=c17, -std=c++20 and the like'
	},
	{ pattern: /^-D[A-Za-z_]\w{0,31}(=[\w.+-]{0,24})?$/, sentence: '-DNAME, -DNAME=value' },
	{
		pattern: /^-W(no-)?[a-z][a-z0-9]+(-[a-z0-9+]+){0,6}$/,
		sentence: '-Wall, -Wno-unused and the like'
	}
];
