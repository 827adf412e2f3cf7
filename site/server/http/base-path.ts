/** The path below which a site is served: that of `ORIGIN`. A proxy may pass it on or remove it. Pure. */

/** Without a slash at its end: empty, or `/cyclelab`. */
export const basePath = (origin: string | undefined): string =>
	origin === undefined ? '' : new URL(origin).pathname.replace(/\/+$/, '');

/** A request's address from the site's root. Undefined for the base path itself, whose pages' relative addresses need its slash. */
export function fromRoot(base: string, url: string): string | undefined {
	if (base === '' || !url.startsWith(base)) return url;
	const rest = url.slice(base.length);
	if (rest === '' || rest.startsWith('?')) return undefined;
	return rest.startsWith('/') ? rest : url;
}
