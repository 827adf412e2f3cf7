import type { RunEvent } from '@cyclelab/contract/schema/job';
import { eventsWith } from '../integration/server/examples.ts';
import { expect, expectEnd, open, runButton, storeForwarding, test } from './learner.ts';
import { reportWith } from './made-reports.ts';

test('a page reloaded during a run follows the same run to its end', async ({ page, madeSite }) => {
	let end: RunEvent | undefined;
	madeSite.answer = (job) => {
		const events = eventsWith(reportWith(job, {}));
		end = events.at(-1);
		return events.slice(0, -1);
	};
	await open(page, madeSite.url + storeForwarding);
	await runButton(page).click();
	await expect(page).toHaveURL(/run=/);
	await expect(page.getByRole('button', { name: 'Cancel' })).toBeVisible();
	const address = page.url();
	await page.reload();
	expect(page.url()).toBe(address);
	await expect(page.getByRole('button', { name: 'Cancel' })).toBeVisible();
	if (!end) throw new Error('The runner has no job.');
	madeSite.runner.sendEvent(new URL(address).searchParams.get('run') ?? '', end);
	await expectEnd(page);
});

test('two tabs that run the same exercise at once both show their numbers', async ({
	page,
	context
}) => {
	const other = await context.newPage();
	await open(page, storeForwarding);
	await open(other, storeForwarding);
	await runButton(page).click();
	await runButton(other).click();
	await expectEnd(page);
	await expectEnd(other);
	expect(new URL(page.url()).searchParams.get('run')).not.toBe(
		new URL(other.url()).searchParams.get('run')
	);
});
