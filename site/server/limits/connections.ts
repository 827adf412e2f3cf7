/** Shell: limits the open connections of an address to this process, with or without requests. */
import type { Server } from 'node:http';
import { openHolding } from './limits.ts';
import { limitedBy } from './visitor.ts';

/** A connection above `most` is closed at once, before a request is read, so it gets no response. */
export function limitConnections(server: Server, most: number): void {
	const enter = openHolding(most);
	server.on('connection', (socket) => {
		const leave = enter(limitedBy(socket.remoteAddress));
		if (leave) socket.on('close', leave);
		else socket.destroy();
	});
}
