import { column, expect, open, predict, runToTheEnd, test } from './learner.ts';
import { reportWith, startMadeSite, type MadeSite } from './made-reports.ts';

let site: MadeSite;
test.beforeAll(async () => {
	site = await startMadeSite(
		(job) => reportWith(job, {}),
		{},
		({ toolchains, ...runner }) => ({
			...runner,
			toolchains: [
				...toolchains,
				...(['coreclr-8.0', 'mono-6.12'] as const).map((compiler) => ({
					compiler,
					language: 'cs' as const,
					targets: ['x86-64' as const],
					version: compiler.replace(/^.*-/, ''),
					image: 'cyclelab/dotnet:1'
				}))
			]
		})
	);
});
test.afterAll(() => site.stop());

/** What both runtimes do with a program is in tests/integration/toolchains. */
test('C# runs on both runtimes side by side, and each row is of its runtime', async ({ page }) => {
	await open(page, `${site.url}/exercises/price-of-pause?language=cs`);
	await expect(page.getByRole('combobox', { name: 'Compiler' })).toHaveCount(0);
	await expect(page.getByText('.NET 8.0 and Mono 6.12')).toBeVisible();
	await predict(page, 500);
	await runToTheEnd(page);

	for (const runtime of ['CoreCLR', 'Mono'])
		await expect(
			page.getByRole('row', { name: new RegExp(`One addition, ${runtime} .*\\d`) })
		).toBeVisible();
	expect((await column(page, /^measured/i)).every((cell) => /\d/.test(cell))).toBe(true);

	// C has another prediction, which the learner has not made yet.
	await page.getByRole('combobox', { name: 'Language' }).selectOption({ label: 'C' });
	await expect(page.getByRole('heading', { name: 'Predict', exact: true })).toBeVisible();
	await expect(page.getByRole('tab', { name: 'One addition', exact: true })).toHaveAttribute(
		'aria-selected',
		'true'
	);
});
