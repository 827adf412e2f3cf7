/** What reading a command's output gives: a value, or what the learner's program did wrong. */
import type { FailureFacts } from '../schema/failure.ts';

export type Read<T> = { ok: true; value: T } | { ok: false; failure: FailureFacts };

export const done = <T>(value: T): Read<T> => ({ ok: true, value });
export const failed = (failure: FailureFacts): Read<never> => ({ ok: false, failure });
