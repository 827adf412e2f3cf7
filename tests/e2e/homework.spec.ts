import { complaintsOf, expect, runButton, test } from './learner.ts';
import { expectReadable } from './looks.ts';
import { reportWith, type MadeSite } from './made-reports.ts';

let site: MadeSite;
test.beforeAll(({ madeSite }) => {
	site = madeSite;
	site.answer = (job) => reportWith(job, {});
});

test('a homework is a link with a date; answers come without accounts and stand in one table', async ({
	page: host,
	browser
}) => {
	await host.goto(`${site.url}/workshops`);
	await host.getByRole('radio', { name: 'Homework, until a date' }).check();
	await host.getByLabel('Title').fill('Week 3');
	await host.getByRole('checkbox', { name: /^Store forwarding/ }).check();
	await host.getByRole('checkbox', { name: /^What is a cycle/ }).check();
	await expectReadable('setting a homework', host);
	await host.getByRole('button', { name: 'Set it' }).click();
	await expect(host.getByText(/^Homework until /)).toBeVisible();
	await expect(host.getByText('Nobody has joined yet.')).toBeVisible();
	const link = await host.getByRole('link', { name: /\/w\// }).first().innerText();

	const context = await browser.newContext({ viewport: { width: 360, height: 740 } });
	const ada = await context.newPage();
	const complaints = complaintsOf(ada);
	await ada.goto(link);
	await expect(ada.getByText(/^Homework until /)).toBeVisible();
	await ada.getByLabel('Your name').fill('Ada');
	await ada.getByRole('button', { name: 'Join' }).click();
	await expect(ada.getByText('not predicted, not measured')).toHaveCount(2);
	await expectReadable('a homework on a phone', ada);
	await ada.setViewportSize({ width: 360, height: 740 });
	await ada.getByRole('link', { name: 'Store forwarding' }).click();
	await ada.getByRole('spinbutton', { name: 'Your prediction, as a ratio' }).fill('4');
	await ada.getByRole('button', { name: 'Commit to it' }).click();
	await expect(ada.getByText('It can be changed until you run the exercise.')).toBeVisible();
	await ada.getByText('How sure are you?').first().click();
	await ada.getByRole('radio', { name: 'guess', exact: true }).check();
	await ada.getByLabel('Why? One line, if you like').fill('no idea');
	await ada.getByRole('button', { name: 'Send' }).click();
	await runButton(ada).click();
	// nobody holds the results back
	await expect(ada.getByText('It is kept, because you ran the exercise.')).toBeVisible();
	await expect(ada.getByRole('heading', { name: 'Results are hidden' })).toHaveCount(0);

	const cell = host.getByRole('row', { name: /Ada/ }).getByRole('cell').first();
	await expect(cell).toHaveText(/predicted 4×\s*guess\s*no idea\s*measured/);
	await expectReadable('answers of a homework', host);
	const download = host.waitForEvent('download');
	await host.getByRole('link', { name: 'Answers as CSV' }).click();
	expect((await download).suggestedFilename()).toMatch(/^answers-.*\.csv$/);
	await context.close();
	expect(complaints).toEqual([]);
});
