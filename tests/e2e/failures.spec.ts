import { edit, expect, open, runToTheEnd, test, whatIsACycle } from './learner.ts';
import { crashing, empty, endless, flooding, hungry } from './programs.ts';

const promises: [name: string, program: string, sentence: RegExp][] = [
	['an endless loop is stopped', endless, /took longer than .* and was stopped\./],
	['a crash is reported with its signal', crashing, /crashed with SIGSEGV: /],
	['a flood of output is stopped', flooding, /wrote more than [\d,]+ KiB and was stopped\./],
	[
		'exceeding the memory limit is reported',
		hungry,
		/used more than [\d,]+ MiB of memory and was stopped\./
	],
	[
		'a kernel that the compiler emptied is reported as empty',
		empty,
		/The loop you measured is empty\./
	]
];

for (const [name, program, sentence] of promises)
	test(`${name}, in one sentence, and the other variants are measured`, async ({ page }) => {
		test.slow();
		await open(page, whatIsACycle);
		await edit(page, program);
		await runToTheEnd(page);
		await expect(page.getByText(sentence).first()).toBeVisible();
		await page.getByRole('button', { name: 'Show without predicting' }).click();
		await expect(page.getByRole('cell', { name: /\d/ }).first()).toBeVisible();
	});
