/**
 * The path of the site's address: empty, or `/cyclelab` for https://example.org/cyclelab/. Sources write every path from the site's root; the build passes the links of
 * components through `inSite` (links.ts). Pure but for the path, which hooks.client.ts and hooks.server.ts set.
 */
let base = '';

/** Once, before a page is made or shown. */
export const setBase = (path: string): void => void (base = path);

/** A path of the site as a browser needs it; other addresses as they are. */
export const inSite = <T extends string | null | undefined>(address: T) =>
	address && /^\/(?!\/)/.test(address) ? `${base}${address}` : address;

/** HTML of ours with its links as a browser needs them. */
export const linksInSite = (html: string): string =>
	base === '' ? html : html.replaceAll(/(?<= href=")\/(?!\/)/g, `${base}/`);

/** The site's address without a slash at its end. */
export const siteAt = ({ origin }: Pick<URL, 'origin'>): string => origin + base;

/** The path of a page from the site's root: on the server it has no base path. */
export const pathIn = ({ pathname }: Pick<URL, 'pathname'>): string =>
	base !== '' && pathname.startsWith(`${base}/`) ? pathname.slice(base.length) : pathname;
