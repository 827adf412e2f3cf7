/**
 * Names an x86-64 processor as LLVM does, from the numbers CPUID gives (never from brand text, which hypervisors rewrite).
 * Source of the table: LLVM, `llvm/lib/TargetParser/Host.cpp`.
 */

/** `mcpu`: LLVM's CPU name. `processor`: the words people use. */
export type Microarchitecture = { mcpu: string; processor: string };

/** CPUID's display values; `stepping` distinguishes some server parts. */
type X86Identity = { vendor: string; family: number; model: number; stepping: number };

type Row = [models: number[], mcpu: string, processor: string];

const intelFamily6: Row[] = [
	[[0x2a, 0x2d], 'sandybridge', 'Intel Sandy Bridge'],
	[[0x3a, 0x3e], 'ivybridge', 'Intel Ivy Bridge'],
	[[0x3c, 0x3f, 0x45, 0x46], 'haswell', 'Intel Haswell'],
	[[0x3d, 0x47, 0x4f, 0x56], 'broadwell', 'Intel Broadwell'],
	[[0x4e, 0x5e, 0x8e, 0x9e, 0xa5, 0xa6], 'skylake', 'Intel Skylake'],
	[[0x6a, 0x6c], 'icelake-server', 'Intel Ice Lake server'],
	[[0x7d, 0x7e], 'icelake-client', 'Intel Ice Lake'],
	[[0x8c, 0x8d], 'tigerlake', 'Intel Tiger Lake'],
	[[0xa7], 'rocketlake', 'Intel Rocket Lake'],
	[[0x97, 0x9a], 'alderlake', 'Intel Alder Lake'],
	[[0xb7, 0xba, 0xbf], 'raptorlake', 'Intel Raptor Lake'],
	[[0xaa, 0xac], 'meteorlake', 'Intel Meteor Lake'],
	[[0xc5, 0xb5], 'arrowlake', 'Intel Arrow Lake'],
	[[0xc6], 'arrowlake-s', 'Intel Arrow Lake S'],
	[[0xbd], 'lunarlake', 'Intel Lunar Lake'],
	[[0xcc], 'pantherlake', 'Intel Panther Lake'],
	[[0x8f], 'sapphirerapids', 'Intel Sapphire Rapids'],
	[[0xcf], 'emeraldrapids', 'Intel Emerald Rapids'],
	[[0xad], 'graniterapids', 'Intel Granite Rapids'],
	[[0xae], 'graniterapids-d', 'Intel Granite Rapids D']
];

function skylakeServer(stepping: number): Microarchitecture {
	if (stepping >= 10) return { mcpu: 'cooperlake', processor: 'Intel Cooper Lake' };
	if (stepping >= 5) return { mcpu: 'cascadelake', processor: 'Intel Cascade Lake' };
	return { mcpu: 'skylake-avx512', processor: 'Intel Skylake server' };
}

function amd(family: number, model: number): Microarchitecture | undefined {
	const within = (low: number, high: number) => model >= low && model <= high;
	if (family === 0x17)
		return within(0x30, 0xff)
			? { mcpu: 'znver2', processor: 'AMD Zen 2' }
			: { mcpu: 'znver1', processor: 'AMD Zen' };
	if (family === 0x19)
		return within(0x10, 0x1f) || within(0x60, 0xaf)
			? { mcpu: 'znver4', processor: 'AMD Zen 4' }
			: { mcpu: 'znver3', processor: 'AMD Zen 3' };
	if (family === 0x1a) return { mcpu: 'znver5', processor: 'AMD Zen 5' };
	return undefined;
}

/** The x86-64 processor's name; an unknown one is called by its numbers and modelled as generic `x86-64-v3`. */
export function nameX86(id: X86Identity): Microarchitecture {
	const microarchitecture =
		id.vendor === 'AuthenticAMD'
			? amd(id.family, id.model)
			: id.vendor === 'GenuineIntel' && id.family === 6
				? id.model === 0x55
					? skylakeServer(id.stepping)
					: intelRow(id.model)
				: undefined;
	return (
		microarchitecture ?? {
			mcpu: 'x86-64-v3',
			processor: `${id.vendor} family ${id.family} model ${id.model}`
		}
	);
}

function intelRow(model: number): Microarchitecture | undefined {
	const row = intelFamily6.find(([models]) => models.includes(model));
	return row && { mcpu: row[1], processor: row[2] };
}
