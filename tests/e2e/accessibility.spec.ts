import {
	complaintsOfAxe,
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

test('axe finds an image without a text, and a contrast that is too low in one theme only', async ({
	page
}) => {
	await page.setContent(`<!doctype html><html lang="en"><title>Two mistakes</title>
		<style>p { color: #333; background: #fff } @media (prefers-color-scheme: dark) { p { background: #444 } }</style>
		<main><h1>Two mistakes</h1><p>Text</p><img src="data:image/gif;base64,R0lGODlhAQABAAAAACw="></main>`);
	const image = { id: 'image-alt', targets: [['img']] };
	const contrast = { id: 'color-contrast', targets: [['p']] };
	await page.emulateMedia({ colorScheme: 'light' });
	expect(await complaintsOfAxe(page)).toEqual([image]);
	await page.emulateMedia({ colorScheme: 'dark' });
	expect(await complaintsOfAxe(page)).toEqual([contrast, image]);
	await page.emulateMedia({ colorScheme: 'light' });
	expect(await complaintsOfAxe(page)).toEqual([image]);
});

test('a contrast that is too low in one theme is found also in what only one width shows', async ({
	page
}) => {
	const shown = (only: 'min' | 'max') => `<!doctype html><html lang="en"><title>One mistake</title>
		<style>p { color: #333; background: #fff } @media (prefers-color-scheme: dark) { p { background: #444 } }
		p { display: none } @media (${only}-width: 700px) { p { display: block } }</style>
		<main><h1>One mistake</h1><p>Text</p></main>`;
	for (const only of ['min', 'max'] as const) {
		await page.setContent(shown(only));
		await expect(expectReadable(only, page)).rejects.toThrow(/"color-contrast"/);
	}
});

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
