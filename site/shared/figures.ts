/** The figures that `/operate` shows. Pure. */
import type { Load } from '@cyclelab/contract/schema/gateway';
import { z } from 'zod';
import type { RunnerSummary } from './schema.ts';

const Quantiles = z.object({ p50: z.number(), p95: z.number(), of: z.int() }).nullable();
/** Milliseconds, and how many runs they are of; null where there was none. */
export type Quantiles = z.infer<typeof Quantiles>;

const Counts = z.record(z.string(), z.int());

/** What happened in one stretch of time up to now. */
export const Stretch = z.object({
	accepted: z.int(),
	finished: z.int(),
	cancelled: z.int(),
	/** Our own failures, by code. */
	failed: Counts,
	/** Finished runs whose report has failures of learners' programs, by kind. */
	failures: Counts,
	queueMs: Quantiles,
	pickUpMs: Quantiles,
	inspectMs: Quantiles,
	measureMs: Quantiles,
	samples: z.object({ accepted: z.int(), rejected: z.int() })
});
export type Stretch = z.infer<typeof Stretch>;

/** A queue with waiting runs. */
export const Waiting = z.object({ queue: z.string(), runs: z.int(), oldestSeconds: z.number() });
export type Waiting = z.infer<typeof Waiting>;

/** `load` is absent until a runner has sent it. */
export type RunnerNow = Pick<RunnerSummary, 'id' | 'state'> & { load?: Load | undefined };

export type Figures = {
	/** ISO 8601. */
	at: string;
	hour: Stretch;
	day: Stretch;
	waiting: Waiting[];
	running: number;
	runners: RunnerNow[];
	store: { bytes: number };
	/** Days after its end at which a run is deleted, and when the oldest run was requested, ISO 8601. */
	runs: { keptDays: number; oldest?: string };
	/** Of this process. */
	process: { eventsBehind: number; upSeconds: number };
};
