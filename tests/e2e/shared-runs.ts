/**
 * Several tests need a finished run of the same code, and are about its page. The sandboxes make that run once for all workers:
 * a request's id is a hash of the request, and the site answers an equal request with a known id by the run it has.
 */
import { createHash } from 'node:crypto';
import type { Page } from '@playwright/test';

/** 128 bits, as the site asks of ids. */
export const idOf = (request: object): string =>
	createHash('sha256')
		.update(JSON.stringify(request))
		.digest()
		.subarray(0, 16)
		.toString('base64url');

/** The page's next run is the run of an equal request, if another test has sent such a request. */
export async function shareNextRun(page: Page): Promise<void> {
	await page.route(
		'**/api/runs',
		async (route) => {
			const { id: _own, ...asked } = route.request().postDataJSON();
			await route.continue({ postData: { ...asked, id: idOf(asked) } });
		},
		{ times: 1 }
	);
}
