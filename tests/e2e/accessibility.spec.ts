import {
	expect,
	open,
	predict,
	runSharedToTheEnd,
	storeForwarding,
	test,
	workingSet
} from './learner.ts';
import { expectReadable } from './looks.ts';
import { openRoom, walkThrough } from './room.ts';

const others = [
	'/',
	'/runners',
	'/models',
	'/glossary',
	'/foundations/test',
	'/api-reference',
	'/privacy',
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

for (const path of [storeForwarding, workingSet])
	test(`axe finds nothing on ${path} before a run, after it and among its attempts`, async ({
		page
	}) => {
		test.slow();
		await open(page, path);
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
