import http from 'node:http';
import { expect, test } from 'vitest';
import { openApi } from './api.mjs';

test('the site gets the headers of a login, and a redirect to its page is a sentence', async () => {
	/** @type {(string | undefined)[][]} */
	const seen = [];
	const server = http.createServer(({ headers, url }, response) => {
		seen.push([headers.authorization, headers['content-type']]);
		if (url === '/api/login') return response.writeHead(302, { location: '/page' }).end();
		response.setHeader('content-type', 'application/json').end('{"body":"there"}');
	});
	await new Promise((resolve) => server.listen(0, '127.0.0.1', () => resolve(undefined)));
	const address = /** @type {import('node:net').AddressInfo} */ (server.address());
	const site = `http://127.0.0.1:${address.port}`;
	const api = openApi(site, 10_000, 'Authorization: Bearer a:b\n');
	expect(await api.json('/api/exercises')).toEqual({ body: 'there' });
	expect(await api.post('/api/runs', {})).toEqual({ body: 'there' });
	await expect(api.json('/api/login')).rejects.toThrow('A login stands in front of the site.');
	expect(seen).toEqual([
		['Bearer a:b', undefined],
		['Bearer a:b', 'application/json'],
		['Bearer a:b', undefined]
	]);
	server.close();
});

test('what is no header is refused, without the secret', () => {
	for (const text of ['Bearer secret', 'A: \x01secret', ': secret'])
		expect(() => openApi('http://x', 1, text)).toThrow(/^CYCLELAB_HEADER is not "Name: value"\.$/);
});
