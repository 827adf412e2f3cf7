/** Which toolchains a host's images hold, and what they build for there. Pure. */
import type { Target } from '@cyclelab/exercises/schema';
import type { Compiler } from '../schema/compiler.ts';
import type { Toolchain } from './toolchain.ts';
import { toolchains } from './toolchains.ts';

/** CoreCLR 3.1 is in PyPI's dotnetcore2 and Crystal in Debian's packages, both for x86-64 only. */
const missing: Record<Target, readonly Compiler[]> = {
	'x86-64': [],
	arm64: ['coreclr-3.1', 'crystal-1.14']
};

/** Mono compiles ahead of time for what it runs on, and for nothing else. */
export function toolchainsOn(arch: Target): readonly Toolchain[] {
	return toolchains
		.filter(({ compiler }) => !missing[arch].includes(compiler))
		.map((one) => (one.compiler === 'mono-6.12' ? { ...one, targets: [arch] } : one));
}
