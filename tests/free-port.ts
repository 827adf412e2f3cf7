/** A port on which no process listens now. */
import { once } from 'node:events';
import { createServer } from 'node:net';

/** @param host the address on which the port must be free; default: all addresses of this machine */
export async function freePort(host?: string): Promise<number> {
	const server = createServer().listen(0, host);
	await once(server, 'listening');
	const address = server.address();
	server.close();
	await once(server, 'close');
	if (address === null || typeof address === 'string') throw new Error('No port is free.');
	return address.port;
}
