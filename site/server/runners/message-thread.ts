/** Shell: the thread that parses large messages of runners (`message-reader.ts`). */
import { parentPort } from 'node:worker_threads';
import { lightEvent } from '../runs/light-event.ts';
import { parseMessage } from './messages.ts';
import type { Answer, Order } from './message-reader.ts';

parentPort?.on('message', ({ id, bytes }: Order) => {
	const message = parseMessage(Buffer.from(bytes).toString());
	const answer: Answer =
		typeof message === 'string' || message.type !== 'event'
			? { id, message }
			: {
					id,
					message: { ...message, event: lightEvent(message.event) },
					text: JSON.stringify(message.event)
				};
	parentPort?.postMessage(answer);
});
