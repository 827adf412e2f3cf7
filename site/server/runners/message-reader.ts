/**
 * Shell: parses messages of runners. A large message takes 0.1 s or more, and a learner's program decides how large a
 * report is, so large messages are parsed in a separate thread and no request waits for them.
 */
import { openAskedThread } from '../base/asked-thread.ts';
import { fixed } from '../base/config.ts';
import { parseMessage, type Parsed } from './messages.ts';

/** To the thread, and back. */
export type Order = { id: number; bytes: Uint8Array };
export type Answer = { id: number } & Parsed;

export type MessageReader = {
	/** At once for a small message, else when the thread has parsed it: the event then lacks code, text and raw samples. */
	parse: (bytes: Buffer) => Parsed | Promise<Parsed>;
	close: () => Promise<void>;
};

export function openMessageReader(): MessageReader {
	const thread = openAskedThread<Omit<Order, 'id'>, Parsed>(
		new URL('./message-thread.ts', import.meta.url),
		'parses messages',
		(posted) => {
			const { id: _, ...parsed } = posted as Answer;
			return parsed;
		}
	);
	return {
		parse: (bytes) =>
			bytes.length <= fixed.threadMessageBytes
				? parseMessage(bytes.toString())
				: thread.ask({ bytes }),
		close: thread.end
	};
}
