import { expect, open, predict, runSharedToTheEnd, storeForwarding, test } from './learner.ts';
import { expectReadable } from './looks.ts';
import { openRoom, walkThrough } from './room.ts';

/** Other pages are looked at where they have content: /models in models.spec.ts, /privacy in privacy.spec.ts, a swept exercise in three-numbers.spec.ts. */
const others = [
	'/',
	'/runners',
	'/glossary',
	'/foundations/test',
	'/api-reference',
	'/progress',
	'/progress/sheet',
	'/operate',
	'/exercises/free-play'
];

test('axe finds nothing on any page and none scrolls horizontally, in both themes and at 360 px', async ({
	page
}) => {
	test.slow();
	for (const path of others) {
		await page.goto(path);
		await expectReadable(path, page);
	}
});

test('axe finds nothing on an exercise before a run, after it and among its attempts', async ({
	page
}) => {
	test.slow();
	await open(page, storeForwarding);
	await expectReadable('before a run', page);
	await predict(page, 2);
	await runSharedToTheEnd(page);
	await expectReadable('after a run', page);
	await page.getByRole('link', { name: 'Your attempts (1)' }).click();
	await expect(page.getByRole('heading', { name: /^Your attempts at/ })).toBeVisible();
	await expectReadable('its attempts', page);
});

test('axe finds nothing on any page of a workshop, for its host and for a participant', async ({
	page,
	request
}) => {
	test.slow();
	await walkThrough(await openRoom(request), page, expectReadable);
});
