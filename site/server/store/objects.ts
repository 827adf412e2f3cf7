/** Shell: object storage by S3's API, with signatures of AWS (version 4). */
import { createHash } from 'node:crypto';
import { AwsClient } from 'aws4fetch';
import type { SiteConfig } from '../base/config.ts';

export type ObjectStore = {
	/** The store checks the object's hash, which the request is signed with. */
	put: (name: string, body: Buffer<ArrayBuffer>) => Promise<void>;
	/** Undefined if there is no such object. */
	get: (name: string) => Promise<Buffer | undefined>;
	/** Nothing happens if there is no such object. */
	remove: (name: string) => Promise<void>;
};

/** Time limit of a request with its retries, ms. */
const answerMs = 15_000;
const retries = 2;

/** Undefined if the site has none. Throws a sentence if a setting is missing. */
export function openObjectStore(config: SiteConfig): ObjectStore | undefined {
	const { OBJECT_STORE, OBJECT_STORE_KEY, OBJECT_STORE_SECRET, OBJECT_STORE_REGION } = config;
	if (OBJECT_STORE === undefined) return undefined;
	if (OBJECT_STORE_KEY === undefined || OBJECT_STORE_SECRET === undefined)
		throw new Error('OBJECT_STORE needs OBJECT_STORE_KEY and OBJECT_STORE_SECRET. Set both.');
	const client = new AwsClient({
		accessKeyId: OBJECT_STORE_KEY,
		secretAccessKey: OBJECT_STORE_SECRET,
		region: OBJECT_STORE_REGION,
		service: 's3',
		retries
	});
	const address = OBJECT_STORE.replace(/\/+$/, '');
	async function ask(method: string, name: string, body?: Buffer<ArrayBuffer>): Promise<Response> {
		const hash = createHash('sha256')
			.update(body ?? '')
			.digest('hex');
		const response = await client.fetch(`${address}/${name}`, {
			method,
			headers: { 'x-amz-content-sha256': hash },
			signal: AbortSignal.timeout(answerMs),
			...(body && { body })
		});
		if (response.ok || response.status === 404) return response;
		await response.body?.cancel();
		throw new Error(`The object storage answered ${method} with status ${response.status}.`);
	}
	return {
		put: async (name, body) => {
			const { ok } = await ask('PUT', name, body);
			if (!ok) throw new Error('The object storage has no such bucket. Check OBJECT_STORE.');
		},
		get: async (name) => {
			const response = await ask('GET', name);
			return response.ok ? Buffer.from(await response.arrayBuffer()) : undefined;
		},
		remove: async (name) => void (await ask('DELETE', name))
	};
}
