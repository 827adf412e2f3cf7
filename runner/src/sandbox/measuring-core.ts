/**
 * Keeps tools off the measuring core during a measurement, and lets them use it otherwise. The bound is the engine's
 * cpuset, which nothing in a container can widen; the kernel moves what already runs.
 */
import { readCpuList } from '../host/cpu-list.ts';
import type { Sandbox } from './command.ts';

/** Kernel processor lists. */
export type CoreLists = { tools: string; measure: string; idle?: string };

/** The numbers of all processors, the measuring one first. */
export function processorsOf({ measure, tools }: CoreLists): number[] {
	return readCpuList(`${measure},${tools}`);
}

/** @param confine moves every tool container to these cores */
export function measuringCore(cores: CoreLists, confine: (cores: string) => Promise<void>) {
	let measurements = 0;
	/** The cores on which tool containers run now. */
	const toolCores = () => (measurements > 0 ? cores.tools : (cores.idle ?? cores.tools));
	const apply = async () => {
		if (cores.idle !== undefined) await confine(toolCores());
	};

	return {
		toolCores,
		/** The sandbox, once no tool is on its core; the tools get the core back when it is disposed of. */
		lend: async <Taken extends Sandbox>(sandbox: Taken): Promise<Taken> => {
			measurements++;
			let over = false;
			const dispose = async () => {
				await sandbox.dispose();
				if (over) return;
				over = true;
				measurements--;
				await apply();
			};
			try {
				await apply();
			} catch (cause) {
				await dispose().catch(() => undefined);
				throw cause;
			}
			return { ...sandbox, dispose };
		}
	};
}
