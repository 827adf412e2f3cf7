/** The control flow of a loop, drawn beside its assembly and in a lesson: exact counts, keys, and what axe finds. */
import type { HotLoop } from '@cyclelab/contract/schema/code';
import type { PlaceEvents } from '@cyclelab/contract/schema/events';
import { expect, open, predict, runToTheEnd, test } from './learner.ts';
import { expectReadable } from './looks.ts';
import { reportWith, startMadeSite, type MadeSite } from './made-reports.ts';

/** Adds up the large values of an array: 3,000 of them in a call, of which 1,200 are large. */
const instructions = [
	{ address: '0x1000', text: 'xor eax, eax', count: 1 },
	{ address: '0x1002', text: 'xor ecx, ecx', count: 1 },
	{ address: '0x1004', text: 'cmp dword ptr [rdi + 4*rcx], 128', count: 3000 },
	{ address: '0x100b', text: 'jl 0x1010', count: 3000, target: '0x1010' },
	{ address: '0x100d', text: 'add eax, dword ptr [rdi + 4*rcx]', count: 1200 },
	{ address: '0x1010', text: 'inc rcx', count: 3000 },
	{ address: '0x1013', text: 'cmp rcx, rsi', count: 3000 },
	{ address: '0x1016', text: 'jne 0x1004', count: 3000, target: '0x1004' },
	{ address: '0x1018', text: 'ret', count: 1 }
];
const functions = [{ symbol: 'kernel', address: '0x1000', instructions }];
const hotLoop: HotLoop = {
	symbol: 'kernel',
	instructions: instructions.slice(2, 8),
	badges: [],
	share: 1,
	pathCoverage: 0.6,
	sourceIterations: 1
};
const events: PlaceEvents = {
	parameters: {},
	iterations: 1000,
	all: { executed: 5.4, branches: 2, taken: 1.6, mispredicted: 0.375 },
	instructions: [
		{ address: '0x100b', rates: { executed: 1, branches: 1, taken: 0.6, mispredicted: 0.375 } },
		{ address: '0x1016', rates: { executed: 1, branches: 1, taken: 1 } }
	]
};

let site: MadeSite;
test.beforeAll(async () => {
	site = await startMadeSite((job) => {
		const report = reportWith(job, {});
		const variants = report.variants.map((one) => ({
			...one,
			functions,
			hotLoop,
			events: [events]
		}));
		return { ...report, variants };
	});
});
test.afterAll(() => site.stop());

test('a loop is drawn with exact counts, followed by keys, and shown in its assembly', async ({
	page
}) => {
	test.slow();
	await open(page, `${site.url}/exercises/branches`);
	await predict(page, 4);
	await runToTheEnd(page);
	await page.getByRole('button', { name: 'Graph' }).first().click();
	const graph = page.locator('#inside ~ *').getByRole('region', { name: 'Control flow of kernel' });
	const blocks = graph.locator('svg').getByRole('button');
	await expect(blocks).toHaveCount(5);
	const said = (at: number) => blocks.nth(at).getAttribute('aria-label');
	expect(await said(0)).toBe(
		'Block 1, executed 1×, on the hot path, to Block 2 · .L1: 1×. xor eax, eax; xor ecx, ecx'
	);
	expect(await said(1)).toBe(
		'Block 2 · .L1, executed 3,000×, on the hot path, mispredicted 37.5 %, to Block 4 · .L2: taken 1,800×, to Block 3: 1,200×. cmp dword ptr [rdi + 4*rcx], 128; jl .L2'
	);
	expect(await said(3)).toBe(
		'Block 4 · .L2, executed 3,000×, on the hot path, mispredicted 0 %, to Block 2 · .L1: ↺ taken 2,999×, to Block 5: 1×. inc rcx; cmp rcx, rsi; jne .L1'
	);
	expect(await said(4)).toBe('Block 5, executed 1×, leaves the function. ret');
	await expect(graph.locator('.edge.hot')).toHaveCount(3);

	await graph.getByText('As a table').click();
	const row = graph.getByRole('row', { name: /^2 · \.L1/ });
	await expect(row.getByRole('cell')).toHaveText([
		'2',
		'3,000×',
		'to 3: 1,200×; to 4 · .L2: taken 1,800×; mispredicted 37.5 %'
	]);

	// One block is reached by Tab; the arrow keys follow the edges.
	await expect(graph.locator('[data-block][tabindex="0"]')).toHaveCount(1);
	await blocks.nth(0).focus();
	await page.keyboard.press('ArrowDown');
	await expect(blocks.nth(1)).toBeFocused();
	await page.keyboard.press('ArrowDown');
	await expect(blocks.nth(3)).toBeFocused();
	await page.keyboard.press('ArrowRight');
	await expect(blocks.nth(2)).toBeFocused();
	await page.keyboard.press('ArrowUp');
	await expect(blocks.nth(1)).toBeFocused();
	await page.keyboard.press('End');
	await expect(blocks.nth(4)).toBeFocused();
	const drawing = graph.locator('svg');
	const width = async () => Number(await drawing.getAttribute('width'));
	const before = await width();
	await page.keyboard.press('+');
	await expect.poll(width).toBeCloseTo(before * 1.25);
	await graph.getByRole('button', { name: 'Zoom out' }).click();
	await expect.poll(width).toBeCloseTo(before);

	await blocks.nth(3).focus();
	await page.keyboard.press('Enter');
	const listing = page.getByRole('grid', { name: /^Assembly of/ }).first();
	await expect(listing.getByRole('row', { name: /inc rcx/ })).toBeFocused();
	await expectReadable('the graph of a loop', page);
});

test('the lesson about branches draws the loops of the page’s run', async ({ page }) => {
	await open(page, `${site.url}/exercises/branches#explain`);
	await predict(page, 4);
	await runToTheEnd(page);
	const figure = page.getByRole('figure', { name: /^The blocks of each loop/ });
	const graphs = figure.locator('svg');
	await expect(graphs).toHaveCount(3);
	await expect(graphs.first().locator('.label', { hasText: 'taken 1,800×' })).toBeVisible();
	await figure.getByRole('radio', { name: 'Sorted', exact: true }).focus();
	await page.keyboard.press('Space');
	await expect(graphs.nth(1)).toBeVisible();
	await expect(graphs.first()).toBeHidden();
	// There is no listing beside it.
	await expect(figure.getByText('Enter shows the block')).toHaveCount(0);
	await expectReadable('the graph of a lesson', page, 'figure');
});
