/** Where the published times come from, and the families of processors they hold for, by LLVM's names. */

/** AMD's own figures for its compiler. */
export const gccZen = 'GCC 15, gcc/config/i386/zn4zn5.md (written by AMD)';
export const amdGuide = 'AMD, Software Optimization Guides 56665, 57647 (Zen 3, 4), 58455 (Zen 5)';
export const intelManual = 'Intel, Optimization Reference Manual (248966)';
export const agner = 'Agner Fog, Instruction tables';
export const uops = 'uops.info';
/** Measured in this project's prototype on an Emerald Rapids; no vendor states it. */
export const prototype = 'prototype of this project, Emerald Rapids, 301 samples';

export const any = /./;
export const zen3to5 = /^znver[345]$/;
export const zen4to5 = /^znver[45]$/;
export const zen5 = /^znver5$/;
/** Skylake's core, client and server. */
export const skylake = /^(skylake|skylake-avx512|cascadelake|cooperlake)$/;
/** Sunny Cove and later. */
export const iceLakeOn =
	/^(icelake|tigerlake|rocketlake|alderlake|raptorlake|meteorlake|sapphirerapids|emeraldrapids|graniterapids)/;
/** Golden Cove, Raptor Cove, Redwood Cove. */
export const goldenCove =
	/^(alderlake|raptorlake|meteorlake|sapphirerapids|emeraldrapids|graniterapids)/;
export const intel = new RegExp(`${skylake.source}|${iceLakeOn.source}`);
