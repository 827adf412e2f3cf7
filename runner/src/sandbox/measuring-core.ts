/**
 * Keeps tools off the measuring core while somebody measures, and lets them have it otherwise. The bound is the engine's
 * cpuset, which nothing in a container can widen; the kernel moves what already runs.
 */
import { readCpuList } from '../host/cpu-list.ts';
import type { Sandbox } from './command.ts';

/** Kernel processor lists. */
export type Cores = { tools: string; measure: string; idle?: string };

/** The numbers of all of them, the measuring one first. */
export function processorsOf({ measure, tools }: Cores): number[] {
	return readCpuList(`${measure},${tools}`);
}

/** @param confine moves every tools container there is to these cores */
export function measuringCore(cores: Cores, confine: (cores: string) => Promise<void>) {
	let measurements = 0;
	/** Where a tools container belongs now. */
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
