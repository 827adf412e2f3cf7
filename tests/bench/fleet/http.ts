/** Requests over persistent connections, as a browser's, with little overhead. */
import http from 'node:http';

export type Client = {
	/** Sends a run and resolves to its id when it is accepted. */
	post: (body: string) => Promise<string>;
	/** Reads the run's events to the end of the stream; resolves to their text. */
	events: (id: string) => Promise<string>;
	close: () => void;
};

/** @param connections number of concurrent connections */
export function openClient(site: string, connections: number): Client {
	const agent = new http.Agent({ keepAlive: true, maxSockets: connections });
	const send = (method: string, path: string, body?: string) =>
		new Promise<string>((resolve, reject) => {
			const headers = body === undefined ? {} : { 'content-type': 'application/json' };
			const request = http.request(site + path, { method, agent, headers }, (response) => {
				const chunks: Buffer[] = [];
				response.on('data', (chunk: Buffer) => chunks.push(chunk));
				response.on('error', reject);
				response.on('end', () => {
					const text = Buffer.concat(chunks).toString('utf8');
					const { statusCode = 0 } = response;
					if (statusCode < 300) resolve(text);
					else reject(new Error(`${method} ${path}: ${statusCode} ${text}`));
				});
			});
			request.on('error', reject);
			request.end(body);
		});
	return {
		post: async (body) => String(JSON.parse(await send('POST', '/api/runs', body)).id),
		events: (id) => send('GET', `/api/runs/${id}/events`),
		close: () => agent.destroy()
	};
}
