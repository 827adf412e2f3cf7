/** Shell: listens, or explains in a sentence why the site cannot. */
import type { Server } from 'node:http';
import type { SiteConfig } from '../base/config.ts';

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
