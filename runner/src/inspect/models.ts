/**
 * The scheduling models of LLVM 22 that may be asked for, and what each really is. Checked by running llvm-mca-22 with each
 * name: the names of its resources reveal the model (`resourcePrefix`); many names share the model of another core.
 * Offered are those whose model was written for that core, and two that say what stands in: znver5 (Zen 4's model) and
 * cortex-a72 (Cortex-A57's). Apple's cores are not: LLVM answers all of them with Cyclone, of 2013. Nor is oryon-1, whose
 * model has no figures for so much as a `nop`.
 */
import type { Target } from '@cyclelab/exercises/schema';

export type Model = {
	target: Target;
	/** The name llvm-mca is asked by. */
	mcpu: string;
	/** LLVM's name of the scheduling model really used. */
	model: string;
	/** How the names of its resources begin in llvm-mca's output. */
	resourcePrefix: string;
	/** True if the model was written for the core of this name. */
	exact: boolean;
	/** Instructions renamed per cycle according to the vendor, where the model's own number is higher. */
	dispatch?: number;
	/** Mnemonics llvm-mca never comes to an end with in this model. */
	hangs?: RegExp;
	/** Asked of an older llvm-mca (`models-19.ts`). */
	older?: true;
	/** True if it has figures for the atomic instructions of ARMv8.1 (LSE). Most models of arm64 have none. */
	lse?: true;
};

/** Tried: `xsavec` and `xrstor` come to an end, and all do in the other models. */
const savesState = /^(xsave(opt|s)?(64)?|xsetbv)$/;

const x86 = { target: 'x86-64' } as const;
const sandyBridge = { ...x86, model: 'SandyBridge', resourcePrefix: 'SB' };
const haswell = { ...x86, model: 'Haswell', resourcePrefix: 'HW' };
const broadwell = { ...x86, model: 'Broadwell', resourcePrefix: 'BW' };
const skylakeClient = { ...x86, model: 'SkylakeClient', resourcePrefix: 'SKL', dispatch: 4 };
const skylakeServer = { ...x86, model: 'SkylakeServer', resourcePrefix: 'SKX', dispatch: 4 };
const iceLake = { ...x86, model: 'IceLake', resourcePrefix: 'ICX', dispatch: 5 };
const alderLake = { ...x86, model: 'AlderLakeP', resourcePrefix: 'ADLP', hangs: savesState };
const sapphireRapids = {
	...x86,
	model: 'SapphireRapids',
	resourcePrefix: 'SPR',
	hangs: savesState
};
const lunarLake = { ...x86, model: 'LunarlakeP', resourcePrefix: 'LNLP' };
const zen1 = { ...x86, model: 'Znver1', resourcePrefix: 'Zn' };
const zen2 = { ...x86, model: 'Znver2', resourcePrefix: 'Zn2' };
const zen3 = { ...x86, model: 'Znver3', resourcePrefix: 'Zn3' };
const zen4 = { ...x86, model: 'Znver4', resourcePrefix: 'Zn4' };

const arm = { target: 'arm64' } as const;
const neoverseN1 = { ...arm, model: 'NeoverseN1', resourcePrefix: 'N1Unit' };
const neoverseN2 = { ...arm, model: 'NeoverseN2', resourcePrefix: 'N2Unit' };
const neoverseN3 = { ...arm, model: 'NeoverseN3', resourcePrefix: 'N3Unit' };
const neoverseV1 = { ...arm, model: 'NeoverseV1', resourcePrefix: 'V1Unit' };
const neoverseV2 = { ...arm, model: 'NeoverseV2', resourcePrefix: 'V2Unit' };
const neoverseV3 = { ...arm, model: 'NeoverseV3', resourcePrefix: 'V3Unit' };
const neoverseV3AE = { ...arm, model: 'NeoverseV3AE', resourcePrefix: 'V3AEUnit' };
const cortexA53 = { ...arm, model: 'CortexA53', resourcePrefix: 'A53Unit' };
const cortexA55 = { ...arm, model: 'CortexA55', resourcePrefix: 'CortexA55Unit' };
const cortexA57 = { ...arm, model: 'CortexA57', resourcePrefix: 'A57Unit' };
const cortexA510 = { ...arm, model: 'CortexA510', resourcePrefix: 'CortexA510Unit' };
const ampere1 = { ...arm, model: 'Ampere1', resourcePrefix: 'Ampere1Unit' };
const a64fx = { ...arm, model: 'A64FX', resourcePrefix: 'A64FXIP', lse: true } as const;
const exynosM5 = { ...arm, model: 'ExynosM5', resourcePrefix: 'M5', lse: true } as const;
const thunderX2 = { ...arm, model: 'ThunderX2T99', resourcePrefix: 'THX2T99', lse: true } as const;
const tsv110 = { ...arm, model: 'TSV110', resourcePrefix: 'TSV110Unit' };

const offered: readonly Model[] = [
	{ mcpu: 'haswell', ...haswell, exact: true },
	{ mcpu: 'skylake', ...skylakeClient, exact: true },
	{ mcpu: 'icelake-server', ...iceLake, exact: true },
	{ mcpu: 'alderlake', ...alderLake, exact: true },
	{ mcpu: 'sapphirerapids', ...sapphireRapids, exact: true },
	{ mcpu: 'znver3', ...zen3, exact: true },
	{ mcpu: 'znver4', ...zen4, exact: true },
	{ mcpu: 'znver5', ...zen4, exact: false },
	{ mcpu: 'cortex-a55', ...cortexA55, exact: true },
	{
		mcpu: 'cortex-a72',
		...cortexA57,
		exact: false
	},
	{ mcpu: 'neoverse-n1', ...neoverseN1, exact: true },
	{ mcpu: 'neoverse-n2', ...neoverseN2, exact: true },
	{ mcpu: 'neoverse-v1', ...neoverseV1, exact: true },
	{ mcpu: 'neoverse-v2', ...neoverseV2, exact: true },
	{ mcpu: 'neoverse-v3', ...neoverseV3, exact: true },
	{ mcpu: 'ampere1', ...ampere1, exact: true },
	{ mcpu: 'a64fx', ...a64fx, exact: true },
	{ mcpu: 'exynos-m5', ...exynosM5, exact: true },
	{ mcpu: 'thunderx2t99', ...thunderX2, exact: true }
];

/** Models of an architecture offered beside the host's, as "what if it ran there". */
export const offeredModels = (target: Target): readonly Model[] =>
	offered.filter((model) => model.target === target);

/** Whose details are shown where no processor of the code's architecture measures: a recent server's, well modelled. */
const leading: Record<Target, string> = { 'x86-64': 'sapphirerapids', arm64: 'neoverse-v2' };

/**
 * Further names a host can have (host/microarchitecture.ts). `exact` also where the core is the model's own one in another
 * product (Cascade Lake is Skylake's server core), not where it is a successor.
 */
const furtherHosts: readonly Model[] = [
	{ mcpu: 'nehalem', ...sandyBridge, exact: false },
	{ mcpu: 'westmere', ...sandyBridge, exact: false },
	{ mcpu: 'sandybridge', ...sandyBridge, exact: true },
	{ mcpu: 'ivybridge', ...sandyBridge, exact: false },
	{ mcpu: 'broadwell', ...broadwell, exact: true },
	{ mcpu: 'skylake-avx512', ...skylakeServer, exact: true },
	{ mcpu: 'cascadelake', ...skylakeServer, exact: true },
	{ mcpu: 'cooperlake', ...skylakeServer, exact: true },
	{ mcpu: 'cannonlake', ...skylakeServer, exact: false },
	{ mcpu: 'icelake-client', ...iceLake, exact: true },
	{ mcpu: 'tigerlake', ...iceLake, exact: false },
	{ mcpu: 'rocketlake', ...iceLake, exact: false },
	{ mcpu: 'emeraldrapids', ...sapphireRapids, exact: false },
	{ mcpu: 'graniterapids', ...sapphireRapids, exact: false },
	{ mcpu: 'graniterapids-d', ...sapphireRapids, exact: false },
	{ mcpu: 'raptorlake', ...alderLake, exact: false },
	{ mcpu: 'meteorlake', ...alderLake, exact: false },
	{ mcpu: 'arrowlake', ...alderLake, exact: false },
	{ mcpu: 'arrowlake-s', ...alderLake, exact: false },
	{ mcpu: 'lunarlake', ...lunarLake, exact: true },
	{ mcpu: 'pantherlake', ...alderLake, exact: false },
	{ mcpu: 'znver1', ...zen1, exact: true },
	{ mcpu: 'znver2', ...zen2, exact: true },
	{
		mcpu: 'x86-64-v3',
		...haswell,
		exact: false
	},
	{ mcpu: 'neoverse-n3', ...neoverseN3, exact: true },
	{ mcpu: 'neoverse-v3ae', ...neoverseV3AE, exact: true },
	{ mcpu: 'cortex-a53', ...cortexA53, exact: true },
	{ mcpu: 'cortex-a57', ...cortexA57, exact: true },
	{ mcpu: 'cortex-a510', ...cortexA510, exact: true },
	{ mcpu: 'tsv110', ...tsv110, exact: true },
	{
		mcpu: 'cortex-a76',
		...cortexA57,
		exact: false
	}
];

/** Every model there is a row for; a test in a container asks llvm-mca for each. */
export const allModels: readonly Model[] = [...offered, ...furtherHosts];

/** The model that stands for a host, by its LLVM name. Undefined: a processor we do not know (an arm64 `generic`, say). */
export const modelOf = (microarchitecture: string): Model | undefined =>
	allModels.find(({ mcpu }) => mcpu === microarchitecture);

/** The model that is asked about code for `target` first, and in detail: the host's model if it executes such code. */
export function leadingModel(
	microarchitecture: string,
	target: Target
): { model: Model; host: boolean } | undefined {
	const own = modelOf(microarchitecture);
	if (own?.target === target) return { model: own, host: true };
	const model = modelOf(leading[target]);
	return model && { model, host: false };
}

/** Names LLVM answers with the model of an old core, and which it is. */
const answeredBy: Record<string, string> = { 'apple-m1': "Cyclone, Apple's core of 2013" };

/** Why there is no prediction for a document's machine that LLVM has no model of. */
export function unmodelled(machine: string, mcpu: string): string {
	const old = answeredBy[mcpu];
	return `LLVM has no model of ${machine}, the document's machine${old ? `: what it calls ${mcpu} is its model of ${old}` : ''}. The models above are of other cores.`;
}

/** Cores that execute additions of small constants while renaming, faster than LLVM's models know. */
export const eliminatesConstantAdds = (microarchitecture: string): boolean =>
	[sapphireRapids.model, alderLake.model].includes(modelOf(microarchitecture)?.model ?? '');

/** Whether LLVM answers about this core by its model of Zen 4. */
export const hasFiguresOfZen4 = (microarchitecture: string): boolean =>
	modelOf(microarchitecture)?.model === zen4.model;
