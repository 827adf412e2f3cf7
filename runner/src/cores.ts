/** Divides the cores between measuring and tools. Pure. */
import type { RunnerConfig } from './config.ts';
import { cpuList, readCpuList } from './host/cpu-list.ts';
import type { CoreLists } from './sandbox/measuring-core.ts';

/** The processors on which a runner's sandboxes may run. */
export type Processors = {
	/** Logical processors, numbered from 0. */
	cores: number;
	/** Hyperthreads of one physical core, as kernel processor lists; a core without any may be absent. */
	threads: readonly string[];
	/** Kernel processor list of the performance cores of a hybrid processor; absent or empty where all are of one kind. */
	performanceCores?: string;
	/** Sandboxes run under qemu-user and measure nothing. */
	emulated?: boolean;
};

/**
 * Cores by use. The last one measures, of a hybrid processor the last performance core. On a machine with one core all share it. Tools stay off the measuring core's hyperthreads too, because code
 * there slows code that fills the core by up to half (`measure/alone.ts`), unless no other core is left. Unless an
 * operator named cores, tools may use all while nothing is measured (`idle`). An emulated runner measures nothing and
 * stays off the core on which another runner of this host may measure.
 */
export function divideCores(
	{ MEASURE_CPUS, TOOLS_CPUS }: Pick<RunnerConfig, 'MEASURE_CPUS' | 'TOOLS_CPUS'>,
	{ cores, threads, performanceCores = '', emulated = false }: Processors
): CoreLists {
	const all = Array.from({ length: cores }, (_, i) => i);
	// The description of the host, its model and its caches are of a performance core.
	const fit = readCpuList(performanceCores).filter((core) => all.includes(core));
	const last = Math.max(...(fit.length > 0 ? fit : all));
	const measuring = MEASURE_CPUS === undefined ? [last] : readCpuList(MEASURE_CPUS);
	const besides = all.filter((one) => !measuring.includes(one));
	const near = threadsOf(measuring, threads);
	const apart = besides.filter((beside) => !near.includes(beside));
	const others = [apart, besides, all].find((some) => some.length > 0) ?? all;
	const tools = TOOLS_CPUS ?? cpuList(others);
	if (emulated) return { measure: MEASURE_CPUS ?? `${Number.parseInt(tools, 10)}`, tools };
	const named = MEASURE_CPUS !== undefined || TOOLS_CPUS !== undefined;
	return {
		measure: MEASURE_CPUS ?? `${last}`,
		tools,
		...(named || cores === 1 ? {} : { idle: cpuList(all) })
	};
}

/** Why tools show in what is measured meanwhile, and what to do, if they run on the measuring core's hyperthreads. */
export function sharedCoreIn(
	{ measure, tools }: CoreLists,
	{ threads }: Pick<Processors, 'threads'>
): string | undefined {
	const near = threadsOf(readCpuList(measure), threads);
	const both = readCpuList(tools).filter((tool) => near.includes(tool));
	if (both.length === 0) return undefined;
	return `Processors ${measure} (measuring) and ${cpuList(both)} (tools) are hyperthreads of one physical core: compilers slow what is measured meanwhile, and such samples are set aside. Give the runner another core, or name its cores with MEASURE_CPUS and TOOLS_CPUS.`;
}

/** All hyperthreads of these processors' physical cores. */
function threadsOf(processors: readonly number[], threads: readonly string[]): number[] {
	return threads
		.map(readCpuList)
		.filter((group) => group.length > 1 && group.some((one) => processors.includes(one)))
		.flat();
}
