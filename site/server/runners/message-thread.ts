/** Shell: the thread that parses large messages of runners (`messages.ts`). */
import { parentPort } from 'node:worker_threads';
import { lightEvent } from '../runs/light-event.ts';
import { parseMessage, type ParseAnswer, type ParseOrder } from './messages.ts';

parentPort?.on('message', ({ id, bytes }: ParseOrder) => {
	const { message, ...rest } = parseMessage(Buffer.from(bytes).toString());
	const isEvent = typeof message !== 'string' && message.type === 'event';
	const light = isEvent ? { ...message, event: lightEvent(message.event) } : message;
	const answer: ParseAnswer = { id, message: light, ...rest };
	parentPort?.postMessage(answer);
});
