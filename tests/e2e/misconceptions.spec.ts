/** A wrong prediction meets the idea behind it: alone on the exercise's page, and counted in a workshop. */
import { expect, open, predict, runButton, test } from './learner.ts';
import { expectReadable } from './looks.ts';
import { reportWith, type MadeSite } from './made-reports.ts';
import { posting, takeSeat } from './room.ts';

let site: MadeSite;
test.beforeAll(({ madeSite }) => {
	site = madeSite;
	// The answer to the question of store forwarding is six.
	site.answer = (job) => reportWith(job, { bytes: { cycles: 6 } });
});

const idea = 'that is what one expects if four stores take four times as long as one.';
const why = 'What takes the time is the load, which cannot take its value from any single store.';

test('after the run the page names the idea behind a wrong prediction, and none behind a right one', async ({
	page
}) => {
	await open(page, `${site.url}/exercises/store-forwarding`);
	await predict(page, 4);
	await expect(page.getByText(/^You said/)).toHaveCount(0);
	await runButton(page).click();
	await expect(page.getByText(`You said 4×: ${idea}`)).toBeVisible();
	await expect(page.getByText(why)).toBeVisible();
	await expectReadable('a misconception', page);
	for (const right of [6, 9]) {
		await page.getByRole('button', { name: 'Change', exact: true }).click();
		await predict(page, right);
		await expect(page.getByText(/^Measured 6/)).toBeVisible();
		await expect(page.getByText(/^You said/)).toHaveCount(0);
	}
});

test('an answer sheet has prediction, result, misconception and challenge, and its link shows the same sheet in another browser', async ({
	page,
	browser
}) => {
	await open(page, `${site.url}/exercises/store-forwarding`);
	await predict(page, 4);
	await runButton(page).click();
	await expect(page.getByText(`You said 4×: ${idea}`)).toBeVisible();
	// Kept with the run's end, which comes after its numbers.
	await expect(page.getByRole('link', { name: /^Your attempts \(\d\)/ })).toBeVisible();
	await page.goto(`${site.url}/progress`);
	await page.getByRole('link', { name: 'Open the answer sheet' }).click();
	const row = page.getByRole('row', { name: /^Store forwarding/ });
	const answers = ['4×', '6.00×', /95 % interval ± 0.00/, /if four stores take/, 'not passed'];
	for (const answer of answers) await expect(row).toContainText(answer);
	await page.getByLabel('Name on the sheet').fill('Ada <b>');
	await expectReadable('an answer sheet', page);
	await page.getByRole('button', { name: 'Copy a link to it' }).click();
	const link = await page.getByLabel('Link to this sheet').inputValue();
	expect(link).toMatch(/^http:\/\/localhost:\d+\/progress\/sheet#sheet=1\.[A-Za-z0-9_-]+$/);

	const context = await browser.newContext();
	const other = await context.newPage();
	const requested: string[] = [];
	other.on('request', (request) => requested.push(request.url()));
	await other.goto(link);
	await expect(other.getByRole('heading', { level: 1 })).toHaveText('Answer sheet of Ada <b>');
	const there = other.getByRole('row', { name: /^Store forwarding/ });
	expect(await there.textContent()).toBe(await row.textContent());
	await expect(other.getByText(/^This sheet came in a link\./)).toBeVisible();
	expect(requested.filter((url) => url.includes('sheet=1'))).toEqual([]);
	await expectReadable('an answer sheet from a link', other);
	// The address changes without a reload.
	await other.goto(`${link.slice(0, -9)}!`);
	await expect(other.getByRole('alert')).toHaveText(/^This link is damaged/);
	await other.getByRole('link', { name: 'Your own answer sheet' }).click();
	await expect(other.getByText(/^This browser keeps no prediction and no run yet\./)).toBeVisible();
	await context.close();
});

test('a workshop counts who voted for which idea, and shows it once votes are revealed and something is measured', async ({
	page: host,
	request,
	browser
}) => {
	const post = posting(request, site.url);
	const asked = { title: 'Stores', exercises: ['store-forwarding'] };
	const { code, hostPage } = await post('/api/workshops', asked);
	const tokens: string[] = [];
	for (const [name, ratio] of [
		['Ada', 4],
		['Bob', 3.6],
		['Eve', 1.2],
		['Ken', 6]
	] as const) {
		const { token } = await post(`/api/workshops/${code}/seats`, { name });
		await post('/api/seat/votes', { exercise: 'store-forwarding', ratio }, token);
		tokens.push(token);
	}
	await host.goto(site.url + hostPage);
	await expect(host.getByText('4 of 4 voted')).toBeVisible();
	const acts = `${hostPage.replace('/host/', '/api/hosts/')}/acts`;
	await post(acts, { act: 'measure' });
	await expect(
		host.getByText('Measured in 1 run. The result is shown once the votes are revealed.')
	).toBeVisible();
	await expect(host.getByText(/^6.* on alpha/)).toHaveCount(0);
	await expect(host.getByText(/that is what one expects/)).toHaveCount(0);
	await post(acts, { act: 'reveal', on: true });
	await expect(host.getByText('Shown to everybody. The vote is closed.')).toBeVisible();
	await expect(host.getByText(/^6.* on alpha/)).toBeVisible();
	const counted = `2 voted for 3.5× to 4.5×: ${idea}`;
	const other = '1 voted for 1× to 1.4×: that is what one expects if all five accesses hit L1';
	await expect(host.getByText(counted)).toBeVisible();
	await expect(host.getByText(other)).toBeVisible();
	await expect(host.getByText(why)).toBeVisible();
	await expectReadable('misconceptions of a room', host);

	const context = await browser.newContext();
	const phone = await context.newPage();
	await phone.goto(`${site.url}/w/${code}`);
	await takeSeat(phone, code, tokens[0] ?? '');
	await phone.reload();
	await expect(phone.getByText(counted)).toBeVisible();
	await expectReadable('misconceptions on a phone', phone);
	await context.close();

	const exported = await request.get(
		`${site.url}${hostPage.replace('/host/', '/api/hosts/')}/export.json`
	);
	const { exercises } = await exported.json();
	expect(exercises[0].misconceptions).toMatchObject([
		{ from: 1, to: 1.4, first: 1, second: 0 },
		{ from: 3.5, to: 4.5, first: 2, second: 0 }
	]);
});
