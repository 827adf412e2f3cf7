import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Browser, Page } from '@playwright/test';
import type { RunEvent } from '@cyclelab/contract/schema/job';
import { startSite, type StartedProcess } from '../faults/processes.ts';
import { freePort } from '../free-port.ts';
import { eventsWith } from '../integration/server/examples.ts';
import { connectRunner, type TestRunner } from '../integration/server/runner.ts';
import { complaintsOf, complaintsOfAxe, expect, runButton, test } from './learner.ts';
import { reportWith } from './made-reports.ts';

/** A site that is killed and restarts at the same port. */
const token = 'a-token-for-tests-only';
let folder: string;
let url: string;
let settings: Record<string, string>;
let site: StartedProcess;
let runner: TestRunner | undefined;
const restart = async () => {
	await site.end('SIGKILL');
	site = await startSite('site', settings);
};

test.beforeAll(async () => {
	folder = await mkdtemp(join(tmpdir(), 'cyclelab-workshop-'));
	const port = await freePort('127.0.0.1');
	url = `http://localhost:${port}`;
	settings = { PORT: `${port}`, DATA_DIR: folder, RUNNER_TOKEN: token };
	site = await startSite('site', settings);
});
test.afterAll(async () => {
	await runner?.disconnect();
	await site.end('SIGTERM');
	await rm(folder, { recursive: true, force: true });
});

/** Connects a runner whose runs go on until the returned function ends that of this page. */
async function connect() {
	const ends = new Map<string, RunEvent | undefined>();
	runner = await connectRunner(url, token, {
		work: (job, one) => {
			const events = eventsWith(reportWith(job, { bytes: { cycles: 6 } }));
			ends.set(job.run, events.pop());
			one.finish(job, events);
		}
	});
	return (page: Page) => {
		const run = new URL(page.url()).searchParams.get('run') ?? '';
		const end = ends.get(run);
		if (!end) throw new Error('The runner has no such job.');
		runner?.sendEvent(run, end);
	};
}

const names = ['Ada', 'Bob', '<b>Eve</b>', 'Grace', 'Linus', 'Margaret', 'Ken', 'Dennis'];
const phone = { width: 360, height: 740 };
const laptop = { width: 1280, height: 800 };

async function enter(browser: Browser, code: string, name: string, at: number): Promise<Page> {
	const context = await browser.newContext({ viewport: at % 2 ? phone : laptop });
	const page = await context.newPage();
	await page.goto(`${url}/w`);
	await page.getByLabel('Code').fill(code.toLowerCase().replace('-', ' '));
	await page.getByRole('button', { name: 'Go' }).click();
	await page.getByLabel('Your name').fill(name);
	await page.getByRole('button', { name: 'Join' }).click();
	await expect(page.getByText(`You are ${name}.`)).toBeVisible();
	return page;
}

async function vote(page: Page, ratio: number): Promise<void> {
	await page.getByRole('spinbutton', { name: 'Your prediction, as a ratio' }).fill(`${ratio}`);
	await page.getByRole('button', { name: 'Commit to it' }).click();
	await expect(page.getByText(`Your vote: ${ratio}×.`)).toBeVisible();
}

const votedOf = (host: Page, count: number) =>
	expect(host.getByText(`${count} of ${names.length} voted`)).toBeVisible();

test('a host leads eight participants through a workshop, although the site is killed during a vote', async ({
	page: host,
	browser
}) => {
	await host.setViewportSize({ width: 1920, height: 1080 });
	await host.goto(`${url}/workshops`);
	await host.getByLabel('Title').fill('Stores & loads');
	await host.getByRole('checkbox', { name: /^Store forwarding/ }).check();
	await host.getByRole('checkbox', { name: /^What is a cycle/ }).check();
	await host.getByRole('button', { name: 'Open it' }).click();
	const code = await host
		.getByText(/^[2-9A-Z]{4}-[2-9A-Z]{4}$/)
		.first()
		.innerText();
	const hostLink = host.url();

	const people = await Promise.all(names.map((name, at) => enter(browser, code, name, at)));
	const complaints = people.map(complaintsOf);
	const [ada, bob, eve] = people as [Page, Page, Page];
	for (const name of names) await expect(host.getByText(name, { exact: true })).toBeVisible();
	await expect(host.getByText(`${names.length} of ${names.length} here`)).toBeVisible();

	// half of the participants have voted when the site is killed
	for (const [at, page] of people.slice(0, 4).entries()) await vote(page, at + 2);
	await votedOf(host, 4);
	await restart();
	const endRunOf = await connect();
	for (const [at, page] of people.slice(4).entries()) await vote(page, at + 6);
	await votedOf(host, names.length);
	await expect(host.getByText(`${names.length} of ${names.length} here`)).toBeVisible();
	// the first vote has brought the question to the front; nobody on the wall sees votes before the reveal, unless the host shows them
	await expect(host.getByText('Covered on this screen. Votes go on arriving.')).toBeVisible();
	await expect(host.getByText(/the middle of the votes/)).toHaveCount(0);
	await host.keyboard.press('h');
	await expect(host.getByText('first vote: the middle of the votes is 5.5×')).toBeVisible();
	// nobody but the host sees what others said
	await expect(ada.getByText(/the middle of the votes/)).toHaveCount(0);

	// a second tab is the same participant, and a host who opens the link again is the same host
	const tab = await ada.context().newPage();
	await tab.goto(`${url}/w/${code}`);
	await expect(tab.getByText('Your vote: 2×.')).toBeVisible();
	await tab.close();
	await host.goto('about:blank');
	await host.goto(hostLink);
	await votedOf(host, names.length);

	// two participants run the exercise: one shared run, whose result is hidden
	for (const page of [ada, eve]) {
		await page.getByRole('link', { name: 'Open the exercise' }).click();
		await expect(page.getByRole('heading', { name: 'You predicted' })).toBeVisible();
		await expect(runButton(page)).toBeEnabled();
	}
	await Promise.all([runButton(ada).click(), runButton(eve).click()]);
	await expect(
		ada.getByText('The host will show the results to everybody at the same time.')
	).toBeVisible();
	await host.keyboard.press('v');
	await expect(host.getByText('The second vote is open.')).toBeVisible();
	await expect(ada.getByRole('heading', { name: 'Predict', exact: true })).toBeVisible();
	await vote(bob, 6);
	for (const page of [ada, eve]) await expect(page).toHaveURL(/[?&]run=/);
	endRunOf(ada);
	await expect(host.getByText(/^Measured in 1 run\./)).toBeVisible();
	await expect(ada.getByRole('heading', { name: 'Results are hidden' })).toBeVisible();

	await host.keyboard.press('r');
	await expect(host.getByText('Shown to everybody. The vote is closed.')).toBeVisible();
	await expect(host.getByText('1 run, asked for by 2 people')).toBeVisible();
	await expect(bob.getByText('after discussion: the middle vote is 6×')).toBeVisible();
	await expect(ada.getByText('The host shows the results')).toHaveCount(0);
	await expect(ada.getByRole('heading', { name: 'Results are hidden' })).toHaveCount(0);
	await expect(ada.getByRole('cell', { name: 'hidden' })).toHaveCount(0);
	// without a measurement, each page of a workshop is looked at in accessibility.spec.ts
	for (const page of [host, ada]) expect(await complaintsOfAxe(page)).toEqual([]);

	// a following participant's page moves with the host; another participant gets a notice
	await eve.getByLabel('Follow the host').uncheck();
	await expect(host.getByText('on their own')).toBeVisible();
	await host.keyboard.press('ArrowRight');
	await expect(ada).toHaveURL(/what-is-a-cycle/);
	await expect(eve.getByText('The host is at “What is a cycle?”')).toBeVisible();
	await expect(eve).toHaveURL(/store-forwarding/);
	await host.keyboard.press('b');
	await expect(eve).toHaveURL(/what-is-a-cycle/);

	const csv = host.waitForEvent('download');
	await host.getByRole('link', { name: 'Export as CSV' }).click();
	expect((await csv).suggestedFilename()).toBe(`workshop-${code}.csv`);
	await host.getByRole('button', { name: 'End the workshop' }).click();
	await host.getByRole('button', { name: 'Yes, end it' }).click();
	await bob.getByRole('link', { name: 'What the room voted, and what was measured' }).click();
	await expect(bob.getByText(`${names.length} took part.`)).toBeVisible();
	await expect(bob.getByText('first vote: the middle of the votes is 5.5×')).toBeVisible();
	expect(complaints.flat()).toEqual([]);
});

test('a wrong join code is reported at the field for the code', async ({ page }) => {
	await page.goto(`${url}/w/2222-2222`);
	await expect(page.getByText('No workshop has this code.')).toBeVisible();
	await expect(page.getByLabel('Code')).toBeVisible();
});
