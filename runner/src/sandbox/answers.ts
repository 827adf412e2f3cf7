/** Shell: questions to the Docker Engine, and what it means if there is no answer. */
import type Docker from 'dockerode';
import { setTimeout as pause } from 'node:timers/promises';
import { z } from 'zod';
import { engineLimits } from './limits.ts';
import { engineDown, SandboxError } from './sandbox-error.ts';

export type Answers = {
	/** Rejects with a `SandboxError`: the engine refused, or is down, which is whatever is no answer, a silence among it. */
	ask: <Answer>(question: () => Promise<Answer>) => Promise<Answer>;
	/** Whether the engine answers now. */
	come: () => Promise<boolean>;
};

/**
 * A question that falls into a silence is never answered, also when the engine is back. So one that has said nothing for a
 * while is asked first whether it is there, and while it takes long over an answer, again.
 */
export function answersOf(docker: Pick<Docker, 'ping'>): Answers {
	let heardAt = -Infinity;
	const heard = () => (heardAt = performance.now());
	const isThere = () =>
		within(engineLimits.pingMs, () => docker.ping()).then(heard, (cause) => {
			throw engineDown(cause);
		});

	const watch = async (signal: AbortSignal): Promise<never> => {
		for (;;) {
			await pause(engineLimits.pingMs, undefined, { signal });
			await isThere();
		}
	};

	return {
		ask: async (question) => {
			const answered = new AbortController();
			try {
				if (performance.now() - heardAt > engineLimits.freshMs) await isThere();
				const answer = within(engineLimits.answerMs, question);
				const found = await Promise.race([answer, watch(answered.signal)]);
				heard();
				return found;
			} catch (cause) {
				if (cause instanceof SandboxError || isOurs(cause)) throw cause;
				if (statusOf(cause) === undefined) throw engineDown(cause);
				heard();
				throw new SandboxError('CONTAINER_DIED', 'The engine refused.', cause);
			} finally {
				answered.abort();
			}
		},
		come: () =>
			isThere().then(
				() => true,
				() => false
			)
	};
}

/** A mistake in this program, or an answer that it cannot read: not an engine that is away. */
const isOurs = (cause: unknown) => cause instanceof TypeError || cause instanceof z.ZodError;

/** The HTTP status of a refusal; undefined for what is no answer. */
export function statusOf(cause: unknown): number | undefined {
	const status = cause instanceof Error && 'statusCode' in cause ? cause.statusCode : undefined;
	return typeof status === 'number' ? status : undefined;
}

async function within<Answer>(ms: number, question: () => Promise<Answer>): Promise<Answer> {
	let timer: NodeJS.Timeout | undefined;
	const silence = new Promise<never>((_, reject) => {
		// Where this process itself had no time, an answer may have come that nobody has read yet.
		timer = setTimeout(() => setImmediate(() => reject(new Error('No answer'))), ms);
	});
	try {
		return await Promise.race([question(), silence]);
	} finally {
		clearTimeout(timer);
	}
}
