import type { Handle, HandleServerError } from '@sveltejs/kit';
import { settled } from '$lib/settled.server.ts';

/** Pages that may stand in a frame on any site. They ask the site for nothing more and send it nothing. */
const framed = '/embed/';
const inFrames: Record<string, string> = {
	"frame-ancestors 'none'": 'frame-ancestors *',
	"connect-src 'self'": "connect-src 'none'",
	"form-action 'self'": "form-action 'none'",
	"worker-src 'self'": "worker-src 'none'"
};

/** Pages that are for one reader, or of one moment. */
const unkept = ['/operate', '/host/', '/w/'];

/** Fonts are known to be needed before a browser has read the style sheet that names them. */
const preload = ({ type }: { type: string }) => type !== 'asset';

/**
 * SvelteKit names its nonce in style-src-elem only when the page itself has an inline style, which ours never have.
 * Monaco's <style> elements need it (editor.ts), so it is named there too.
 * Which page may be framed is decided here, for all but these forbid it (svelte.config.js).
 * A page that a browser has is asked for again and not sent again; SvelteKit answers 304 by the validator set here.
 */
export const handle: Handle = async ({ event, resolve }) => {
	const response = await resolve(event, { preload });
	const policy = response.headers.get('content-security-policy');
	const given = policy && /'nonce-([^']+)'/.exec(policy)?.[1];
	if (!policy || !given) return response;
	const { html, nonce, etag } = settled(await response.text(), given);
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
	return new Response(html, { status: response.status, headers });
};

/** Into the site's log, as a line like the others: by the page's route, not by the address somebody asked for. */
export const handleError: HandleServerError = ({ error, event, status }) => {
	if (status === 404) return;
	event.platform?.req.log.error({ err: error, route: event.route.id }, 'a page could not be made');
};
