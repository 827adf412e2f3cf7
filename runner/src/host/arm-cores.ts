/**
 * Names an arm64 core as LLVM does, from the implementer and part number of its MIDR. Source of the names: LLVM's
 * `llvm/lib/TargetParser/Host.cpp`, version 19, and a later version for Apple's. A core with a name may have
 * no model: `inspect/models.ts` lists the names that LLVM models, and the models that stand in for another core.
 */
import table from './arm-cores.json' with { type: 'json' };
import type { Microarchitecture } from './microarchitecture.ts';

/**
 * By MIDR's implementer, and its parts. Graviton 2, 3 and 4 are Arm's own N1, V1 and V2; Altra is N1; Grace is V2; Microsoft's is
 * Azure Cobalt 100. Apple's chips have an efficiency core and a performance core each, which share one name in LLVM.
 */
const implementers: Readonly<Record<string, { maker: string; parts: Record<string, string> }>> =
	table;

const hexadecimal = (number: number) => `0x${number.toString(16)}`;

/** An unknown core is called by its numbers. */
export function nameArm(implementer: number, part: number): Microarchitecture {
	const cores = implementers[hexadecimal(implementer)];
	const mcpu = cores?.parts[hexadecimal(part)];
	if (!cores || mcpu === undefined)
		return {
			mcpu: 'generic',
			processor: `arm64 implementer ${hexadecimal(implementer)} part ${hexadecimal(part)}`
		};
	return { mcpu, processor: inWords(cores.maker, mcpu) };
}

/** `neoverse-n1` is Arm Neoverse N1, `cortex-a78ae` Arm Cortex-A78AE, `apple-m2` Apple M2, others as LLVM writes them. */
function inWords(maker: string, mcpu: string): string {
	const [family = '', model] = mcpu.split('-');
	if (family === 'cortex') return `Arm Cortex-${model?.toUpperCase()}`;
	if (family === 'neoverse') return `Arm Neoverse ${model?.toUpperCase()}`;
	if (family === 'apple') return `Apple ${model?.toUpperCase()}`;
	return `${maker} ${mcpu}`;
}
