/**
 * LLVM's tools as one static program. Debian's programs of the same names stay in the image, and older versions are these
 * alone: clang and llvm-mca 19.
 */

import { llvmTool, llvmVersion } from './llvm.ts';

/** images/tools/Dockerfile makes it. */
export const staticProgram = `/usr/lib/llvm-${llvmVersion}/bin/cyclelab-llvm`;

/** The static program for each tool; it acts as the tool whose name it gets. */
export const staticTools: Readonly<Record<string, string>> = Object.fromEntries(
	['clang', 'clang++', 'ld.lld', 'llvm-objdump', 'llvm-symbolizer', 'llvm-mca'].map((name) => [
		llvmTool(name),
		staticProgram
	])
);

/**
 * `served`: the static program waits in each sandbox and forks for every command, or is started for it if its server has ended;
 * `plain`: Debian's tools, with shared libraries. Both give the same output, but for errors of Debian's llvm-mca (the patches in
 * `images/tools/llvm`).
 */
export const toolModes = ['served', 'plain'] as const;
export type ToolMode = (typeof toolModes)[number];

export type Tools = {
	/** By program: the file that is executed under its name. */
	substitutes: Readonly<Record<string, string>>;
	/** The file, among the substitutes, that runs as a server. */
	server?: string;
};

/**
 * @param emulated always `plain` then: a kernel that starts qemu-user for a program gives it its own path as its name, by
 *   which the static program chooses the tool, and under qemu-user a server cannot fork for its parent
 */
export const toolSettings = (way: ToolMode, emulated = false): Tools =>
	way === 'plain' || emulated
		? { substitutes: {} }
		: { substitutes: staticTools, server: staticProgram };
