/** Shell: how many connections one address may hold open to this process, whatever it says or does not say over them. */
import type { Server } from 'node:http';
import { openHolding } from './limits.ts';
import { limitedBy } from './visitor.ts';

/** One more than `most` is cut at once: nothing of it has been read, so nothing can be answered. */
export function limitConnections(server: Server, most: number): void {
	const enter = openHolding(most);
	server.on('connection', (socket) => {
		const leave = enter(limitedBy(socket.remoteAddress));
		if (leave) socket.on('close', leave);
		else socket.destroy();
	});
}
