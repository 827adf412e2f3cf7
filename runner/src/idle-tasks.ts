/** Shell: measurements of the runner itself while it has no job: its noise floor, its clock and its caches. */
import type { Target } from '@cyclelab/exercises/schema';
import type { Logger } from 'pino';
import { createCoreQueue, type CoreQueue } from './core-queue.ts';
import { sizesToMeasure } from './host/measured-caches.ts';
import { watchCaches } from './job/cache-watch.ts';
import { watchNoiseFloor, type Steadiness } from './job/noise-floor.ts';
import { queueBehind } from './job/when-idle.ts';
import type { Pool } from './sandbox/pool.ts';
import type { Calibration, MeasuredCaches } from './schema/gateway.ts';
import type { Host } from './schema/host.ts';

/** Idle time before caches are measured, ms. That takes a minute, and giving it up slows the next job. */
const quietMs = 30_000;

export type IdleTasksParts = {
	takeSandbox: Pool['take'];
	coreQueue: CoreQueue;
	host: Host & { arch: Target };
	isIdle: () => boolean;
	/** Milliseconds since the last job was over. */
	idleMs: () => number;
	onSteadiness: (now: Steadiness, calibration: Calibration) => void;
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
		})
	];
}
