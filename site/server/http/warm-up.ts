/** Shell: requests a page before the site listens. */
import http from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Express } from 'express';
import type { Logger } from 'pino';

/**
 * The first page of a process takes its only thread 150 to 300 ms, for modules that are loaded and code that is compiled: nothing
 * else would be answered meanwhile. Resolves in any case; a page that cannot be made is logged.
 */
export async function warmUp(app: Express, path: string, log: Logger): Promise<void> {
	const server = http.createServer(app);
	try {
		await new Promise<void>((resolve, reject) => {
			server.once('error', reject).listen(0, '127.0.0.1', resolve);
		});
		const { port } = server.address() as AddressInfo;
		const response = await fetch(`http://127.0.0.1:${port}${path}`);
		await response.arrayBuffer();
		if (!response.ok) throw new Error(`${path} answered ${response.status}.`);
	} catch (error) {
		log.warn({ err: error }, 'the first page could not be made');
	} finally {
		server.close();
		server.closeAllConnections();
	}
}
