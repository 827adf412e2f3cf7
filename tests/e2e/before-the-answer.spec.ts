/** Until the learner predicts, nothing on the page gives the answer away. */
import { expect, open, runAgainUntilMeasured, runSharedToTheEnd, test } from './learner.ts';

const foundations = [
	'what-is-a-cycle',
	'reading-assembly',
	'chains',
	'what-limits-a-loop',
	'the-window',
	'the-store-buffer',
	'lines-and-pages',
	'branches',
	'intervals'
];
const numbers =
	/\d|\b(two|three|four|five|six|seven|eight|nine|ten|twelve|sixteen|twenty|hundred|half|third|twice)\b/i;

test('captions and the challenge have no number of the answer before the prediction, and all after it', async ({
	page
}) => {
	test.slow();
	for (const slug of foundations) {
		const { facts } = await (await page.request.get(`/api/exercises/${slug}`)).json();
		await open(page, `/exercises/${slug}`);
		for (const { label, claim } of facts.variants) {
			await page.getByRole('tab', { name: label, exact: true }).click();
			const caption = page.locator('.claim');
			expect(await caption.innerText(), `${slug}: ${label}`).not.toMatch(numbers);
			if (numbers.test(claim)) await expect(page.getByText(claim, { exact: true })).toHaveCount(0);
		}
		const challenge = page.getByRole('region', { name: 'Challenge' });
		expect(await challenge.locator('.text').innerText(), slug).not.toMatch(numbers);
		await expect(
			challenge.getByText(
				'It returns what the original returns, and setup() does no more than given.'
			)
		).toHaveCount(0);
	}
	const slug = 'what-is-a-cycle';
	const { facts } = await (await page.request.get(`/api/exercises/${slug}`)).json();
	await open(page, `/exercises/${slug}`);
	const slider = page.getByRole('slider');
	await expect(slider).toHaveAttribute('aria-valuetext', 'none yet');
	await page.getByRole('spinbutton').fill('2');
	await page.getByRole('button', { name: 'Commit to it' }).click();
	await expect(page.getByText(facts.variants[0].claim, { exact: true })).toBeVisible();
	await expect(
		page.getByText('It returns what the original returns, and setup() does no more than given.')
	).toBeVisible();
});

test('a run without a prediction shows no figure of the models, and says that its results wait', async ({
	page
}) => {
	await open(page, '/exercises/what-is-a-cycle');
	await runSharedToTheEnd(page);
	await expect(
		page.getByRole('heading', { name: 'The results wait for your prediction.' })
	).toBeVisible();
	const models = page.locator('summary', { hasText: 'What the models say' });
	await expect(models).toHaveCount(0);
	const latency = page.getByRole('columnheader', { name: 'latency' });
	await expect(page.getByRole('columnheader', { name: 'executed' })).toBeVisible();
	await expect(latency).toHaveCount(0);
	await page.getByRole('button', { name: 'Show without predicting' }).click();
	await expect(models).toBeVisible();
	await expect(latency).toBeVisible();
	await expect(page.getByText('wait for your prediction')).toHaveCount(0);
});

test('Compare is done once the results are looked at, not when the run ends', async ({ page }) => {
	test.slow();
	await open(page, '/exercises/what-is-a-cycle');
	await page.getByRole('spinbutton', { name: 'Your prediction, as a ratio' }).fill('2');
	await page.getByRole('button', { name: 'Commit to it' }).click();
	await page.evaluate(() => scrollTo({ top: 0 }));
	await runSharedToTheEnd(page);
	await runAgainUntilMeasured(page);
	const steps = page.getByRole('navigation', { name: 'Steps of this exercise' });
	await expect(steps.getByRole('link', { name: 'Compare', exact: true })).toHaveAttribute(
		'aria-current',
		'step'
	);
	await page.getByRole('link', { name: 'Compare' }).last().click();
	await expect(steps.getByRole('link', { name: 'Compare (done)' })).toBeVisible();
	await page.reload();
	await expect(steps.getByRole('link', { name: 'Compare (done)' })).toBeVisible();
});
