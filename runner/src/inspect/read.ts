/** What reading a command's output gives: a value, or what the learner's program did wrong. */
import type { FailureFacts } from '@cyclelab/contract/schema/failure';

export type ReadResult<T> = { ok: true; value: T } | { ok: false; failure: FailureFacts };

export const done = <T>(value: T): ReadResult<T> => ({ ok: true, value });
export const failed = (failure: FailureFacts): ReadResult<never> => ({ ok: false, failure });
