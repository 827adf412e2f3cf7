/** A program that fails, run by a runner. Each failure's page is in every-failure.spec.ts, each cause in tests/integration/job. */
import { edit, expect, open, runToTheEnd, test, whatIsACycle } from './learner.ts';

const crashing = `#include "cyclelab.h"
uint64_t kernel(uint64_t iterations) {
	volatile uint64_t *nowhere = 0;
	*nowhere = iterations;
	return *nowhere;
}
`;

test('a crash is reported with its signal, in one sentence, and the other variants are measured', async ({
	page
}) => {
	test.slow();
	await open(page, whatIsACycle);
	await edit(page, crashing);
	await runToTheEnd(page);
	await expect(page.getByText(/crashed with SIGSEGV: /).first()).toBeVisible();
	await page.getByRole('button', { name: 'Show without predicting' }).click();
	await expect(page.getByRole('cell', { name: /\d/ }).first()).toBeVisible();
});
