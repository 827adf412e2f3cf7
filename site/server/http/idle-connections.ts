/**
 * Shell: closes connections that begin no further request. Node's own limit between two requests starts again with every
 * byte, and empty lines, which HTTP allows before a request, begin none: a client could hold a connection with them.
 */
import type { Server } from 'node:http';
import type { Duplex } from 'node:stream';
import { fixed } from '../base/config.ts';

type IdleConnection = { active: number; timer?: NodeJS.Timeout };

/** @param mostMs time from the end of a response until the headers of the next request have arrived */
export function closeIdleConnections(
	server: Server,
	mostMs: number = fixed.betweenRequestsMs
): void {
	const connections = new WeakMap<Duplex, IdleConnection>();
	server.on('request', ({ socket }, response) => {
		const one = connections.get(socket) ?? { active: 0 };
		if (!connections.has(socket)) {
			connections.set(socket, one);
			socket.on('close', () => clearTimeout(one.timer));
		}
		one.active += 1;
		clearTimeout(one.timer);
		response.on('close', () => {
			one.active -= 1;
			if (one.active > 0 || socket.destroyed) return;
			one.timer = setTimeout(() => socket.destroy(), mostMs).unref();
		});
	});
	// The gateway limits the connections of runners.
	server.on('upgrade', (_request, socket) => clearTimeout(connections.get(socket)?.timer));
}
