/**
 * Shell: claims waiting runs from queues that changed, or for which a slot became free, one queue after another. A queue is read
 * only if runs may wait in it: every run that joins a queue is announced (`wake`), so a queue that a claim emptied stays empty
 * until then.
 */
import type { Logger } from 'pino';

export type Claims = {
	/** Runs may wait in these queues. */
	wake: (...queues: readonly string[]) => void;
	/** A slot may be free. */
	look: () => void;
	/** Whether runs may wait in this queue. */
	mayWait: (queue: string) => boolean;
};

/**
 * What a claim found: `empty`, all runs that waited were claimed; `more`, as many as there are free slots, and more may wait;
 * `kept`, none was claimed now.
 */
export type Claimed = 'empty' | 'more' | 'kept';

/** Pause before a queue is read again after the store failed, ms. */
const retryMs = 250;

/** @param claim claims from a queue as many runs as this process has free slots for; a wake during that is not lost */
export function openClaims(
	claim: (queue: string) => Promise<Claimed>,
	log: Pick<Logger, 'error'>
): Claims {
	/** Queues in which runs may wait. */
	const waiting = new Set<string>();
	let isReading = false;
	let isAgain = false;

	async function readAll(): Promise<void> {
		let hasFailed = false;
		for (const queue of [...waiting]) {
			waiting.delete(queue);
			try {
				const claimed = await claim(queue);
				if (claimed !== 'empty') waiting.add(queue);
				if (claimed === 'more') isAgain = true;
			} catch (error) {
				log.error({ err: error, queue }, 'a queue cannot be read; trying again');
				waiting.add(queue);
				hasFailed = true;
			}
		}
		if (!hasFailed) return;
		isAgain = true;
		await new Promise((resolve) => setTimeout(resolve, retryMs));
	}

	async function look(): Promise<void> {
		isAgain = true;
		if (isReading) return;
		isReading = true;
		while (isAgain) {
			isAgain = false;
			await readAll();
		}
		isReading = false;
	}

	return {
		wake: (...queues) => {
			for (const queue of queues) waiting.add(queue);
			void look();
		},
		look: () => void look(),
		mayWait: (queue) => waiting.has(queue)
	};
}
