/** The site's own reads, as Express put them on the request (no HTTP in between). */
import type { SiteReads } from '../../../server/http/reads.ts';

export function readsOf(platform: App.Platform | undefined): SiteReads {
	const reads = platform?.req.cyclelab;
	if (!reads) throw new Error('The pages are not mounted in the site: the request has no reads.');
	return reads;
}
