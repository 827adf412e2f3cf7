/** What every job of a runner works with. */
import type { CounterReader } from '../counters/reader.ts';
import type { Pool } from '../sandbox/pool.ts';
import type { Stage } from '../schema/failure.ts';
import type { Compiler } from '../schema/compiler.ts';
import type { Host, NoiseFloor } from '../schema/host.ts';
import type { Turns } from '../turns.ts';
import type { Built } from './build-variant.ts';
import type { Cache } from './cache.ts';
import type { Opinion } from './opinion.ts';

/** What is known about a variant's source under one toolchain: built, and in the end analysed. */
export type Inspection = Built;

export type Workshop = {
	runner: { id: string; host: Host; noiseFloor?: NoiseFloor };
	/** Clock by calibration, GHz. Absent under emulation. */
	clockGHz?: number;
	/** The toolchains that are ready. */
	toolchains: ReadonlyMap<Compiler, Installed>;
	/** Version of llvm-mca. */
	llvmMca: string;
	takeSandbox: Pool['take'];
	/** For exercises that measure with every core. */
	takeWhole: Pool['takeWhole'];
	/** Processors there are, the measuring one first. */
	cores: readonly number[];
	/** Absent where the machine has no hardware counters that can be read. */
	counters?: { reader: CounterReader; core: number };
	/** Whose turn it is on the measuring core. */
	turns: Turns;
	inspections: Cache<Inspection>;
	opinions: Cache<Opinion>;
	onStageSeconds: (stage: Stage, seconds: number) => void;
};

/** A toolchain that is ready: its version, and the tag of its image. */
export type Installed = { version: string; image: string };
