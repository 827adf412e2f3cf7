import { explain } from '@cyclelab/contract/measure/explain';
import type { Job } from '@cyclelab/contract/schema/job';
import { shareRun } from './kept.ts';
import { complaintsOf, expect, open, runButton, test } from './learner.ts';
import { reportWith, type MadeSite } from './made-reports.ts';
import { posting } from './room.ts';
import { expectShown, look, seated } from './shown.ts';

/** The runner ends runs of this exercise without a report. */
const failing = 'is-it-merging';
/** The report of a run of this exercise has one failure of the whole run, as stored reports may. */
const reported = 'bank-conflicts';

const id = '0b9f6a52-8f1c-4f0e-9a51-1f5a3c2d7e60';
const message = `2 times a runner or its Docker Engine stopped working over this run. ${'Run it again. '.repeat(12)}`;
const heading = 'This run failed, and it is not your code';
const whole = explain({ kind: 'no-time-left', stage: 'measure', limitMs: 60_000 });

const answer = (job: Job) =>
	job.exercise === failing
		? ({ type: 'failed', code: 'SET_ASIDE', message, id } as const)
		: reportWith(job, {}, { variants: [], failure: whole });

let site: MadeSite;
test.beforeAll(({ madeSite }) => {
	site = madeSite;
	site.answer = answer;
});

const shown = [{ title: heading, hint: message.trim() }];

test('a run without a report can be read on the page and after a reload, and can be tried again', async ({
	page
}) => {
	await open(page, `${site.url}/exercises/${failing}`);
	await runButton(page).click();
	await expect(page.getByRole('alert').filter({ hasText: heading })).toBeVisible();
	await expectShown(page, shown);
	await expect(page.getByRole('alert')).toContainText(id);
	await look(`${failing}, without a report`, page);
	const run = new URL(page.url()).searchParams.get('run');
	await page.goto(`${site.url}/exercises/${failing}?run=${run}`);
	await expectShown(page, shown);
	await page.getByRole('button', { name: 'Try again' }).click();
	await expect(page).not.toHaveURL(new RegExp(`run=${run}`));
	await expectShown(page, shown);
	await page.goto(`${site.url}/exercises/${failing}/attempts`);
	await expect(page.getByText(message)).toHaveCount(0);
	await look(`${failing}, attempts without a report`, page);
});

test('a failure of the whole run can be read on the page, on its snapshot and in the frame', async ({
	page,
	request
}) => {
	await open(page, `${site.url}/exercises/${reported}`);
	await runButton(page).click();
	await expectShown(page, [whole]);
	await look(`${reported}, failed as a whole`, page);
	const run = new URL(page.url()).searchParams.get('run');
	const kept = await shareRun(request, run, site.url);
	await page.goto(`${site.url}/s/${kept}`);
	await expectShown(page, [whole]);
	await look(`${reported}, kept, failed as a whole`, page);
	// At 360 px: the document's line ends far left, and its name has no room there.
	const cut = await page.locator('svg text').evaluateAll((texts) =>
		texts
			.filter((text) => {
				const { left, right, width } = text.getBoundingClientRect();
				return width > 0 && (left < 0 || right > innerWidth);
			})
			.map(({ textContent }) => textContent)
	);
	expect(cut).toEqual([]);
	await page.goto(`${site.url}/embed/s/${kept}`);
	await page.getByRole('button', { name: 'Show without predicting' }).click();
	await expectShown(page, [whole]);
	await look(`${reported}, frame, failed as a whole`, page);
});

test('a participant of a workshop reads why a run has no report', async ({ request, browser }) => {
	const post = posting(request, site.url);
	const { code } = await post('/api/workshops', { title: 'Failing', exercises: [failing] });
	const { token } = await post(`/api/workshops/${code}/seats`, { name: 'Ada' });
	const path = `/exercises/${failing}?workshop=${code}`;
	const person = await seated(browser, site.url, code, token, path);
	const complaints = complaintsOf(person);
	await runButton(person).click();
	await expectShown(person, shown);
	await look('participant, without a report', person);
	await person.context().close();
	expect(complaints).toEqual([]);
});
