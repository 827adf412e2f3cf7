import { setTimeout as sleep } from 'node:timers/promises';
import type { APIRequestContext, Browser, Page } from '@playwright/test';
import { rehearse } from '../rehearse/rehearse.ts';
import { complaintsOf, expect, test } from './learner.ts';
import { expectReadable } from './looks.ts';
import { reportWith, startMadeSite, type MadeSite } from './made-reports.ts';

let site: MadeSite;
test.beforeAll(async () => {
	site = await startMadeSite((job) => reportWith(job, {}));
});
test.afterAll(() => site.stop());

const exercises = ['store-forwarding', 'what-is-a-cycle'];
const phone = { width: 360, height: 740 };

async function open(request: APIRequestContext, more: object = {}) {
	const data = { title: 'Stores', exercises, ...more };
	const response = await request.post(`${site.url}/api/workshops`, { data });
	expect(response.ok(), await response.text()).toBe(true);
	const { code, hostPage } = await response.json();
	return { code: String(code), host: site.url + String(hostPage) };
}

/** Opens the host's screen, and waits until its keys act. */
async function lead(page: Page, link: string) {
	await page.goto(link);
	await expect(page.getByRole('button', { name: 'Bring everyone here' })).toBeEnabled();
}

/** A phone on the voting page, and what its console complains about. */
async function join(browser: Browser, code: string, name: string) {
	const page = await (await browser.newContext({ viewport: phone })).newPage();
	const complaints = complaintsOf(page);
	await page.goto(`${site.url}/w/${code}`);
	await page.getByLabel('Your name').fill(name);
	await page.getByRole('button', { name: 'Join' }).click();
	await expect(page.getByText(`You are ${name}.`)).toBeVisible();
	return { page, complaints };
}

async function vote(page: Page, ratio: number, confidence: string, why: string) {
	await page.getByRole('spinbutton', { name: 'Your prediction, as a ratio' }).fill(`${ratio}`);
	await page.getByRole('radio', { name: confidence, exact: true }).check();
	await page.getByLabel('Why? One line, if you like').fill(why);
	await page.getByRole('button', { name: 'Commit to it' }).click();
	await expect(page.getByText(`Your vote: ${ratio}×.`)).toBeVisible();
}

test('what the room waits for comes to the front by itself, and the code stays small in the corner', async ({
	page: host,
	request
}) => {
	const { code, host: link } = await open(request);
	await lead(host, link);
	const question = host.getByRole('heading', { level: 1, name: /\?$/ });
	const large = host.getByRole('heading', { level: 1, name: 'Stores' });
	await expect(large).toBeVisible();
	const bringForward = async (key: string) => {
		await host.keyboard.press(key);
		await expect(question).toBeVisible();
		await expect(host.getByRole('complementary').getByText(code)).toBeVisible();
	};
	for (const key of ['r', 'v', 'ArrowRight']) {
		await bringForward(key);
		await host.keyboard.press('q');
		await expect(large).toBeVisible();
	}
	// The measurement is last: its results come to the front whenever they are there.
	await bringForward('m');
	await expectReadable('the question with a small code', host);
});

test('votes have a confidence and a reason; reasons stand by answer, without names; people who disagree are paired', async ({
	page: host,
	request,
	browser
}) => {
	const { code, host: link } = await open(request);
	await lead(host, link);
	const people = await Promise.all(['Ada', 'Bob'].map((name) => join(browser, code, name)));
	const [ada, bob] = people.map(({ page }) => page) as [Page, Page];
	// The programs that the question is about.
	await expect(bob.getByRole('figure').getByText('uint64_t kernel').first()).toBeVisible();
	await vote(ada, 2, 'sure', '<b>one</b> port');
	await vote(bob, 9, 'guess', '');
	await host.keyboard.press('w');
	const reasons = host.getByRole('region', { name: /: 1 vote$/ });
	await expect(reasons).toHaveText([/1 sure.*<b>one<\/b> port/s, /1 guess/]);
	await expect(reasons.getByText('Ada')).toHaveCount(0);
	await expectReadable('reasons by answer', host);

	await host.keyboard.press('p');
	await expect(host.getByRole('listitem', { name: 'Group 1' })).toHaveText(/Ada.*Bob/s);
	await expect(ada.getByText('Discuss it with Bob.')).toBeVisible();
	await expect(bob.getByText('You disagree')).toBeVisible();
	await expectReadable('a pair, on a phone', bob);
	await expectReadable('pairs', host);
	await host.keyboard.press('v');
	await expect(ada.getByText(/^Second vote/)).toBeVisible();
	await vote(ada, 8, 'think so', 'Bob convinced me');
	await host.keyboard.press('r');
	await expect(host.getByText(/after discussion.*0 sure, 1 think so, 0 guess/)).toBeVisible();
	await expect(ada.getByText('Discuss it with Bob.')).toHaveCount(0);
	expect(people.flatMap(({ complaints }) => complaints)).toEqual([]);
});

test('questions from the room are voted for, and the host hides and answers them', async ({
	page: host,
	request,
	browser
}) => {
	const { code, host: link } = await open(request);
	await lead(host, link);
	const [ada, bob] = (await Promise.all(
		['Ada', 'Bob'].map((name) => join(browser, code, name))
	).then((people) => people.map(({ page }) => page))) as [Page, Page];
	await ada.getByText('Questions', { exact: true }).click();
	await ada.getByLabel('Your question').fill('Why <i>so</i> slow?');
	await ada.getByRole('button', { name: 'Ask' }).click();
	await expect(ada.getByText('Your question is in the list.')).toBeVisible();
	await bob.getByText('Questions (1)').click();
	await bob.getByRole('button', { name: 'I want to know this too · 0' }).click();
	await expect(ada.getByText('1 vote, yours')).toBeVisible();
	await host.keyboard.press('f');
	await expect(host.getByRole('listitem').filter({ hasText: 'Why <i>so</i> slow?' })).toHaveText(
		/^1/
	);
	await expectReadable('questions', host);
	await expectReadable('questions on a phone', bob);
	await host.getByRole('button', { name: /^Hide.*slow/ }).click();
	await expect(bob.getByText('Why <i>so</i> slow?')).toHaveCount(0);
	await host.getByRole('button', { name: /^Show again/ }).click();
	await expect(bob.getByText('Why <i>so</i> slow?').first()).toBeVisible();
});

test('the host sees who is where, and opens somebody’s code only after they agreed', async ({
	page: host,
	request,
	browser
}) => {
	const { code, host: link } = await open(request);
	await lead(host, link);
	const { page: ada } = await join(browser, code, 'Ada');
	await host.keyboard.press('l');
	const row = host.getByRole('row', { name: /Ada/ });
	await expect(row).toHaveText(/on the voting page/);
	await ada.getByRole('link', { name: 'Open the exercise' }).click();
	await expect(row).toHaveText(/Store forwarding\s*predicting/);
	await row.getByRole('button', { name: 'Ask to show the code of Ada' }).click();
	await expect(ada.getByText('The host asks to show your code')).toBeVisible();
	await expectReadable('who is where', host);
	await expectReadable('a wish to show code', ada);
	await ada.setViewportSize(phone);
	await ada.getByRole('button', { name: 'Show my code' }).click();
	await expect(host.getByRole('heading', { name: 'The code of Ada' })).toBeVisible();
	await expect(host.getByText('No source was changed')).toBeVisible();
	await expectReadable('code with consent', host);
	await ada.getByRole('button', { name: 'Take it away' }).click();
	await expect(host.getByText('This code is not shown any more.')).toBeVisible();
});

test('a plan fills the order and the times, which the host changes before and during the workshop', async ({
	page: host
}) => {
	await host.goto(`${site.url}/workshops`);
	await host.getByRole('button', { name: 'Use the plan “45 minutes”' }).click();
	await expect(host.getByText('3 exercises, about 40 minutes')).toBeVisible();
	await host.getByRole('button', { name: 'Move “Cache working set” up' }).click();
	await host.getByLabel('Minutes for “What is a cycle?”').fill('12');
	await host.getByLabel('Title').fill('Planned');
	await expectReadable('a plan', host);
	await host.getByRole('button', { name: 'Open it' }).click();
	await host.getByRole('heading', { name: 'Planned' }).waitFor();
	await host.keyboard.press('o');
	const titles = host.getByRole('region', { name: 'The plan' }).getByRole('listitem');
	await expect(titles).toHaveText([/What is a cycle/, /Cache working set/, /Chains/]);
	await expect(host.getByLabel('Minutes for “What is a cycle?”')).toHaveValue('12');
	await host.getByRole('button', { name: 'Move “Chains and accumulators” up' }).click();
	await expect(titles).toHaveText([/What is a cycle/, /Chains/, /Cache working set/]);
	await host.getByRole('button', { name: 'Timer: 12 min' }).click();
	await expect(host.getByRole('timer')).toHaveText(/^1[12]:/);
	await expectReadable('the plan of an open workshop', host);
});

test('a rehearsal fills a workshop with participants that every screen marks', async ({
	page: host,
	request
}) => {
	const { code, host: link } = await open(request);
	await lead(host, link);
	const leaving = new AbortController();
	const refused: string[] = [];
	const rehearsal = rehearse(
		{ site: site.url, people: 12, pace: 40 },
		code,
		leaving.signal,
		(why) => refused.push(why)
	);
	await expect(host.getByText('Rehearsal: 12 participants are programs.')).toBeVisible();
	await expect(host.getByText('12 of 12 voted')).toBeVisible();
	await host.keyboard.press('v');
	await expect(host.getByText('The second vote is open.')).toBeVisible();
	await host.keyboard.press('h');
	await expect(host.getByText(/after discussion: the middle of the votes is/)).toBeVisible();
	await expect(host.getByText('12 of 12 voted')).toBeVisible();
	await host.keyboard.press('l');
	await expect(host.getByRole('row').getByText('rehearsal')).toHaveCount(12);
	leaving.abort();
	const { votes } = await rehearsal;
	expect([votes, refused]).toEqual([24, []]);
});

test('the wall has the kernels and the challenge’s whole in its window, and no action moves under the host’s pointer', async ({
	page: host,
	request
}) => {
	const laptop = { width: 1366, height: 768 };
	await host.setViewportSize(laptop);
	const { code, host: link } = await open(request);
	await lead(host, link);
	const wall = await host.context().newPage();
	await wall.setViewportSize(laptop);
	await wall.goto(`${site.url}/w/${code}/wall`);
	await host.keyboard.press('x');
	const programs = wall.getByRole('figure');
	await expect(programs).toHaveCount(2);
	for (const program of await programs.all()) {
		await expect(program).toContainText('return sum;');
		await expect(program).toBeInViewport({ ratio: 1 });
	}
	const reveal = host.getByRole('button', { name: /^(Reveal|Hide)/ });
	const place = await reveal.boundingBox();
	// Keys come faster than answers: the second vote has begun only when its request arrives.
	await host.route('**/acts', async (route) => {
		if (route.request().postDataJSON().act === 'vote') await sleep(300);
		await route.continue();
	});
	for (const key of ['h', 'v', 'r']) await host.keyboard.press(key);
	for (const name of ['Cover votes', 'Back to the first vote', 'Hide'])
		await expect(host.getByRole('button', { name: new RegExp(`^${name}`) })).toBeVisible();
	expect(await reveal.boundingBox()).toEqual(place);
	await host.keyboard.press('c');
	await expect(wall.getByText('The challenge:')).toBeVisible();
	await expect(programs).toHaveCount(1);
	await expect(programs).toBeInViewport({ ratio: 1 });
	await wall.close();
});
