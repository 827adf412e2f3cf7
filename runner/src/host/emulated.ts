/** The description of a host whose sandboxes run under an emulator of another architecture. Pure. */
import type { Target } from '@cyclelab/exercises/schema';
import type { Host } from '@cyclelab/contract/schema/host';

/**
 * The machine keeps its cores and its kernel. Nothing else of it shows in what it emulates: not its microarchitecture, its
 * caches. `generic` is the name under which LLVM knows no particular core.
 */
export function emulatedHost(machine: Host, arch: Target): Host {
	const { extensions: _, ...kept } = machine;
	return {
		...kept,
		arch,
		microarchitecture: 'generic',
		processor: `${arch} under qemu-user`,
		identity: `emulated on ${machine.processor}, ${machine.identity}`,
		emulated: true,
		caches: []
	};
}

/** A machine as the sandboxes of a runner see it that may emulate another architecture. */
export const hostFor = (machine: Host, emulates: Target | undefined): Host =>
	emulates === undefined || emulates === machine.arch ? machine : emulatedHost(machine, emulates);
