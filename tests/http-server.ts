/** Shell: HTTP servers that stand beside a site in tests: other services, and proxies in front of it. */
import http from 'node:http';
import type { AddressInfo } from 'node:net';

export type TestServer = {
	server: http.Server;
	port: number;
	/** With the host that was given. */
	url: string;
	/** Ends its connections and resolves when it no longer listens. */
	close: () => Promise<void>;
};

/** Listens on a free port of this host. */
export async function serveHttp(
	listener: http.RequestListener,
	host = '127.0.0.1'
): Promise<TestServer> {
	const server = http.createServer(listener);
	await new Promise<void>((resolve) => server.listen(0, host, resolve));
	const { port } = server.address() as AddressInfo;
	return {
		server,
		port,
		url: `http://${host}:${port}`,
		close: async () => {
			server.closeAllConnections();
			await new Promise((closed) => server.close(closed));
		}
	};
}

/** Sends a request on with these headers, and the answer back. @param onAnswer called before the answer is sent */
export function passOn(
	target: URL,
	headers: http.OutgoingHttpHeaders,
	request: http.IncomingMessage,
	response: http.ServerResponse,
	onAnswer: (answer: http.IncomingMessage) => void = () => {}
): void {
	const upstream = http.request(target, { method: request.method, headers }, (answer) => {
		onAnswer(answer);
		response.writeHead(answer.statusCode ?? 502, answer.headers);
		answer.pipe(response);
	});
	upstream.on('error', () => response.destroy());
	response.on('close', () => upstream.destroy());
	request.pipe(upstream);
}
