/** Pages that are the same for all visitors: their cache key here, and what caches elsewhere may do with them. */
import { contentKey } from '@cyclelab/contract/content-key';
import type { RequestEvent } from '@sveltejs/kit';
import type { RunnerSummary } from '../../../shared/schema.ts';
import { pageRunner } from '../run/page-runner.ts';
import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';

/** Encodings in which a page is sent, the preferred one first. */
export const encodings = ['br', 'gzip'] as const;
type Encoding = (typeof encodings)[number];

export type KeptPage = {
	html: string;
	headers: Headers;
	status: number;
	/** The page compressed, by encoding, from its first request in that encoding on. */
	compressed: Partial<Record<Encoding, Promise<Buffer>>>;
};

const brotli = promisify(brotliCompress);
const compress = {
	// 9 of 11: the highest that takes some ms.
	br: (html: string) => brotli(html, { params: { [constants.BROTLI_PARAM_QUALITY]: 9 } }),
	gzip: promisify<string, Buffer>(gzip)
};

/** The page in an encoding, compressed once for all who ask for it. */
export const compressedIn = ({ html, compressed }: KeptPage, encoding: Encoding): Promise<Buffer> =>
	(compressed[encoding] ??= compress[encoding](html));

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

/** Made of what is in the store as well, and the same for all visitors, too. */
const alsoShared = new Set(['/models', '/privacy', '/s/[id]', '/embed/s/[id]']);

/** Pages that are for one reader, or of one moment. */
const neverCached = ['/operate', '/host/', '/w/'];

/**
 * A page's `cache-control`: only a page that is named above may be in a shared cache, and only if the operator wants it.
 * @param edgeSeconds how long a shared cache may use a page; 0: it may not
 */
export function cachingOf(
	{ route, url }: Pick<PageRequest, 'route' | 'url'>,
	status: number,
	edgeSeconds: number
): string {
	const id = route.id ?? '';
	if (neverCached.some((start) => id.startsWith(start))) return 'no-store';
	const isOfPeople = namesRun(url) || url.searchParams.has('workshop');
	const isShared = status === 200 && !isOfPeople && (common.has(id) || alsoShared.has(id));
	if (!isShared || edgeSeconds === 0) return 'private, no-cache';
	return `public, max-age=0, s-maxage=${edgeSeconds}, stale-while-revalidate=${edgeSeconds}`;
}

type PageRequest = Pick<RequestEvent, 'url' | 'isDataRequest'> & {
	request: Pick<Request, 'method'>;
	route: { id: string | null };
};

/** A weak validator of a page and its content security policy: a cache keeps the policy while the validator is the same. */
export const validatorOf = (html: string, policy: string): string =>
	`W/"${createHash('sha256').update(`${policy}\n`).update(html).digest('base64url').slice(0, 22)}"`;
