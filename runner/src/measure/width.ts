/**
 * How many instructions a core can finish in a cycle, as a bound no honest measurement passes: twice its width at
 * renaming, the narrowest part every instruction goes through, because a fused pair (compare and branch, say) takes one
 * place there. Widths: the vendors' optimisation manuals, and chipsandcheese.com for Lion Cove and Apple.
 */

/** Operations renamed a cycle, by LLVM's name of the core. */
const widths: Record<string, number> = {
	...named(3, ['cortex-a72']),
	...named(4, ['sandybridge', 'ivybridge', 'haswell', 'broadwell', 'skylake']),
	...named(4, ['skylake-avx512', 'cascadelake', 'cooperlake', 'cortex-a76', 'neoverse-n1']),
	...named(5, ['icelake-server', 'icelake-client', 'tigerlake', 'rocketlake', 'neoverse-n2']),
	...named(6, ['alderlake', 'raptorlake', 'meteorlake', 'sapphirerapids', 'emeraldrapids']),
	...named(6, ['graniterapids', 'graniterapids-d', 'znver1', 'znver2', 'znver3', 'znver4']),
	...named(8, ['arrowlake', 'arrowlake-s', 'lunarlake', 'znver5', 'neoverse-v1', 'neoverse-v2']),
	...named(8, ['apple-m1'])
};

/** For a core that is not in the table: wider than any that is. */
const unknownWidth = 10;

export function instructionsPerCycleAtMost(microarchitecture: string): number {
	return 2 * (widths[microarchitecture] ?? unknownWidth);
}

/** Operations renamed a cycle; undefined for a core that is not in the table. */
export const renameWidth = (microarchitecture: string): number | undefined =>
	widths[microarchitecture];

function named(width: number, names: readonly string[]): Record<string, number> {
	return Object.fromEntries(names.map((name) => [name, width]));
}
