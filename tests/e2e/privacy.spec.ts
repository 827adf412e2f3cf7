import { expect, test } from './learner.ts';
import { expectReadable } from './looks.ts';
import { reportWith, type MadeSite } from './made-reports.ts';

let site: MadeSite;
test.beforeAll(({ madeSite }) => {
	site = madeSite;
	site.answer = (job) => reportWith(job, {});
});

test('the foot of each page leads to what is kept, of whom, and how long; operators see the same days', async ({
	page
}) => {
	await page.goto(site.url);
	await page.getByRole('link', { name: 'What is kept' }).click();
	await expect(
		page.getByText('90 days after the end of the run; 7 days if nothing was measured.')
	).toBeVisible();
	await expectReadable('what is kept', page);
	await page.goto(`${site.url}/operate`);
	await expect(page.getByRole('row', { name: /Runs kept/ })).toHaveText(/90 days/);
});
