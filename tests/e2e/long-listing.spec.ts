import { expect, test } from './learner.ts';
import { keep } from './kept.ts';

const instructions = 20_000;
/** A function of this many instructions, which `.rept` makes without work for the compiler. */
const longFunction = `
void long_one(void) {
${'\t__asm__ volatile(".rept 100\\n\\tnop\\n\\t.endr");\n'.repeat(instructions / 100)}}
`;

test('a listing of 20,000 instructions lays out its visible rows only, can be searched, and has an address for each row', async ({
	page,
	request
}) => {
	test.slow();
	const exercise = await (await request.get('/api/exercises/store-forwarding')).json();
	const id = await keep(request, {
		variants: ['word'],
		models: 'host',
		sources: { word: exercise.sources.c.word + longFunction }
	});
	const kept = await (await request.get(`/api/snapshots/${id}`)).json();
	const { functions } = kept.report.variants[0];
	const all: { text: string }[] = functions.find(
		({ symbol }: { symbol: string }) => symbol === 'long_one'
	).instructions;
	expect(all.length).toBeGreaterThan(instructions);

	await page.goto(`/s/${id}#asm=19990-19995&function=long_one`);
	const grid = page.getByRole('grid', { name: 'Assembly of long_one' });
	const rows = grid.locator('tbody tr');
	const marked = grid.locator('tr.marked');
	await expect(marked).toHaveCount(6);
	await expect(marked.first()).toContainText('19990');
	await expect(marked.first()).toBeInViewport();
	// All rows are in the document, for the browser's search and for screen readers.
	await expect(rows).toHaveCount(all.length);
	await expect(rows.last()).toContainText('ret');
	const laidOut = () =>
		rows.evaluateAll(
			(found) => found.filter((row) => row.checkVisibility({ contentVisibilityAuto: true })).length
		);
	await expect.poll(laidOut).toBeLessThan(all.length / 4);
	expect(await laidOut()).toBeGreaterThan(0);

	// A selected row keeps its position, also by keyboard, and columns are aligned with their headings.
	await marked.first().click();
	await expect(page).toHaveURL(/#asm=19990&function=long_one$/);
	await page.keyboard.press('End');
	await expect(rows.last()).toBeFocused();
	await expect(rows.last()).toBeInViewport();
	await page.keyboard.press('Home');
	await expect(rows.first()).toBeFocused();
	await expect(rows.first()).toBeInViewport();
	const lefts = await grid.evaluate((table) =>
		['thead tr', 'tbody tr'].map((row) =>
			[...(table.querySelector(row)?.children ?? [])].map((cell) =>
				Math.round(cell.getBoundingClientRect().left)
			)
		)
	);
	expect(lefts[1]).toEqual(lefts[0]);
});
