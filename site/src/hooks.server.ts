import { createCache } from '@cyclelab/runner/cache';
import type { Handle, HandleServerError } from '@sveltejs/kit';
import { pageKey, pagesKept, type KeptPage } from '$lib/kept-pages.server.ts';
import { onServer } from '$lib/pieces.ts';
import { readsOf } from '$lib/reads.server.ts';
import { settled } from '$lib/settled.server.ts';
import Whole from '$lib/Whole.svelte';
import { render } from 'svelte/server';

onServer.write = (children, context) => render(Whole, { props: { children }, context }).body;

/** Pages that may stand in a frame on any site. They ask the site for nothing more and send it nothing. */
const framed = '/embed/';
const inFrames: Record<string, string> = {
	"frame-ancestors 'none'": 'frame-ancestors *',
	"connect-src 'self'": "connect-src 'none'",
	"form-action 'self'": "form-action 'none'",
	"worker-src 'self'": "worker-src 'none'"
};

const kept = createCache<KeptPage>(pagesKept);

/** Pages that are for one reader, or of one moment. */
const unkept = ['/operate', '/host/', '/w/'];

/**
 * SvelteKit names its nonce in style-src-elem only when the page itself has an inline style, which ours never have.
 * Monaco's <style> elements need it (editor.ts), so it is named there too.
 * Which page may be framed is decided here, for all but these forbid it (svelte.config.js).
 * Fonts are asked for before a browser has read the style sheet that names them, scripts after all that is read.
 * A page that a browser has is asked for again and not sent again; SvelteKit answers 304 by the validator set here. One
 * that was made for somebody else is not made again.
 */
export const handle: Handle = async ({ event, resolve }) => {
	const key = pageKey(event, () => readsOf(event.platform).runners());
	const known = key === undefined ? undefined : kept.get(key);
	if (known) return new Response(known.html, { headers: known.headers });
	const scripts: string[] = [];
	const response = await resolve(event, {
		preload({ type, path }) {
			if (type === 'js') scripts.push(path);
			return type === 'font';
		}
	});
	const policy = response.headers.get('content-security-policy');
	const given = policy && /'nonce-([^']+)'/.exec(policy)?.[1];
	if (!policy || !given) return response;
	const { html, nonce, etag } = settled(withScripts(await response.text(), scripts), given);
	const own = policy
		.replaceAll(`'nonce-${given}'`, `'nonce-${nonce}'`)
		.replace("style-src-elem 'self'", `style-src-elem 'self' 'nonce-${nonce}'`);
	const changes = event.route.id?.startsWith(framed) ? Object.entries(inFrames) : [];
	const headers = new Headers(response.headers);
	headers.set(
		'content-security-policy',
		changes.reduce((all, [from, to]) => all.replace(from, to), own)
	);
	headers.delete('etag');
	if (response.status === 200 && !unkept.some((start) => event.route.id?.startsWith(start))) {
		headers.set('etag', etag);
		headers.set('cache-control', 'private, no-cache');
	}
	if (key !== undefined && response.status === 200) kept.set(key, { html, headers });
	return new Response(html, { status: response.status, headers });
};

/** Into the site's log, as a line like the others: by the page's route, not by the address somebody asked for. */
export const handleError: HandleServerError = ({ error, event, status }) => {
	if (status === 404) return;
	event.platform?.req.log.error({ err: error, route: event.route.id }, 'a page could not be made');
};

/** What the page's last script imports, asked for where that script stands instead of one after the other. */
function withScripts(html: string, paths: readonly string[]): string {
	const tags = paths.map((path) => `<link rel="modulepreload" href="${encodeURI(path)}">`);
	const at = html.lastIndexOf('<script');
	return at < 0 ? html : html.slice(0, at) + tags.join('') + html.slice(at);
}
