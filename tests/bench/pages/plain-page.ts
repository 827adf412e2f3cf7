/** Shell: a page with one heading, for the browser's own time until it shows a page. */
import { once } from 'node:events';
import http from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Context } from '../section.ts';

const html = '<!doctype html><title>Plain</title><h1>A page of one heading</h1>';

/** @returns the page's address, which is served until the bench ends */
export async function servePlainPage(context: Context): Promise<string> {
	const server = http.createServer((_, response) => {
		response.writeHead(200, { 'content-type': 'text/html' }).end(html);
	});
	server.listen(0, 'localhost');
	await once(server, 'listening');
	context.onEnd(async () => server.close());
	return `http://localhost:${(server.address() as AddressInfo).port}/`;
}
