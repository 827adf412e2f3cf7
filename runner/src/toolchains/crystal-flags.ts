/** Flags of the Crystal compiler that a learner may give. Each is one word, so a value follows its `=`. */
import type { FlagRule } from './toolchain.ts';

/** Features of a processor, `+` or `-` each. AVX-512 is beyond the counting emulator (see `cc-flags.ts`). */
const features = 'avx|avx2|bmi|bmi2|f16c|fma|lzcnt|popcnt|sse3|ssse3|sse4\\.1|sse4\\.2';
const armFeatures = 'lse|neon|fullfp16|dotprod|rdm';
const list = (names: string) => new RegExp(`^--mattr=[+-](${names})(,[+-](${names})){0,7}$`);

export const crystalFlagRules: readonly FlagRule[] = [
	{ pattern: /^--release$/, sentence: '--release' },
	{ pattern: /^-O[0123sz]$/, sentence: '-O0, -O1, -O2, -O3, -Os' },
	{
		target: 'x86-64',
		pattern: /^--mcpu=x86-64(-v[23])?$/,
		sentence: '--mcpu=x86-64, -v2, -v3 (not -v4: AVX-512 code cannot be counted here)'
	},
	{
		target: 'x86-64',
		pattern: list(features),
		sentence: '--mattr=-avx2, --mattr=-avx2,-fma and the like'
	},
	{
		target: 'arm64',
		pattern: /^--mcpu=(generic|cortex-a(55|72|76)|neoverse-(n1|v1))$/,
		sentence: '--mcpu=<processor>'
	},
	{ target: 'arm64', pattern: list(armFeatures), sentence: '--mattr=+lse and the like' },
	{
		pattern: /^--frame-pointers=(auto|always|non-leaf)$/,
		sentence: '--frame-pointers=auto, always or non-leaf'
	},
	{ pattern: /^-D[A-Za-z_]\w{0,31}(=[\w.+-]{0,24})?$/, sentence: '-Dname, -Dname=value' }
];
