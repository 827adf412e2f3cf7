import type { Page } from '@playwright/test';
import { eventsWith } from '../integration/server/examples.ts';
import { edit, expect, expectEnd, open, predict, runButton, test } from './learner.ts';
import { reportWith } from './made-reports.ts';

const cycle = '/exercises/what-is-a-cycle';

/** Notes the place of the editor and the page's scroll position at every frame, in px. */
async function watchEditor(page: Page): Promise<() => Promise<string[]>> {
	await page.evaluate(() => {
		const places = new Set<string>();
		Object.assign(window, { places });
		const note = () => {
			const box = document.querySelector('.monaco-editor')?.getBoundingClientRect();
			if (box) places.add([box.x, box.y, box.width, box.height, scrollY].join(' '));
			requestAnimationFrame(note);
		};
		note();
	});
	return () =>
		page.evaluate(() => {
			const { places } = window as unknown as { places: Set<string> };
			return [...places];
		});
}

const answer = (page: Page) => page.getByRole('region', { name: 'The answer' });

for (const [width, height] of [
	[1366, 768],
	[1400, 1000],
	[820, 1000],
	[390, 844]
] as const)
	test(`at ${width} × ${height} a run and a failing run leave the editor where it is, and its answer stands there`, async ({
		page,
		madeSite
	}) => {
		await page.setViewportSize({ width, height });
		let fails = false;
		madeSite.answer = (job) => {
			const [{ id = '' } = {}] = job.variants;
			if (!fails || !job.stages.includes('measure'))
				return reportWith(job, { [id]: { cycles: 3 } });
			return reportWith(job, {
				[id]: { failure: { kind: 'crash', stage: 'measure', signal: 'SIGSEGV', text: 'qemu' } }
			});
		};
		await open(page, `${madeSite.url}${cycle}`);
		await predict(page, 2);
		await edit(page, '#include "cyclelab.h"\nuint64_t kernel(uint64_t n) { return n; }\n');
		const editor = page.locator('.monaco-editor').first();
		await editor.evaluate((element) => element.scrollIntoView({ block: 'center' }));
		const places = await watchEditor(page);
		await page.keyboard.press('Control+Enter');
		await expect(answer(page)).toContainText('measured 3.00');
		await expect(answer(page)).toBeInViewport();
		await expectEnd(page);
		fails = true;
		await page.keyboard.press('Control+Enter');
		await expect(answer(page)).toContainText('SIGSEGV');
		await expect(answer(page)).toBeInViewport();
		expect(await places()).toHaveLength(1);
	});

test('on a phone the answer comes into sight where Run is pressed above it', async ({
	page,
	madeSite
}) => {
	await page.setViewportSize({ width: 360, height: 740 });
	madeSite.answer = (job) => reportWith(job, {});
	await open(page, `${madeSite.url}${cycle}`);
	await predict(page, 2);
	await runButton(page).evaluate((element) => element.scrollIntoView({ block: 'end' }));
	await expect(answer(page)).not.toBeInViewport();
	await runButton(page).click();
	await expect(answer(page)).toBeInViewport();
	await expectEnd(page);
});

test('Ctrl+Enter runs what was typed during a run, and lets a run of the same text go on', async ({
	page,
	madeSite
}) => {
	const asked: string[] = [];
	madeSite.answer = (job) => {
		if (!job.stages.includes('measure')) return reportWith(job, {});
		const [{ id = '', source = '' } = {}] = job.variants;
		asked.push(source);
		const events = eventsWith(reportWith(job, { [id]: { cycles: asked.length } }));
		return source.includes('Another text')
			? events
			: events.filter(({ type }) => type !== 'finished');
	};
	await open(page, `${madeSite.url}${cycle}`);
	await predict(page, 2);
	const text = 'uint64_t kernel(uint64_t n) { return n; }\n';
	await edit(page, text);
	await page.keyboard.press('Control+Enter');
	await expect(answer(page)).toContainText('measured 1.00');
	await page.keyboard.press('Control+Enter');
	await page.keyboard.press('Control+End');
	await page.keyboard.insertText('/* Another text. */');
	await page.keyboard.press('Control+Enter');
	await expect(answer(page)).toContainText('measured 2.00');
	await expectEnd(page);
	expect(asked).toEqual([text, `${text}/* Another text. */`]);
});

test('what belongs to the text before an edit is marked, also after a reload, and an address opens the text of its run', async ({
	page,
	madeSite,
	browser
}) => {
	madeSite.answer = (job) => reportWith(job, {});
	await open(page, `${madeSite.url}${cycle}`);
	await predict(page, 2);
	await edit(page, 'uint64_t kernel(uint64_t n) { return n; }\n');
	await page.keyboard.press('Control+Enter');
	const measured = answer(page).getByText(/^measured 1\.00/);
	await expect(measured).toBeVisible();
	await expect(page).toHaveURL(/[?&]run=/);
	const shared = page.url();

	await page.keyboard.press('Control+End');
	await page.keyboard.insertText('/* Another text. */');
	await expect(measured).toBeHidden();
	await expect(answer(page)).toContainText('was 1.00');
	const mark = page.getByText(/^These numbers are of the text before your edit/);
	await expect(mark).toBeVisible();
	await expect(page).not.toHaveURL(/[?&]run=/);

	await page.reload();
	await expect(runButton(page)).toBeEnabled();
	await expect(page.getByRole('grid', { name: /^Source of/ })).toContainText('Another text.');
	await expect(measured).toBeHidden();

	const other = await browser.newContext();
	const colleague = await other.newPage();
	await open(colleague, shared);
	const source = colleague.getByRole('grid', { name: /^Source of/ });
	await expect(source).toContainText('return n;');
	await expect(source).not.toContainText('Another text.');
	await expect(colleague.getByText(/of the text before your edit/)).toHaveCount(0);
	await other.close();

	// What is written here is kept while the address shows the code of another run.
	await open(page, shared);
	const own = page.getByRole('grid', { name: /^Source of/ });
	await expect(own).not.toContainText('Another text.');
	await page.getByRole('button', { name: 'Back to your text' }).click();
	await expect(own).toContainText('Another text.');
});

test('why a run is refused stands at the editor until its text changes', async ({
	page,
	madeSite
}) => {
	madeSite.answer = (job) => reportWith(job, {});
	const refusal = 'the source is longer than 65536 characters';
	await page.route('**/api/runs', (route) =>
		route.fulfill({ status: 400, json: { issues: [{ path: [], message: refusal }] } })
	);
	await open(page, `${madeSite.url}${cycle}`);
	await predict(page, 2);
	await edit(page, 'uint64_t kernel(uint64_t n) { return n; }\n');
	await page.keyboard.press('Control+Enter');
	await expect(answer(page)).toContainText(refusal);
	await page.keyboard.press('Control+End');
	await page.keyboard.insertText('/* Another text. */');
	await expect(answer(page)).not.toContainText(refusal);
});
