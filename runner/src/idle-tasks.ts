/**
 * Shell: measurements of the runner itself while it has no job: its noise floor, its clock and its caches, and
 * how far predictors are from its times. */
import type { Target } from '@cyclelab/exercises/schema';
import type { Logger } from 'pino';
import { createCoreQueue, type CoreQueue } from './core-queue.ts';
import { sizesToMeasure } from './host/measured-caches.ts';
import { watchBlocks } from './job/block-watch.ts';
import { watchCaches } from './job/cache-watch.ts';
import { watchNoiseFloor, type Steadiness } from './job/noise-floor.ts';
import { queueBehind } from './job/when-idle.ts';
import type { Pool } from './sandbox/pool.ts';
import type { BlockReport, Calibration, MeasuredCaches } from '@cyclelab/contract/schema/gateway';
import type { Host } from '@cyclelab/contract/schema/host';

/** Idle time before caches are measured, ms. That takes a minute, and giving it up slows the next job. */
const quietMs = 30_000;
/** The same before blocks are measured. A learner who reads a result runs again within a minute or not soon. */
const blocksQuietMs = 60_000;

type IdleTasksParts = {
	takeSandbox: Pool['take'];
	coreQueue: CoreQueue;
	host: Host & { arch: Target };
	isIdle: () => boolean;
	/** Milliseconds since the last job was over. */
	idleMs: () => number;
	onSteadiness: (now: Steadiness, calibration: Calibration) => void;
	/** At most so many blocks a minute; 0: none. */
	blocksPerMinute: number;
	/** As the kernel reports it. */
	microcode: string | undefined;
	onBlocks: (report: BlockReport) => void;
	onCaches: (found: MeasuredCaches) => void;
	log: Logger;
};

/** None of these is meaningful under emulation. */
export function startIdleTasks(parts: IdleTasksParts): { close: () => Promise<void> }[] {
	const { takeSandbox, host, isIdle, log } = parts;
	if (host.emulated) return [];
	const coreQueue = queueBehind(parts.coreQueue, createCoreQueue());
	const needs = { takeSandbox, coreQueue, target: host.arch, isIdle, log };
	return [
		watchNoiseFloor({ ...needs, onChange: parts.onSteadiness }),
		watchCaches({
			...needs,
			isIdle: () => isIdle() && parts.idleMs() >= quietMs,
			sizes: sizesToMeasure(host.caches),
			onChange: parts.onCaches
		}),
		// Blocks are extracted from x86-64 code only.
		...(host.arch === 'x86-64' && parts.blocksPerMinute > 0
			? [
					watchBlocks({
						...needs,
						isIdle: () => isIdle() && parts.idleMs() >= blocksQuietMs,
						microarchitecture: host.microarchitecture,
						microcode: parts.microcode,
						perMinute: parts.blocksPerMinute,
						onBlocks: parts.onBlocks
					})
				]
			: [])
	];
}
