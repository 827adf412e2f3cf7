/** One ended process of the harness -> its rows, or what is wrong with it. */
import type { Output } from '../sandbox/command.ts';
import type { FailureFacts } from '@cyclelab/contract/schema/failure';
import { failureOf, type LimitsInForce } from './failure-of.ts';
import { processDoubt } from './plausible.ts';
import { finishRows, nothingRead, readRows, type Rows } from './rows.ts';

/** `wallMs` by the sandbox's clock. */
export type ProcessOutcome = { wallMs: number } & (
	| { ok: true; rows: Rows }
	| { ok: false; failure: FailureFacts }
);

/** @param cores how many it had to itself */
export function readProcess(
	output: Output,
	variant: string,
	limits: LimitsInForce,
	cores = 1
): ProcessOutcome {
	const where = { stage: 'measure', variant } as const;
	const { wallMs } = output;
	const failure = failureOf(output, where, limits);
	if (failure) return { wallMs, ok: false, failure };
	const read = finishRows(readRows(nothingRead, output.results), where);
	if (!read.ok) return { wallMs, ...read };
	const doubt = processDoubt(read.rows, output, cores);
	if (!doubt) return { wallMs, ...read };
	return { wallMs, ok: false, failure: { ...where, kind: 'implausible', ...doubt } };
}
