/** How the .NET 8 runtime and its just-in-time compiler are set. Pure. */
import type { Compiler } from '../schema/compiler.ts';
import { dotnetEnv } from './dotnet-compile.ts';

const runtimeEnv: Record<string, string> = {
	...dotnetEnv,
	// Nobody attaches a debugger, for which the runtime would open pipes.
	DOTNET_EnableDiagnostics: '0',
	// The runtime lists in its folder where its code is (3: that list and no other). It does not change the code.
	DOTNET_PerfMapEnabled: '3',
	DOTNET_PerfMapJitDumpPath: '.',
	// The sandbox has no memfd_create, through which the runtime would map its code twice, once to write and once to execute.
	DOTNET_EnableWriteXorExecute: '0',
	// No thread of the collector beside the kernel.
	DOTNET_gcConcurrent: '0',
	// The emulator that counts has no AVX-512, and counted code must be the code that is timed.
	DOTNET_EnableAVX512F: '0'
};

/**
 * How the just-in-time compiler is set: each method has one code, so that it is settled before timing which is measured. By
 * default .NET compiles a method several times: fast at first (Tier0), from within a loop that goes on for long (on-stack
 * replacement), and optimised when it was called 30 times (Tier1).
 */
const settings = {
	/** Optimised when first called, and then not again. */
	optimised: { DOTNET_TieredCompilation: '0' },
	/** Never anything but what is compiled at first: nobody counts calls or the passes of loops. */
	tier0: {
		DOTNET_TieredCompilation: '1',
		DOTNET_TC_CallCounting: '0',
		DOTNET_TC_OnStackReplacement: '0',
		DOTNET_TieredPGO: '0'
	},
	/** As RyuJIT was up to .NET 7: a struct is kept in registers with all its fields, at most four, or not at all. */
	unpromoted: { DOTNET_TieredCompilation: '0', DOTNET_JitEnablePhysicalPromotion: '0' }
} as const;

export const settingsOf: Partial<Record<Compiler, Record<string, string>>> = {
	'coreclr-8.0': settings.optimised,
	'coreclr-8.0-tier0': settings.tier0,
	'coreclr-8.0-unpromoted': settings.unpromoted
};

/** The environment of a process of this compiler. */
export const coreclrEnv = (compiler: Compiler): Record<string, string> => ({
	...runtimeEnv,
	...settingsOf[compiler]
});
