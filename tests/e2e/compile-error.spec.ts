import { edit, expect, open, runToTheEnd, storeForwarding, test } from './learner.ts';
import { unfinished } from './programs.ts';

test('a compile error names its line, shows the compiler’s words and marks the place', async ({
	page
}) => {
	await open(page, storeForwarding);
	await edit(page, unfinished);
	await runToTheEnd(page);
	await expect(page.getByText(/The compiler found an error in line 4/).first()).toBeVisible();
	await expect(page.getByText(/expected ';' at end of declaration/).first()).toBeVisible();
	// Monaco draws its marks with classes alone; there is nothing a reader would see to ask for.
	await expect(page.locator('.squiggly-error').first()).toBeVisible();
});
