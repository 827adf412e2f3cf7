/**
 * A stand-in of object storage for tests: S3's API as far as the site uses it. It computes each request's signature (AWS signature
 * version 4) and the body's hash by itself, and refuses what differs, as real ones do.
 */
import { createHash, createHmac } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { serveHttp } from '../../http-server.ts';

const secret = 'a-secret-for-tests-only';
const key = 'a-key-for-tests-only';

const sha256 = (data: string | Buffer) => createHash('sha256').update(data).digest('hex');
const hmac = (by: string | Buffer, text: string) => createHmac('sha256', by).update(text).digest();

export type TestObjects = {
	settings: Record<string, string>;
	objects: Map<string, Buffer>;
	/** Requests that changed or read something, as method and path. */
	asked: string[];
	/** While set, each request is answered with this status. */
	failing?: number;
	close: () => Promise<void>;
};

export async function startObjects(): Promise<TestObjects> {
	const objects = new Map<string, Buffer>();
	const { url: address, close } = await serveHttp(async (request, response) => {
		const body = await buffer(request);
		const { method = '', url = '' } = request;
		store.asked.push(`${method} ${url}`);
		if (store.failing !== undefined) return response.writeHead(store.failing).end();
		if (!isSigned(request, body)) return response.writeHead(403).end('SignatureDoesNotMatch');
		if (method === 'PUT') objects.set(url, body);
		if (method === 'DELETE') objects.delete(url);
		if (method !== 'GET') return response.writeHead(method === 'DELETE' ? 204 : 200).end();
		const found = objects.get(url);
		response.writeHead(found ? 200 : 404).end(found);
	});
	const store: TestObjects = {
		settings: {
			OBJECT_STORE: `${address}/bucket/cyclelab/`,
			OBJECT_STORE_KEY: key,
			OBJECT_STORE_SECRET: secret
		},
		objects,
		asked: [],
		close
	};
	return store;
}

function isSigned({ method, url = '', headers }: IncomingMessage, body: Buffer): boolean {
	const { authorization = '' } = headers;
	const [, named, scope = '', signed = '', signature] =
		/^AWS4-HMAC-SHA256 Credential=([^/]+)\/(\S+), SignedHeaders=(\S+), Signature=(\w{64})$/.exec(
			authorization
		) ?? [];
	const hash = headers['x-amz-content-sha256'];
	if (named !== key || hash !== sha256(body) || !signed.includes('x-amz-content-sha256'))
		return false;
	const lines = signed.split(';').map((name) => `${name}:${String(headers[name]).trim()}\n`);
	const canonical = [method, url, '', lines.join(''), signed, hash].join('\n');
	const text = ['AWS4-HMAC-SHA256', headers['x-amz-date'], scope, sha256(canonical)].join('\n');
	const signingKey = scope
		.split('/')
		.reduce<string | Buffer>((by, part) => hmac(by, part), `AWS4${secret}`);
	return hmac(signingKey, text).toString('hex') === signature;
}
