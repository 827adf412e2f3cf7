/** Shell: the runner's sandboxes: their pool, and the toolchains whose images are there. */
import { imageTag } from '@cyclelab/images/build';
import type { ImageName } from '@cyclelab/images/recipes';
import type Docker from 'dockerode';
import os from 'node:os';
import type { Logger } from 'pino';
import type { RunnerConfig } from './config.ts';
import { jobsIn, poolMemory } from './sandbox/demand.ts';
import { imagesWithCells } from './sandbox/cell-engine.ts';
import { connectEngine } from './sandbox/docker.ts';
import type { CoreLists } from './sandbox/measuring-core.ts';
import { openPool } from './sandbox/pool.ts';
import { toolSettings } from './sandbox/tool-mode.ts';
import { buildsSlowly } from '@cyclelab/contract/schema/compiler';
import type { Host } from '@cyclelab/contract/schema/host';
import type { Toolchain } from './toolchains/toolchain.ts';
import { watchToolchains } from './toolchain-watch.ts';

const memoryOf = ({ RUNNER_MEMORY_MIB }: RunnerConfig) =>
	RUNNER_MEMORY_MIB ?? os.totalmem() / 2 ** 20;

/**
 * With more jobs at once for each processor, steps that take seconds of processor time, such as counts of C#, would reach their
 * limits of time; a job that finds a free slot needs no queue, which costs site and database 4 ms of processor time.
 */
const slotsPerProcessor = 4;
const usualSlots = Math.min(8, slotsPerProcessor * os.availableParallelism());

/** Jobs at once. Jobs that do not fit in memory stay in the site's queue, which shows their position. */
export const slotsOf = (config: RunnerConfig): number =>
	Math.min(config.RUNNER_SLOTS ?? usualSlots, jobsIn(memoryOf(config)));

export type SandboxesParts = {
	docker: Docker;
	config: RunnerConfig;
	host: Host;
	cores: CoreLists;
	toolchains: readonly Toolchain[];
	/** Called with a sentence if the host cannot have cells. */
	onCellsRefused: (sentence: string) => void;
	onTrouble: (error: Error) => void;
	/** Other toolchains are ready. */
	onChange: () => void;
	log: Logger;
};

export async function openSandboxes(parts: SandboxesParts) {
	const { docker, config, host, toolchains, log } = parts;
	const engine = connectEngine(docker);
	const pool = await openPool({
		engine,
		owner: config.RUNNER_ID,
		cores: parts.cores,
		emulated: host.emulated,
		toolsRuntime: config.RUNNER_TOOLS_RUNTIME,
		...(config.RUNNER_CELLS === 'on' && !host.emulated ? { cells: imagesWithCells } : {}),
		onCellsRefused: parts.onCellsRefused,
		memory: poolMemory(slotsOf(config), memoryOf(config)),
		tools: toolSettings(config.RUNNER_TOOLS, host.emulated),
		onTrouble: parts.onTrouble
	});
	/** Slow builds (a minute) get a low CPU weight beside builds of a tenth of a second. */
	const lowWeight = (image: ImageName) =>
		toolchains.some((toolchain) => toolchain.image === image && buildsSlowly(toolchain.compiler))
			? { weight: 128 }
			: {};
	const watch = watchToolchains({
		pool,
		toolchains,
		others: ['osaca'],
		stock: (image: ImageName) =>
			image === 'cc'
				? // Two: a background comparison never has the only warm one.
					{ sizes: { tools: config.RUNNER_POOL, measure: 2 } }
				: { sizes: { tools: image === 'osaca' ? 0 : 1, measure: 0 }, ...lowWeight(image) },
		find: async (image) => {
			const tag = await imageTag(image, host.arch);
			const digest = await engine.digestOf(tag);
			return digest === undefined ? undefined : { tag, digest };
		},
		onChange: parts.onChange,
		log
	});
	return { pool, toolchainWatch: watch };
}
