/** Shell: a page of one heading and nothing else, for what a browser itself takes until it shows anything. */
import { once } from 'node:events';
import http from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Context } from '../section.ts';

const html = '<!doctype html><title>Plain</title><h1>A page of one heading</h1>';

/** @returns its address, until the bench ends */
export async function servePlainPage(context: Context): Promise<string> {
	const server = http.createServer((_, response) => {
		response.writeHead(200, { 'content-type': 'text/html' }).end(html);
	});
	server.listen(0, 'localhost');
	await once(server, 'listening');
	context.onEnd(async () => server.close());
	return `http://localhost:${(server.address() as AddressInfo).port}/`;
}
