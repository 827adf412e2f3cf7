/** Floods of requests for the tests of rate limits. */
import { expect } from 'vitest';
import { post, type SiteAddress } from './site.ts';

export async function openWorkshop(site: SiteAddress) {
	const answer = await post(site, '/api/workshops', { title: 'x', exercises: ['two-stores'] });
	expect(answer.status).toBe(201);
	const { code, hostPage } = await answer.json();
	return { code: String(code), host: String(hostPage).replace('/host/', '/api/hosts/') };
}

/** Sends requests until one is refused. Returns the number of the others, and the refusal. */
export async function flood(most: number, ask: () => Promise<Response>) {
	for (let done = 0; done <= most; done++) {
		const answer = await ask();
		if (answer.status === 429) {
			const { code, message } = await answer.json();
			return { done, code, message, retryAfter: Number(answer.headers.get('retry-after')) };
		}
		await answer.body?.cancel();
	}
	throw new Error(`The site refused none of ${most + 1} requests.`);
}
