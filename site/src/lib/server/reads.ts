/** The site's own reads, as Express put them on the request (no HTTP in between), and what pages make of their results. */
import { error } from '@sveltejs/kit';
import type { Report } from '@cyclelab/contract/schema/report';
import type { SiteReads } from '../../../server/http/reads.ts';

export function readsOf(platform: App.Platform | undefined): SiteReads {
	const reads = platform?.req.cyclelab;
	if (!reads) throw new Error('The pages are not mounted in the site: the request has no reads.');
	return reads;
}

/** The result of a read, or the site's refusal with its status and sentence, as SvelteKit's error. */
export async function readable<T>(read: () => Promise<T>): Promise<T> {
	try {
		return await read();
	} catch (thrown) {
		const isRefusal = thrown instanceof Error && thrown.name === 'SiteError' && 'status' in thrown;
		if (isRefusal && (Number(thrown.status) < 500 || thrown.status === 503))
			error(Number(thrown.status), thrown.message);
		throw thrown;
	}
}

export const noExercise = (slug: string) => `There is no exercise “${slug}”.`;
export const noSnapshot =
	'There is no snapshot at this address. Check that the link was copied whole.';

/** A report as a page needs it: without the raw samples, which are most of its bytes and stay in the API. */
export function slim(report: Report): Report {
	return {
		...report,
		variants: report.variants.map((variant) => ({
			...variant,
			points: variant.points.map((point) => ({
				...point,
				...(point.measured && { measured: { ...point.measured, raw: [] } })
			}))
		}))
	};
}
