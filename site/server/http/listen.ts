/** Shell: listens, or explains in a sentence why the site cannot. */
import type { Server } from 'node:http';
import type { Duplex } from 'node:stream';
import { type SiteConfig, fixed } from '../base/config.ts';

/** The error of `listen`, with the setting to change in its message; an error that no setting mends is returned unchanged. */
export function listenError(
	{ HOST, PORT }: Pick<SiteConfig, 'HOST' | 'PORT'>,
	cause: NodeJS.ErrnoException
): Error {
	switch (cause.code) {
		case 'EADDRINUSE':
			return new Error(`Port ${PORT} is taken. Stop what uses it, or set PORT to another port.`, {
				cause
			});
		case 'EACCES':
			return new Error(`This user may not listen on port ${PORT}. Set PORT to 1024 or more.`, {
				cause
			});
		case 'EADDRNOTAVAIL':
		case 'ENOTFOUND':
		case 'EAI_AGAIN':
			return new Error(
				`This machine has no address "${HOST}" to listen on. Set HOST to 127.0.0.1, to 0.0.0.0, or to the address of a network interface.`,
				{ cause }
			);
		default:
			return cause;
	}
}

/** Listens on the configured address; resolves to the port that is used. */
export async function listen(server: Server, config: SiteConfig): Promise<number> {
	await new Promise<void>((resolve, reject) => {
		server.once('error', (cause: NodeJS.ErrnoException) => reject(listenError(config, cause)));
		server.listen(config.PORT, config.HOST, resolve);
	});
	const address = server.address();
	return address === null || typeof address === 'string' ? config.PORT : address.port;
}

// Closes connections that begin no further request. Node's own limit between two requests starts again with every byte, and
// empty lines, which HTTP allows before a request, begin none: a client could hold a connection with them.

type IdleConnection = { active: number; timer?: NodeJS.Timeout };

export function closeIdleConnections(server: Server): void {
	const connections = new WeakMap<Duplex, IdleConnection>();
	server.on('request', ({ socket }, response) => {
		const connection = connections.get(socket) ?? { active: 0 };
		if (!connections.has(socket)) {
			connections.set(socket, connection);
			socket.on('close', () => clearTimeout(connection.timer));
		}
		connection.active += 1;
		clearTimeout(connection.timer);
		response.on('close', () => {
			connection.active -= 1;
			if (connection.active > 0 || socket.destroyed) return;
			connection.timer = setTimeout(() => socket.destroy(), fixed.betweenRequestsMs).unref();
		});
	});
	// The gateway limits the connections of runners.
	server.on('upgrade', (_request, socket) => clearTimeout(connections.get(socket)?.timer));
}
