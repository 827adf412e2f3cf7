import {
	complaintsOfAxe,
	expect,
	open,
	predict,
	runToTheEnd,
	storeForwarding,
	test,
	workingSet
} from './learner.ts';
import { openRoom, walkThrough } from './room.ts';

for (const colorScheme of ['light', 'dark'] as const)
	test(`axe finds nothing on any page, before and after a run, in the ${colorScheme} theme`, async ({
		page
	}) => {
		test.slow();
		await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
		for (const path of ['/', '/runners', '/glossary', '/progress', '/operate/latency']) {
			await page.goto(path);
			expect([path, await complaintsOfAxe(page)]).toEqual([path, []]);
		}
		for (const path of [storeForwarding, workingSet]) {
			await open(page, path);
			expect(await complaintsOfAxe(page)).toEqual([]);
			await predict(page, 2);
			await runToTheEnd(page);
			expect(await complaintsOfAxe(page)).toEqual([]);
		}
	});

const sizes = [
	{ width: 360, height: 740 },
	{ width: 1440, height: 900 }
];

test('axe finds nothing on the pages of a workshop, from its beginning to its end, small and large, light and dark', async ({
	page,
	request
}) => {
	test.slow();
	await walkThrough(await openRoom(request), page, async (what, shown) => {
		for (const colorScheme of ['light', 'dark'] as const)
			for (const size of sizes) {
				await shown.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
				await shown.setViewportSize(size);
				const where = `${what}, ${colorScheme}, ${size.width} px`;
				expect([where, await complaintsOfAxe(shown)]).toEqual([where, []]);
			}
	});
});
