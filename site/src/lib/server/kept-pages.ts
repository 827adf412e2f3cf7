/** Pages that are the same for all visitors: their cache key, and answers that differ in nothing but their nonce. */
import { contentKey } from '@cyclelab/contract/content-key';
import type { RequestEvent } from '@sveltejs/kit';
import type { RunnerSummary } from '../../../shared/schema.ts';
import { pageRunner } from '../run/page-runner.ts';
import { createHash, randomBytes } from 'node:crypto';

export type KeptPage = {
	htmlWith: (nonce: string) => string;
	/** Its content security policy. */
	policyWith: (nonce: string) => string;
	headers: Headers;
	status: number;
};

/** Some 150 kB each: every exercise, as it is opened mostly. */
export const pagesKept = 64;
/** An exercise's page has its site's newest runs, of which the key knows nothing: they are as old at most, ms. */
export const pageAgeMs = 5 * 60_000;

/** Made of the exercises and what the site recorded of them, the connected runners and the address, and of nothing else. */
const common = new Set([
	'/',
	'/exercises/[slug]',
	'/glossary',
	'/api-reference',
	'/foundations/test'
]);

/** Whether the address names a run, whose page may change. */
export const namesRun = ({ searchParams }: URL): boolean =>
	['run', 'beside-run', 'why-run'].some((name) => searchParams.has(name));

/** Equal for requests that get the same page; undefined if only rendering could show that. */
export function pageKey(
	{ request, route, url, isDataRequest }: PageRequest,
	runners: () => RunnerSummary[]
): string | undefined {
	if (request.method !== 'GET' || isDataRequest || !common.has(route.id ?? '')) return undefined;
	if (namesRun(url)) return undefined;
	return contentKey([url.href, runners().map(pageRunner)]);
}

type PageRequest = Pick<RequestEvent, 'url' | 'isDataRequest'> & {
	request: Pick<Request, 'method'>;
	route: { id: string | null };
};

interface Settled {
	/** The page with this nonce. */
	htmlWith: (nonce: string) => string;
	/** A weak validator: of the page without its nonce. */
	etag: string;
}

/** Bytes; 128 bits, as the CSP specification asks for. */
const nonceBytes = 16;

export const newNonce = (): string => randomBytes(nonceBytes).toString('base64');

/** @param given the nonce that stands in the page now */
export function settled(html: string, given: string): Settled {
	const parts = html.split(given);
	const hash = createHash('sha256');
	for (const part of parts) hash.update(`${part.length} `).update(part);
	return {
		htmlWith: (nonce) => parts.join(nonce),
		etag: `W/"${hash.digest('base64url').slice(0, 22)}"`
	};
}
