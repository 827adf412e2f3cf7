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

for (const colorScheme of ['light', 'dark'] as const)
	test(`axe finds nothing on any page, before and after a run, in the ${colorScheme} theme`, async ({
		page
	}) => {
		test.slow();
		await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
		for (const path of ['/', '/runners', '/glossary', '/progress']) {
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
