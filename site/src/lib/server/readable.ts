/** Refusals of the site's own reads as SvelteKit's errors, whose page shows their sentence. */
import { error } from '@sveltejs/kit';

/** The result of a read, or the site's refusal with its status and sentence. */
export async function readable<T>(read: () => Promise<T>): Promise<T> {
	try {
		return await read();
	} catch (thrown) {
		const isRefusal = thrown instanceof Error && thrown.name === 'SiteError' && 'status' in thrown;
		if (isRefusal && Number(thrown.status) < 500) error(Number(thrown.status), thrown.message);
		throw thrown;
	}
}
