/** Reading a stream of server-sent events (WHATWG HTML, 9.2), as text arrives in pieces of any size. */

export type Message = { id: string | undefined; data: string };

/** Splits what has arrived so far into whole messages and the rest. Comments and unknown fields are skipped. */
export function readMessages(buffer: string): { messages: Message[]; rest: string } {
	const text = buffer.replace(/\r\n?/g, '\n');
	const blocks = text.split('\n\n');
	const rest = blocks.pop() ?? '';
	const messages: Message[] = [];
	for (const block of blocks) {
		let id: string | undefined;
		const data: string[] = [];
		for (const line of block.split('\n')) {
			const colon = line.indexOf(':');
			if (colon < 1) continue;
			const field = line.slice(0, colon);
			const value = line.slice(colon + 1).replace(/^ /, '');
			if (field === 'id') id = value;
			if (field === 'data') data.push(value);
		}
		if (data.length > 0) messages.push({ id, data: data.join('\n') });
	}
	return { messages, rest };
}
