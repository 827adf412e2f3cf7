/** Published times from a load's address to its use, hit in the first data cache, simplest address: core cycles. */

const intelManual = 'Intel 64 and IA-32 Architectures Optimization Reference Manual (248966)';

export const publishedLoads: { names: RegExp; cycles: number; source: string }[] = [
	{
		names: /^znver[12]$/,
		cycles: 4,
		source: 'AMD, Software Optimization Guide, family 17h (55723), data cache'
	},
	{
		names: /^znver[34]$/,
		cycles: 4,
		source: 'AMD, Software Optimization Guide, family 19h (56665, 57647), data cache'
	},
	{
		names: /^znver5$/,
		cycles: 4,
		source: 'AMD, Software Optimization Guide, Zen 5 (58455), data cache'
	},
	{
		names:
			/^(sandybridge|ivybridge|haswell|broadwell|skylake|skylake-avx512|cascadelake|cooperlake)$/,
		cycles: 4,
		source: `${intelManual}, Sandy Bridge to Skylake`
	},
	{
		names:
			/^(icelake|tigerlake|rocketlake|alderlake|raptorlake|meteorlake|sapphirerapids|emeraldrapids|graniterapids)/,
		cycles: 5,
		source: `${intelManual}, Ice Lake (Sunny Cove) to Redwood Cove`
	}
];
