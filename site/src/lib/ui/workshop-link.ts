/** Links that keep a participant in the workshop. Pure. */

/** @param path of this site, with a query or without. @param here the page's own address */
export function inWorkshop(path: string, here: Pick<URL, 'searchParams'>): string {
	const code = here.searchParams.get('workshop');
	if (code === null) return path;
	return `${path}${path.includes('?') ? '&' : '?'}workshop=${encodeURIComponent(code)}`;
}
