import { LRUCache } from 'lru-cache';
import type { RequestEvent } from '@sveltejs/kit';
import type { Handle, HandleServerError } from '@sveltejs/kit/hooks';
import {
	cachingOf,
	compressedIn,
	encodings,
	pageAgeMs,
	pageKey,
	pagesKept,
	type KeptPage,
	validatorOf
} from '#lib/server/kept-pages.ts';
import { setBase, siteAt } from '#lib/ui/base.ts';
import { onServer } from '#lib/ui/pieces.ts';
import { createRenderSemaphore, hasReport } from '#lib/server/render-queue.ts';
import { reportElements, withReports, type SentReport } from '#lib/server/report-elements.ts';
import { readsOf } from '#lib/server/reads.ts';
import Whole from '#lib/ui/Whole.svelte';
import { render } from 'svelte/server';

setBase(process.env['CYCLELAB_BASE'] ?? '');
onServer.write = (children, context) => render(Whole, { props: { children }, context }).body;

/**
 * Pages that may stand in a frame on any site. They send the site nothing, and ask it for nothing more than its version, which
 * SvelteKit reads whenever a page gets the focus.
 */
const framed = '/embed/';
const inFrames = (url: URL): Record<string, string> => ({
	"frame-ancestors 'none'": 'frame-ancestors *',
	"connect-src 'self'": `connect-src ${siteAt(url)}/_app/version.json`,
	"form-action 'self'": "form-action 'none'",
	"worker-src 'self'": "worker-src 'none'"
});

/** Under `npm run dev` pages change with their sources, and Vite adds styles of its own. */
const followsSources = 'cyclelabRequests' in globalThis;

const semaphore = createRenderSemaphore();

const kept = new LRUCache<string, KeptPage>({ max: pagesKept, ttl: pageAgeMs });

/**
 * Which page may be framed is decided here, for all but these forbid it (vite.config.ts).
 * Fonts are asked for before a browser has read the style sheet that names them, scripts after all that is read.
 * A browser revalidates a page that it has and receives 304. A page that was rendered for another visitor is not rendered
 * again.
 */
export const handle: Handle = (input) => {
	const { event, resolve } = input;
	if (followsSources) return resolve(event);
	if (!hasReport(event)) return made(input);
	return semaphore(event.platform?.req.visitor ?? '', async () => made(input));
};

const made: Handle = async ({ event, resolve }) => {
	const key = pageKey(event, () => readsOf(event.platform).runners());
	const known = key === undefined ? undefined : kept.get(key);
	if (known) return answerOf(known, event, true);
	const scripts: string[] = [];
	const response = await resolve(event, {
		preload({ type, path }) {
			if (type === 'js') scripts.push(path);
			return type === 'font';
		}
	});
	const policy = response.headers.get('content-security-policy');
	const { reports = [] } = event.locals;
	// Pictures and data files set policies of their own.
	if (!policy || !response.headers.get('content-type')?.startsWith('text/html'))
		return reports.length > 0 ? dataWith(reports, response) : response;
	const { status } = response;
	const html = withParts(await response.text(), scripts, reports);
	const changes = event.route.id?.startsWith(framed) ? Object.entries(inFrames(event.url)) : [];
	const own = changes.reduce((all, [from, to]) => all.replace(from, to), policy);
	const headers = headersOfOther(response);
	headers.set('content-security-policy', own);
	const caching = cachingOf(event, status, event.platform?.req.edgeSeconds ?? 0);
	headers.set('cache-control', headers.get('cache-control') ?? caching);
	headers.set('vary', 'Accept-Encoding');
	headers.delete('etag');
	if (status === 200 && headers.get('cache-control') !== 'no-store')
		headers.set('etag', validatorOf(html, own));
	const page: KeptPage = { html, headers, status, compressed: {} };
	const isKept = key !== undefined && status === 200;
	if (isKept) kept.set(key, page);
	return answerOf(page, event, isKept);
};

/** A page's data, for a browser that shows it without loading the page. */
async function dataWith(reports: readonly SentReport[], response: Response): Promise<Response> {
	const { status } = response;
	const headers = headersOfOther(response);
	return new Response(withReports(await response.text(), reports), { status, headers });
}

/** Of an answer with another body: the length is not that of SvelteKit's, and a client would read the rest as its next response. */
function headersOfOther(response: Response): Headers {
	const headers = new Headers(response.headers);
	headers.delete('content-length');
	return headers;
}

/** What a cache updates of its copy when it is answered 304 (RFC 9110, 15.4.5). The validator covers the policy. */
const ofCopies = ['etag', 'cache-control', 'vary'];

/**
 * The page as it is sent, or 304 to a cache or browser that has it.
 * @param isKept whether others will get it, too: it is compressed once, here. Other pages are compressed as they are sent (app.ts)
 */
async function answerOf(
	page: KeptPage,
	{ request, platform }: Pick<RequestEvent, 'request' | 'platform'>,
	isKept: boolean
): Promise<Response> {
	const { html, headers, status } = page;
	const etag = headers.get('etag');
	if (etag === null || request.headers.get('if-none-match') !== etag) {
		const takes = (name: string) => platform?.req.acceptsEncodings(name) === name;
		const encoding = isKept ? encodings.find(takes) : undefined;
		if (!encoding) return new Response(html, { status, headers });
		const body = await compressedIn(page, encoding);
		const compressed = new Headers(headers);
		compressed.set('content-encoding', encoding);
		compressed.set('content-length', `${body.length}`);
		return new Response(new Uint8Array(body), { status, headers: compressed });
	}
	const own = ofCopies.map((name): [string, string] => [name, headers.get(name) ?? '']);
	return new Response(null, { status: 304, headers: own });
}

/**
 * Logs the site's errors with the page's route, not with the requested address. The message of a client's error may contain
 * the address, and with it a host's key.
 */
export const handleError: HandleServerError = ({ kind, error, event }) => {
	const isOurs = kind === 'unknown' || (kind === 'framework' && error.status >= 500);
	if (isOurs)
		event.platform?.req.log.error(
			{ err: error, route: event.route.id },
			'a page could not be made'
		);
};

/**
 * Preloads the imports of the page's last script at the script's place, instead of one after the other; before it, puts the
 * reports that it reads.
 */
function withParts(html: string, paths: readonly string[], reports: readonly SentReport[]): string {
	const tags = paths.map((path) => `<link rel="modulepreload" href="${encodeURI(path)}">`);
	const at = html.lastIndexOf('<script');
	return at < 0
		? html
		: html.slice(0, at) + tags.join('') + reportElements(reports) + html.slice(at);
}
