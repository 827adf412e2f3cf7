/** Everything a job needs from its runner. */
import type { Pool } from '../sandbox/pool.ts';
import type { Stage } from '@cyclelab/contract/schema/failure';
import type { Compiler } from '@cyclelab/contract/schema/compiler';
import type { Host, NoiseFloor } from '@cyclelab/contract/schema/host';
import type { VariantReport } from '@cyclelab/contract/schema/report';
import type { MeasuredCaches } from '@cyclelab/contract/schema/gateway';
import type { CoreQueue } from '../core-queue.ts';
import type { Installed } from '../toolchains/toolchain.ts';
import type { Built } from './build-variant.ts';

/**
 * A variant's source under one toolchain: built, and in the end analysed. `others`: instructions an iteration by other threads
 * and processes than the one that calls the kernel; absent where they are not known.
 */
export type Inspection = Built & { others?: number | undefined };

/** Another tool's prediction of a variant's hot loop, or the reason why it has none. */
export type Opinion = NonNullable<VariantReport['secondOpinion']>;

/** A cache that may be another thread's. */
type AsyncCache<T> = {
	get: (key: string) => T | undefined | Promise<T | undefined>;
	set: (key: string, value: T) => void;
};

export type JobContext = {
	runner: { id: string; host: Host; noiseFloor?: NoiseFloor; measuredCaches?: MeasuredCaches };
	/** Clock by calibration, GHz. Absent under emulation. */
	clockGHz?: number;
	/**
	 * Waits for its turn on the measuring core, and resolves to the clock as it is now, GHz; undefined under emulation.
	 * Rejects if too many samples were disturbed.
	 */
	calibrate: () => Promise<number | undefined>;
	/** The toolchains that are ready. */
	toolchains: ReadonlyMap<Compiler, Installed>;
	/** Version of llvm-mca. */
	llvmMca: string;
	takeSandbox: Pool['take'];
	/** For exercises that measure with every core. */
	takeWhole: Pool['takeWhole'];
	/** The runner's processors, the measuring one first. */
	cores: readonly number[];
	/** The queue for the measuring core. */
	coreQueue: CoreQueue;
	inspections: AsyncCache<Inspection>;
	opinions: AsyncCache<Opinion>;
	/**
	 * Resolves when nobody waits for the assembly of another job, or after so many milliseconds. Absent: there are no other jobs.
	 */
	giveWay?: (mostMs: number, signal: AbortSignal) => Promise<void>;
	/** Longest that a job's simulations of its places take together, ms. Absent: as long as a learner waits. */
	simulationMs?: number;
	onStageSeconds: (stage: Stage, seconds: number) => void;
};
