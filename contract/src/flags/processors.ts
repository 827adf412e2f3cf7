/**
 * The x86-64 processors whose names a learner may give a compiler, and the extensions of the instruction set that each name
 * lets the compiler use. Browser-safe.
 *
 * Source of the extensions: `llvm/lib/TargetParser/X86TargetParser.cpp` of LLVM 22; `tests/integration/toolchains/processor-names.test.ts`
 * compares them with the macros that each compiler defines for each name. Left out are extensions that no compiler chooses for
 * a loop (keys, enclaves, transactions, tiles, waiting), names of cores without AVX that are later than Nehalem, and processors
 * whose extensions Linux does not report (from Arrow Lake on).
 */
import type { Compiler } from '../schema/compiler.ts';

/** An extension: as Linux names it in /proc/cpuinfo, as clang, gcc and LLVM do, and as rustc does where that differs. */
type Extension = { cpuinfo: string; llvm: string; rustc: string };

const named = (cpuinfo: string, llvm = cpuinfo, rustc = llvm): Extension => ({
	cpuinfo,
	llvm,
	rustc
});

/** The ones that tell most come first: a refusal names the first that is missing. */
export const extensions: readonly Extension[] = [
	named('avx512f'),
	named('avx512bw'),
	named('avx512cd'),
	named('avx512dq'),
	named('avx512vl'),
	named('avx512ifma'),
	named('avx512vbmi'),
	named('avx512_vbmi2', 'avx512vbmi2'),
	named('avx512_vnni', 'avx512vnni'),
	named('avx512_bitalg', 'avx512bitalg'),
	named('avx512_vpopcntdq', 'avx512vpopcntdq'),
	named('avx512_bf16', 'avx512bf16'),
	named('avx512_fp16', 'avx512fp16'),
	named('avx512_vp2intersect', 'avx512vp2intersect'),
	named('avx2'),
	named('avx'),
	named('fma'),
	named('f16c'),
	named('avx_vnni', 'avxvnni'),
	named('bmi1', 'bmi', 'bmi1'),
	named('bmi2'),
	named('abm', 'lzcnt'),
	named('popcnt'),
	named('movbe'),
	named('adx'),
	named('sse4a'),
	named('sse4_2', 'sse4.2'),
	named('sse4_1', 'sse4.1'),
	named('ssse3'),
	named('pni', 'sse3'),
	named('cx16', 'cx16', 'cmpxchg16b'),
	named('aes'),
	named('pclmulqdq', 'pclmul', 'pclmulqdq'),
	named('vaes'),
	named('vpclmulqdq'),
	named('gfni'),
	named('sha_ni', 'sha')
];

const words = (text: string) => text.split(' ');

const v2 = words('cx16 popcnt pni ssse3 sse4_1 sse4_2');
const v3 = [...v2, ...words('avx avx2 bmi1 bmi2 f16c fma abm movbe')];
const fiveOf512 = words('avx512f avx512bw avx512cd avx512dq avx512vl');
const sandybridge = [...v2, 'pclmulqdq', 'avx'];
const haswell = [...v3, 'pclmulqdq'];
const skylake = [...haswell, 'adx', 'aes'];
const skylakeServer = [...skylake, ...fiveOf512];
const cannonlake = [...skylakeServer, 'avx512ifma', 'avx512vbmi', 'sha_ni'];
const crypto = ['vaes', 'vpclmulqdq'];
const icelake = [
	...cannonlake,
	...crypto,
	...words('gfni avx512_bitalg avx512_vbmi2 avx512_vnni avx512_vpopcntdq')
];
const alderlake = [...skylake, ...crypto, 'gfni', 'sha_ni', 'avx_vnni'];
const sapphirerapids = [...icelake, 'avx512_bf16', 'avx512_fp16', 'avx_vnni'];
const zen = [...skylake, 'sha_ni', 'sse4a'];
const zen3 = [...zen, ...crypto];
const zen4 = [...icelake, 'sse4a', 'avx512_bf16'];

/** The levels of the x86-64 psABI, and processors by the names that clang, gcc and rustc share, each with its extensions. */
const needs: Readonly<Record<string, readonly string[]>> = {
	'x86-64': [],
	'x86-64-v2': v2,
	'x86-64-v3': v3,
	'x86-64-v4': [...v3, ...fiveOf512],
	nehalem: v2,
	westmere: [...v2, 'pclmulqdq'],
	sandybridge,
	ivybridge: [...sandybridge, 'f16c'],
	haswell,
	broadwell: [...haswell, 'adx'],
	skylake,
	'skylake-avx512': skylakeServer,
	cascadelake: [...skylakeServer, 'avx512_vnni'],
	cooperlake: [...skylakeServer, 'avx512_vnni', 'avx512_bf16'],
	cannonlake,
	'icelake-client': icelake,
	'icelake-server': icelake,
	rocketlake: icelake,
	tigerlake: [...icelake, 'avx512_vp2intersect'],
	alderlake,
	raptorlake: alderlake,
	meteorlake: alderlake,
	sapphirerapids,
	emeraldrapids: sapphirerapids,
	graniterapids: sapphirerapids,
	'graniterapids-d': sapphirerapids,
	znver1: zen,
	znver2: zen,
	znver3: zen3,
	znver4: zen4,
	znver5: [...zen4, 'avx_vnni', 'avx512_vp2intersect']
};

/** Names that came with a later version than these of gcc. */
const later: Partial<Record<Compiler, readonly string[]>> = {
	'gcc-12': words('raptorlake meteorlake emeraldrapids graniterapids graniterapids-d znver4 znver5')
};

/** The names that this compiler knows, besides `native`. */
export const processorsOf = (compiler: Compiler): string[] =>
	Object.keys(needs).filter((name) => !later[compiler]?.includes(name));

/** The extensions that a compiler may use for a processor or a level of that name, as Linux names them. */
export const extensionsOf = (name: string): readonly string[] => needs[name] ?? [];
