/** Everything a job needs from its runner. */
import type { Pool } from '../sandbox/pool.ts';
import type { Stage } from '../schema/failure.ts';
import type { Compiler } from '../schema/compiler.ts';
import type { Host, NoiseFloor } from '../schema/host.ts';
import type { VariantReport } from '../schema/report.ts';
import type { CoreQueue } from '../core-queue.ts';
import type { Built } from './build-variant.ts';
import type { AsyncCache } from './cache.ts';

/**
 * A variant's source under one toolchain: built, and in the end analysed. `others`: instructions an iteration by other threads
 * and processes than the one that calls the kernel; absent where they are not known.
 */
export type Inspection = Built & { others?: number | undefined };

/** Another tool's prediction of a variant's hot loop, or the reason why it has none. */
export type Opinion = NonNullable<VariantReport['secondOpinion']>;

export type JobContext = {
	runner: { id: string; host: Host; noiseFloor?: NoiseFloor };
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
	onStageSeconds: (stage: Stage, seconds: number) => void;
};

/** A toolchain that is ready: its version, the tag of its image, and the digest of the image's files. */
export type Installed = { version: string; image: string; digest: string };
