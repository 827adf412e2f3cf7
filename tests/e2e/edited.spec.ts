import { shareRun } from './kept.ts';
import { expect, expectEnd, edit, open, runButton, test } from './learner.ts';
import { expectReadable } from './looks.ts';
import { reportWith, type MadeSite } from './made-reports.ts';

let site: MadeSite;
test.beforeAll(({ madeSite }) => {
	site = madeSite;
	site.answer = (job) =>
		reportWith(
			job,
			{ bytes: { cycles: 2 } },
			{ challenge: { verdict: 'passed', goals: [{ met: 'yes', sentence: 'Met.' }] } }
		);
});

const hack = 'uint64_t kernel(uint64_t iterations) { return 42; } // does nothing';

test('a result of edited code is marked wherever it appears, one click from its source', async ({
	page,
	request
}) => {
	await open(page, `${site.url}/exercises/store-forwarding?variant=bytes`);
	await edit(page, hack);
	await runButton(page).click();
	await expectEnd(page);
	await page.getByRole('button', { name: 'Show without predicting' }).click();
	const mark = page.getByRole('table').getByRole('link', { name: 'edited' });
	const source = page.locator('#source-of-bytes');
	await expect(page.getByText('Edited code.')).toBeVisible();
	await expect(source).toBeHidden();
	await mark.click();
	await expect(source.getByText('// does nothing')).toBeVisible();
	await expectReadable('an edited run', page);
	const run = new URL(page.url()).searchParams.get('run');

	// another person who opens the address has other text in the editor
	await page.evaluate(() => localStorage.clear());
	await page.goto(`${site.url}/exercises/store-forwarding?run=${run}`);
	await page.getByRole('button', { name: 'Show without predicting' }).click();
	await page.getByText('Source of “', { exact: false }).first().click();
	await expect(source.getByText('// does nothing')).toBeVisible();

	await page.goto(`${site.url}/exercises/store-forwarding/attempts`);
	await page.getByText(/^changed: /).click();
	await expect(page.getByText('// does nothing')).toBeVisible();
	await expectReadable('an edited attempt', page);

	const id = await shareRun(request, run, site.url);
	const address = `${site.url}/s/${id}#source-of-bytes`;
	await page.goto(address);
	await expect(source.getByText('// does nothing')).toBeVisible();
	await expect(page.getByText(/^Met, or not, by edited code/)).toBeVisible();
	await expectReadable('a kept edited run', page);

	await page.goto(`${site.url}/embed/s/${id}`);
	await page.getByRole('button', { name: 'Show without predicting' }).click();
	const marks = page.getByRole('link', { name: /edited|Source of/ });
	expect(await marks.evaluateAll((all) => all.map((link) => link.getAttribute('href')))).toEqual([
		address,
		address
	]);
	await expectReadable('a frame of an edited run', page);

	const file = async (ending: string) =>
		(await request.get(`${site.url}/s/${id}.${ending}`)).text();
	for (const ending of ['md', 'txt', 'csv']) expect(await file(ending)).toContain(address);
	expect(await file('svg')).toMatch(/>“[^”]+” was edited\.<\/text>/);
	const { report } = JSON.parse(await file('json'));
	expect(
		report.variants.flatMap(({ id: variant, edited, source: text }: Record<string, unknown>) =>
			edited ? [[variant, text]] : []
		)
	).toEqual([['bytes', hack]]);
});
