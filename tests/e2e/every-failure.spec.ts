import type { APIRequestContext } from '@playwright/test';
import { explain } from '@cyclelab/contract/measure/explain';
import type { Job } from '@cyclelab/contract/schema/job';
import { failureExamples as each } from './failure-examples.ts';
import { runToItsEnd, shareRun } from './kept.ts';
import { complaintsOf, expect, expectEnd, open, runButton, test } from './learner.ts';
import { reportWith, type VariantEnding, type MadeSite } from './made-reports.ts';
import { posting } from './room.ts';
import { expectShown, look, seated } from './shown.ts';

const all = Object.values(each).flat();

/** An exercise with enough variants for a different failure in each. */
const many = 'is-it-merging';
/** An exercise that sweeps a parameter. */
const swept = 'bank-conflicts';

/** Gives each variant a different failure, counted from the last; in a sweep at every point of the variant. */
function answer(job: Job) {
	const ids = job.facts.variants.map(({ id }) => id);
	if (job.exercise === many && all.length > ids.length)
		throw new Error(`${many} has fewer variants than there are failures.`);
	const from = job.exercise === swept ? atPoints : all;
	const endings = Object.fromEntries(
		from.flatMap((failure, i): [string, VariantEnding][] => {
			const id = ids[ids.length - 1 - i];
			if (id === undefined) return [];
			return [[id, job.exercise === swept ? { atPoints: failure } : { failure }]];
		})
	);
	return reportWith(job, endings);
}
const atPoints = [...each['too-noisy'], ...each.implausible, ...each['too-few-cores']];

let site: MadeSite;
test.beforeAll(({ madeSite }) => {
	site = madeSite;
	site.answer = answer;
});

const explained = all.map(explain);
const explainedAtPoints = atPoints.map(explain);

const kept = async (request: APIRequestContext, asked: object) =>
	shareRun(request, await runToItsEnd(request, asked, site.url), site.url);

for (const [exercise, failures] of [
	[many, explained],
	[swept, explainedAtPoints]
] as const) {
	test(`failures of ${exercise} can be read on the page, after a reload and among the attempts`, async ({
		page
	}) => {
		await open(page, `${site.url}/exercises/${exercise}`);
		await runButton(page).click();
		await expectEnd(page);
		await look(`${exercise}, before the prediction`, page);
		await expectShown(page, failures);
		await page.getByRole('button', { name: 'Show without predicting' }).click();
		await look(`${exercise}, revealed`, page);
		await page.goto(
			`${site.url}/exercises/${exercise}?run=${new URL(page.url()).searchParams.get('run')}`
		);
		await expectShown(page, failures);
		await page.goto(`${site.url}/exercises/${exercise}/attempts`);
		await expectShown(
			page,
			failures.map(({ title, hint }) => ({ title: `${title} ${hint}`, hint }))
		);
		await look(`${exercise}, attempts`, page);
	});

	test(`failures of ${exercise} can be read on a snapshot's page and in its frame`, async ({
		page,
		request
	}) => {
		const id = await kept(request, { exercise });
		await page.goto(`${site.url}/s/${id}`);
		await expectShown(page, failures);
		await look(`${exercise}, kept`, page);
		await page.goto(`${site.url}/embed/s/${id}`);
		await page.getByRole('button', { name: 'Show without predicting' }).click();
		await expectShown(page, failures);
		await look(`${exercise}, frame`, page);
	});
}

test('a snapshot with one failure of any kind has ordered headings, and its card names the failure', async ({
	page,
	request
}) => {
	for (const [i, failure] of all.entries()) {
		const id = await keptAlone(request, i);
		const { title, hint } = explain(failure);
		await page.goto(`${site.url}/s/${id}`);
		const levels = await page
			.getByRole('heading')
			.evaluateAll((found) => found.map(({ tagName }) => Number(tagName.slice(1))));
		const leaps = levels.filter((level, at) => level > (levels[at - 1] ?? 0) + 1);
		expect([title, leaps]).toEqual([title, []]);
		const [md, txt, svg] = await Promise.all(
			['md', 'txt', 'svg'].map(async (ending) =>
				(await request.get(`${site.url}/s/${id}.${ending}`)).text()
			)
		);
		expect(txt).toContain(`${title} ${hint}`);
		expect(md?.replaceAll(/\\(?=[^a-z0-9 ])|\u2060/gi, '')).toContain(`${title} ${hint}`);
		expect(svg).toContain('<desc>');
		expect((await request.get(`${site.url}/s/${id}.png`)).status()).toBe(200);
		await page.goto(`${site.url}/s/${id}.svg`);
		const outside = await page.locator('text').evaluateAll((texts) =>
			texts
				.filter((text): text is SVGTextElement => text instanceof SVGTextElement)
				.filter((text) => {
					const { x, width } = text.getBBox();
					return x < 0 || x + width > 600;
				})
				.map(({ textContent }) => textContent)
		);
		expect([title, outside]).toEqual([title, []]);
	}
});

/** A snapshot of a run with one failed variant and the baseline. */
async function keptAlone(request: APIRequestContext, i: number): Promise<string> {
	const variants = (await (await request.get(`${site.url}/api/exercises/${many}`)).json()).facts
		.variants as { id: string }[];
	const variant = variants[variants.length - 1 - i]?.id;
	return kept(request, { exercise: many, variants: [variant] });
}

test("failures can be read on a host's screen and by participants, and no page waits for a missing result", async ({
	page,
	request,
	browser
}) => {
	const post = posting(request, site.url);
	const opened = await post('/api/workshops', { title: 'Failing', exercises: [swept] });
	const { code, hostPage } = opened;
	const { token } = await post(`/api/workshops/${code}/seats`, { name: 'Ada' });
	const act = (what: object) => post(`${hostPage.replace('/host/', '/api/hosts/')}/acts`, what);
	await act({ act: 'measure' });
	await page.goto(site.url + hostPage);
	const [first] = explainedAtPoints;
	await expect(page.getByText(/1 run gave no answer/)).toBeVisible();
	const listed = await page
		.getByRole('listitem')
		.filter({ hasText: /^1 run:/ })
		.innerText();
	const failure = explainedAtPoints.find(({ title }) => listed.includes(title)) ?? first;
	expect(listed).toContain(`${failure?.title} ${failure?.hint}`);
	await look('host', page);

	const person = await seated(
		browser,
		site.url,
		code,
		token,
		`/exercises/${swept}?workshop=${code}`
	);
	const complaints = complaintsOf(person);
	await expect(runButton(person)).toBeEnabled();
	await runButton(person).click();
	await expectEnd(person);
	await expectShown(person, explainedAtPoints);
	await look('participant on the exercise', person);
	await act({ act: 'reveal', on: true });
	await person.goto(`${site.url}/w/${code}`);
	await expect(person.getByText('The host has revealed the votes.')).toBeVisible();
	await expect(
		person.getByRole('listitem').filter({ hasText: failure?.title ?? '' })
	).toBeVisible();
	await look('participant, revealed', person);
	await person.context().close();
	expect(complaints).toEqual([]);
});
