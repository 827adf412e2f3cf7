/** Shell: requests to the Docker Engine with a time limit; an engine that does not answer is reported as down. */
import type Docker from 'dockerode';
import { setTimeout as pause } from 'node:timers/promises';
import { z } from 'zod';
import { engineLimits } from './limits.ts';
import { engineDown, SandboxError } from './sandbox-error.ts';

export type EngineRequests = {
	/** Rejects with a `SandboxError`: the engine refused, or is down (any failure without an HTTP status, a timeout included). */
	request: <Answer>(question: () => Promise<Answer>) => Promise<Answer>;
	/** Whether the engine answers now. */
	isUp: () => Promise<boolean>;
};

/**
 * A request made while the engine hangs is never answered, even when the engine is back. So the engine is pinged before a
 * request if it has not answered for a while, and repeatedly while a request takes long.
 */
export function engineRequests(docker: Pick<Docker, 'ping'>): EngineRequests {
	let lastAnswerAt = -Infinity;
	const noteAnswer = () => (lastAnswerAt = performance.now());
	const isThere = () =>
		within(engineLimits.pingMs, () => docker.ping()).then(noteAnswer, (cause) => {
			throw engineDown(cause);
		});

	const watch = async (signal: AbortSignal): Promise<never> => {
		for (;;) {
			await pause(engineLimits.pingMs, undefined, { signal });
			await isThere();
		}
	};

	return {
		request: async (question) => {
			const answered = new AbortController();
			try {
				if (performance.now() - lastAnswerAt > engineLimits.freshMs) await isThere();
				const answer = within(engineLimits.answerMs, question);
				const found = await Promise.race([answer, watch(answered.signal)]);
				noteAnswer();
				return found;
			} catch (cause) {
				if (cause instanceof SandboxError || isOurs(cause)) throw cause;
				const status = statusOf(cause);
				if (status === undefined) throw engineDown(cause);
				noteAnswer();
				// Visitors read it; the engine's own words, which name containers and paths, are in the log.
				const refused = `The Docker Engine refused a request of this runner (HTTP ${status}).`;
				throw new SandboxError('CONTAINER_DIED', refused, cause);
			} finally {
				answered.abort();
			}
		},
		isUp: () =>
			isThere().then(
				() => true,
				() => false
			)
	};
}

/** A bug of this program, or an answer that it cannot parse: not an engine that is down. */
const isOurs = (cause: unknown) => cause instanceof TypeError || cause instanceof z.ZodError;

/** The HTTP status of a refusal; undefined for any other failure. */
export function statusOf(cause: unknown): number | undefined {
	const status = cause instanceof Error && 'statusCode' in cause ? cause.statusCode : undefined;
	return typeof status === 'number' ? status : undefined;
}

async function within<Answer>(ms: number, question: () => Promise<Answer>): Promise<Answer> {
	let timer: NodeJS.Timeout | undefined;
	const timeout = new Promise<never>((_, reject) => {
		// If this process was busy, an answer may have arrived that is not read yet.
		timer = setTimeout(() => setImmediate(() => reject(new Error('No answer'))), ms);
	});
	try {
		return await Promise.race([question(), timeout]);
	} finally {
		clearTimeout(timer);
	}
}
