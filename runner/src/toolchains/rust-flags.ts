/** Flags of rustc that a learner may give. Each is one word, so `-C` is written together with its option. */
import { namedProcessors } from './cc-flags.ts';
import type { FlagRule } from './toolchain.ts';

/** Features of a processor, `+` or `-` each. AVX-512 is beyond the counting emulator (see `cc-flags.ts`). */
const features = 'avx|avx2|bmi1|bmi2|f16c|fma|lzcnt|popcnt|sse3|ssse3|sse4\\.1|sse4\\.2';
const armFeatures = 'lse|fp16|dotprod|rdm';
const list = (names: string) =>
	new RegExp(`^-Ctarget-feature=[+-](${names})(,[+-](${names})){0,7}$`);

/** Options of -C that are on or off. */
const switches = 'overflow-checks|debug-assertions|force-frame-pointers';

export const rustFlagRules: readonly FlagRule[] = [
	{ pattern: /^-Copt-level=[0123sz]$/, sentence: '-Copt-level=0, 1, 2, 3, s or z' },
	{
		target: 'x86-64',
		pattern: new RegExp(`^-Ctarget-cpu=(x86-64(-v[23])?|${namedProcessors.join('|')})$`),
		sentence:
			'-Ctarget-cpu=x86-64, -v2, -v3, haswell, skylake (not -v4: AVX-512 code cannot be counted here)'
	},
	{
		target: 'x86-64',
		pattern: list(features),
		sentence: '-Ctarget-feature=-avx2, -Ctarget-feature=-avx2,-fma and the like'
	},
	{
		target: 'arm64',
		pattern: /^-Ctarget-cpu=(generic|cortex-a(55|72|76)|neoverse-n1)$/,
		sentence: '-Ctarget-cpu=<processor>'
	},
	{
		target: 'arm64',
		pattern: list(armFeatures),
		sentence: '-Ctarget-feature=+lse and the like'
	},
	{
		pattern: new RegExp(`^-C(${switches})=(yes|no)$`),
		sentence: '-Coverflow-checks=yes, -Cdebug-assertions=yes, -Cforce-frame-pointers=yes'
	},
	{ pattern: /^-Cpanic=(abort|unwind)$/, sentence: '-Cpanic=abort or unwind' },
	{
		pattern: /^-Cno-vectorize-(loops|slp)$/,
		sentence: '-Cno-vectorize-loops, -Cno-vectorize-slp'
	},
	{
		pattern: /^-Cllvm-args=-unroll-runtime=(true|false)$/,
		sentence: '-Cllvm-args=-unroll-runtime=false'
	},
	{ pattern: /^--edition=(2018|2021|2024)$/, sentence: '--edition=2018, 2021 or 2024' },
	{ pattern: /^--cfg=[A-Za-z_]\w{0,31}$/, sentence: '--cfg=name' },
	{ pattern: /^-[AWD][a-z][a-z_]{1,40}$/, sentence: '-Wunused, -Adead_code and the like' }
];
