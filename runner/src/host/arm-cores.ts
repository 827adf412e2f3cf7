/**
 * Names an arm64 core as LLVM does, from the implementer and part number of its MIDR. Source of the names: LLVM's
 * `llvm/lib/TargetParser/Host.cpp`, version 19, and a later version for Apple's. A core with a name may have
 * no model: `inspect/models.ts` lists the names that LLVM models, and the models that stand in for another core.
 */
import type { Microarchitecture } from './microarchitecture.ts';

type CoreParts = { maker: string; parts: Record<number, string> };

const arm: CoreParts = {
	maker: 'Arm',
	parts: {
		0xd02: 'cortex-a34',
		0xd03: 'cortex-a53',
		0xd04: 'cortex-a35',
		0xd05: 'cortex-a55',
		0xd06: 'cortex-a65',
		0xd07: 'cortex-a57',
		0xd08: 'cortex-a72',
		0xd09: 'cortex-a73',
		0xd0a: 'cortex-a75',
		0xd0b: 'cortex-a76',
		0xd0c: 'neoverse-n1',
		0xd0d: 'cortex-a77',
		0xd0e: 'cortex-a76ae',
		0xd15: 'cortex-r82',
		0xd40: 'neoverse-v1',
		0xd41: 'cortex-a78',
		0xd42: 'cortex-a78ae',
		0xd43: 'cortex-a65ae',
		0xd44: 'cortex-x1',
		0xd46: 'cortex-a510',
		0xd47: 'cortex-a710',
		0xd48: 'cortex-x2',
		0xd49: 'neoverse-n2',
		0xd4a: 'neoverse-e1',
		0xd4b: 'cortex-a78c',
		0xd4c: 'cortex-x1c',
		0xd4d: 'cortex-a715',
		0xd4e: 'cortex-x3',
		0xd4f: 'neoverse-v2',
		0xd80: 'cortex-a520',
		0xd81: 'cortex-a720',
		0xd82: 'cortex-x4',
		0xd83: 'neoverse-v3ae',
		0xd84: 'neoverse-v3',
		0xd85: 'cortex-x925',
		0xd87: 'cortex-a725',
		0xd88: 'cortex-a520ae',
		0xd89: 'cortex-a720ae',
		0xd8e: 'neoverse-n3'
	}
};

/** Each chip has an efficiency core and a performance core, which share one name in LLVM. */
const appleParts: readonly [parts: number[], name: string][] = [
	[[0x20, 0x21, 0x22, 0x23, 0x24, 0x25, 0x28, 0x29], 'apple-m1'],
	[[0x30, 0x31, 0x32, 0x33, 0x34, 0x35, 0x38, 0x39], 'apple-m2'],
	[[0x48, 0x49], 'apple-m3']
];

/** By MIDR's implementer. Graviton 2, 3 and 4 are Arm's own N1, V1 and V2; Altra is N1; Grace is V2. */
const implementers: Record<number, CoreParts> = {
	0x41: arm,
	0x43: { maker: 'Cavium', parts: { 0xa1: 'thunderxt88', 0xaf: 'thunderx2t99' } },
	0x42: { maker: 'Broadcom', parts: { 0x516: 'thunderx2t99' } },
	0x46: { maker: 'Fujitsu', parts: { 0x001: 'a64fx' } },
	0x48: { maker: 'HiSilicon', parts: { 0xd01: 'tsv110' } },
	0x4e: { maker: 'NVIDIA', parts: { 0x004: 'carmel' } },
	0x51: {
		maker: 'Qualcomm',
		parts: {
			0x001: 'oryon-1',
			0x201: 'kryo',
			0x205: 'kryo',
			0x211: 'kryo',
			0x800: 'cortex-a73',
			0x801: 'cortex-a73',
			0x802: 'cortex-a75',
			0x803: 'cortex-a75',
			0x804: 'cortex-a76',
			0x805: 'cortex-a76',
			0xc00: 'falkor',
			0xc01: 'saphira'
		}
	},
	0x61: {
		maker: 'Apple',
		parts: Object.fromEntries(
			appleParts.flatMap(([parts, name]) => parts.map((part) => [part, name]))
		)
	},
	// Azure Cobalt 100.
	0x6d: { maker: 'Microsoft', parts: { 0xd49: 'neoverse-n2' } },
	0xc0: { maker: 'Ampere', parts: { 0xac3: 'ampere1', 0xac4: 'ampere1a', 0xac5: 'ampere1b' } }
};

/** An unknown core is called by its numbers. */
export function nameArm(implementer: number, part: number): Microarchitecture {
	const cores = implementers[implementer];
	const mcpu = cores?.parts[part];
	if (!cores || mcpu === undefined)
		return {
			mcpu: 'generic',
			processor: `arm64 implementer 0x${implementer.toString(16)} part 0x${part.toString(16)}`
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
