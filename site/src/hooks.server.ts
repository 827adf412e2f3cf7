import type { Handle, HandleServerError } from '@sveltejs/kit';

/** Pages that may stand in a frame on any site. They ask the site for nothing more and send it nothing. */
const framed = '/embed/';
const inFrames: Record<string, string> = {
	"frame-ancestors 'none'": 'frame-ancestors *',
	"connect-src 'self'": "connect-src 'none'",
	"form-action 'self'": "form-action 'none'",
	"worker-src 'self'": "worker-src 'none'"
};

/**
 * SvelteKit names its nonce in style-src-elem only when the page itself has an inline style, which ours never have.
 * Monaco's <style> elements need it (editor.ts), so it is named there too.
 * Which page may be framed is decided here, for all but these forbid it (svelte.config.js).
 */
export const handle: Handle = async ({ event, resolve }) => {
	const response = await resolve(event);
	const policy = response.headers.get('content-security-policy');
	const nonce = policy && /'nonce-[^']+'/.exec(policy)?.[0];
	if (policy && nonce) {
		const own = policy.replace("style-src-elem 'self'", `style-src-elem 'self' ${nonce}`);
		const changes = event.route.id?.startsWith(framed) ? Object.entries(inFrames) : [];
		response.headers.set(
			'content-security-policy',
			changes.reduce((all, [from, to]) => all.replace(from, to), own)
		);
	}
	return response;
};

/** Into the site's log, as a line like the others: by the page's route, not by the address somebody asked for. */
export const handleError: HandleServerError = ({ error, event, status }) => {
	if (status === 404) return;
	event.platform?.req.log.error({ err: error, route: event.route.id }, 'a page could not be made');
};
