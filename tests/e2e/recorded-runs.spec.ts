/** Other machines' runs of an exercise, and the learner's own run beside them. */
import { expect, open, predict, runToTheEnd, test } from './learner.ts';
import { reportWith } from './made-reports.ts';

test('a learner unfolds the runs of other machines, and an own run stands beside them', async ({
	page,
	madeSite
}) => {
	madeSite.answer = (job) => reportWith(job, {});
	await open(page, `${madeSite.url}/exercises/chains`);
	const { recorded } = await (
		await page.request.get(`${madeSite.url}/api/exercises/chains`)
	).json();
	const section = page.getByRole('region', { name: 'Runs of other machines', exact: true });
	await section.getByText('Runs of other machines', { exact: true }).click();
	await expect(section.getByRole('table', { name: /^Runs of other machines: / })).toBeVisible();
	await expect(section.getByText(`${recorded[0].date}, `).first()).toBeVisible();
	await expect(
		section.getByText('No arm64 processor has measured this exercise yet.')
	).toBeVisible();
	await expect(section.getByText(/^Your run, /)).toHaveCount(0);

	await predict(page, 0.25);
	await runToTheEnd(page);
	await expect(section.getByText(/^Your run, /).first()).toBeVisible();
});
