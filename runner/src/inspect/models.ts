/**
 * The scheduling models of LLVM 22 that may be asked for, and what each really is, by the names of cores (`cores.json`). Checked by
 * running llvm-mca-22 with each name: the names of its resources reveal the model (`resourcePrefix`); many names share the model of
 * another core. Offered are those whose model was written for that core, and two that say what stands in: znver5 (Zen 4's model) and
 * cortex-a72 (Cortex-A57's). Apple's cores are not: LLVM answers all of them with Cyclone, of 2013. Nor is oryon-1, whose
 * model has no figures for so much as a `nop`.
 */
import type { Target } from '@cyclelab/exercises/schema';
import table from './cores.json' with { type: 'json' };

export type Model = {
	target: Target;
	/** The name llvm-mca is asked by. */
	mcpu: string;
	/** LLVM's name of the scheduling model really used. */
	model: string;
	/** How the names of its resources begin in llvm-mca's output. */
	resourcePrefix: string;
	/**
	 * True if the model was written for the core of this name, also in another product (Cascade Lake is Skylake's server core), not
	 * for one that it succeeds.
	 */
	exact: boolean;
	/** Instructions renamed per cycle according to the vendor, where the model's own number is higher. */
	dispatch?: number;
	/** Mnemonics llvm-mca never comes to an end with in this model. Tried: all do in the other models. */
	hangs?: RegExp;
	/** Asked of an older llvm-mca (`models-19.ts`). */
	older?: true;
	/** True if it has figures for the atomic instructions of ARMv8.1 (LSE). Most models of arm64 have none. */
	lse?: true;
};

/** A row of `cores.json`. Cores of whose name LLVM has no model have no `model`. */
type Core = {
	/** LLVM's name. */
	mcpu: string;
	model?: string | undefined;
	exact?: boolean | undefined;
	/** Offered beside the host's; the others are further names that a host can have (`host/microarchitecture.ts`). */
	offered?: boolean | undefined;
	/** OSACA's machine model; that of a predecessor or sibling stands in where it is not exact. */
	osaca?: string | undefined;
	osacaExact?: boolean | undefined;
	/** Operations renamed a cycle: the vendors' optimisation manuals, and chipsandcheese.com for Lion Cove and Apple. */
	width?: number | undefined;
};

const cores: readonly Core[] = table.cores;
const byName = new Map(cores.map((core) => [core.mcpu, core]));
export const coreOf = (mcpu: string): Core | undefined => byName.get(mcpu);

/** A row of models in `cores.json`, by the name of the model. */
type ModelRow = Omit<Model, 'mcpu' | 'model' | 'exact' | 'hangs' | 'older'> & { hangs?: string };

const models = Object.fromEntries(
	Object.entries(table.models as Record<string, ModelRow>).map(([model, { hangs, ...rest }]) => [
		model,
		{ ...rest, model, ...(hangs === undefined ? {} : { hangs: new RegExp(hangs) }) }
	])
);

/** Every model there is a row for; a test in a container asks llvm-mca for each. */
export const allModels: readonly Model[] = cores.flatMap(({ mcpu, model, exact = false }) => {
	const found = models[model ?? ''];
	return found ? [{ ...found, mcpu, exact }] : [];
});

/** Models of an architecture offered beside the host's, as "what if it ran there". */
export const offeredModels = (target: Target): readonly Model[] =>
	allModels.filter(({ mcpu, target: its }) => its === target && coreOf(mcpu)?.offered);

/** Whose details are shown where no processor of the code's architecture measures: a recent server's, well modelled. */
const leading: Record<Target, string> = { 'x86-64': 'sapphirerapids', arm64: 'neoverse-v2' };

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
	['SapphireRapids', 'AlderLakeP'].includes(modelOf(microarchitecture)?.model ?? '');
