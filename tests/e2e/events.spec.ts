/** Simulated events where a learner reads them: beside the numbers, in the listing, and in words. */
import type { HotLoop } from '@cyclelab/contract/schema/code';
import type { PlaceEvents } from '@cyclelab/contract/schema/events';
import { measuredAt, predictedFor } from '@cyclelab/site/fixtures/examples.ts';
import { expect, open, predict, runToTheEnd, storeForwarding, test } from './learner.ts';
import { reportWith, startMadeSite, type MadeSite } from './made-reports.ts';

const instructions = [
	{ address: '0x1000', text: 'mov byte ptr [rdi], al' },
	{ address: '0x1003', text: 'mov byte ptr [rdi + 1], cl' },
	{ address: '0x1006', text: 'add rax, qword ptr [rdi]' },
	{ address: '0x1009', text: 'dec rdx' },
	{ address: '0x100c', text: 'jne 0x1000' }
];
const functions = [{ symbol: 'kernel', address: '0x1000', instructions }];
const hotLoop: HotLoop = {
	symbol: 'kernel',
	instructions,
	badges: [],
	category: 'stores',
	share: 1,
	pathCoverage: 1,
	sourceIterations: 1
};
/** Two stores of a byte and a load of eight, which no one of them can serve. */
const blocked: PlaceEvents = {
	parameters: {},
	iterations: 1000,
	all: { executed: 5, loads: 1, stores: 2, blocked: 1, branches: 1, taken: 1 },
	instructions: [
		{ address: '0x1000', rates: { executed: 1, stores: 1 } },
		{ address: '0x1003', rates: { executed: 1, stores: 1 } },
		{ address: '0x1006', rates: { executed: 1, loads: 1, blocked: 1 } },
		{ address: '0x100c', rates: { executed: 1, branches: 1, taken: 1 } }
	],
	prediction: {
		model: 'znver5',
		cyclesPerIteration: 19,
		parts: { core: 5, stores: 14 },
		latencies: [4, 14]
	}
};

let site: MadeSite;
test.beforeAll(async () => {
	site = await startMadeSite((job) => {
		const report = reportWith(job, {});
		const predictions = [{ ...predictedFor(5), model: 'znver5', mcpu: 'znver5', host: true }];
		const variants = report.variants.map((one) => ({
			...one,
			functions,
			hotLoop,
			predictions,
			points: one.points.map((point) => ({ ...point, measured: measuredAt(19.2) })),
			events: [blocked]
		}));
		return { ...report, variants };
	});
});
test.afterAll(() => site.stop());

test('the loop’s events stand beside its numbers, and in columns of the listing that the reader chooses', async ({
	page
}) => {
	await open(page, `${site.url}${storeForwarding}`);
	await predict(page, 2);
	await runToTheEnd(page);
	const numbers = page.getByRole('table').filter({ hasText: 'predicted with events' }).first();
	await expect(numbers.getByRole('cell', { name: /^\s*19\.0/ }).first()).toBeVisible();

	const grid = page.getByRole('grid', { name: /^Assembly of/ }).first();
	const load = grid.getByRole('row', { name: /add rax, qword ptr/ });
	await expect(load).toBeVisible();
	const cells = await load.getByRole('gridcell').count();
	await page.getByText('Columns of events').first().click();
	const choice = page.getByRole('group', { name: 'Columns of events' });
	await expect(choice.getByRole('checkbox')).toHaveCount(6);
	await choice.getByRole('checkbox', { name: 'failed forwards' }).check();
	await choice.getByRole('checkbox', { name: 'stores' }).check();
	await expect(grid.getByRole('columnheader', { name: 'failed forwards' })).toBeVisible();
	await expect(load.getByRole('gridcell')).toHaveCount(cells + 2);
	// Before the instruction, in the order of the events, not of the choice; nothing where the simulation has nothing of an
	// instruction.
	const heads = await grid.getByRole('columnheader').allInnerTexts();
	const first = heads.indexOf('stores');
	expect(heads.slice(first, first + 2)).toEqual(['stores', 'failed forwards']);
	expect(first).toBeLessThan(heads.indexOf('instruction'));
	const cell = (row: string, at: number) =>
		grid.getByRole('row', { name: row }).getByRole('gridcell').nth(at);
	await expect(cell('add rax', first)).toHaveText('0');
	await expect(cell('add rax', first + 1)).toHaveText('1.00');
	await expect(cell('dec rdx', first)).toHaveText('');
	const heat = (row: string) =>
		cell(row, first + 1).evaluate((part) => getComputedStyle(part).getPropertyValue('--heat'));
	expect([await heat('add rax'), await heat('dec rdx')]).toEqual(['1', '']);
	// A narrow screen shows them without scrolling.
	await page.setViewportSize({ width: 360, height: 740 });
	await expect
		.poll(async () => {
			const box = await cell('add rax', first + 1).boundingBox();
			return box ? box.x + box.width : Infinity;
		})
		.toBeLessThanOrEqual(360);
	await page.setViewportSize({ width: 1280, height: 800 });

	const events = page.getByRole('region', { name: 'Events', exact: true }).first();
	await expect(events).toContainText(
		'Loads read bytes of several earlier stores, and wait until those are in L1 (1.00 per iteration).'
	);
	await expect(events).toContainText('14.0 for loads that wait for stores');
});
