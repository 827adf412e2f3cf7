/** Shell: requests a page before the site listens, over a connection within the process. */
import http from 'node:http';
import { addAbortSignal, duplexPair } from 'node:stream';
import { text } from 'node:stream/consumers';
import type { Express } from 'express';
import type { Logger } from 'pino';

/** Time limit for the page, ms. */
const mostMs = 10_000;

/**
 * The first page of a process takes its only thread 150 to 300 ms, for modules that are loaded and code that is compiled: nothing
 * else would be answered meanwhile. Resolves in any case; a page that cannot be made is logged.
 */
export async function warmUp(app: Express, path: string, log: Logger): Promise<void> {
	const server = http.createServer(app);
	const [client, connection] = duplexPair();
	addAbortSignal(AbortSignal.timeout(mostMs), client);
	server.emit('connection', connection);
	try {
		// Not its end: the server takes that for a reader who has left.
		client.write(`GET ${path} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n`);
		const [status = ''] = (await text(client)).split('\r\n', 1);
		if (!status.includes(' 200 ')) throw new Error(`${path} answered "${status}".`);
	} catch (error) {
		log.warn({ err: error }, 'the first page could not be made');
	} finally {
		client.destroy();
	}
}
