/** All toolchains, by compiler. A compiler without one here is not offered. */
import type { Compiler } from '../schema/compiler.ts';
import { clang, gcc } from './cc.ts';
import { coreclr } from './coreclr.ts';
import { crystal } from './crystal.ts';
import { go } from './go.ts';
import { mono } from './mono.ts';
import type { Toolchain } from './toolchain.ts';

export const toolchains: readonly Toolchain[] = [clang, gcc, go, coreclr, mono, crystal];

/** @throws if there is none: a job that names it should not have reached this runner */
export function toolchainOf(compiler: Compiler): Toolchain {
	const toolchain = toolchains.find((one) => one.compiler === compiler);
	if (!toolchain) throw new Error(`this runner has no toolchain for ${compiler}`);
	return toolchain;
}
