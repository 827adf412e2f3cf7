import type { RunEvent } from '@cyclelab/contract/schema/job';
import { eventsWith } from '../integration/server/examples.ts';
import { expect, open, predict, runButton, test } from './learner.ts';
import { expectReadable } from './looks.ts';
import { reportWith, type MadeSite } from './made-reports.ts';

let site: MadeSite;
test.beforeAll(({ madeSite }) => {
	site = madeSite;
	// A run whose places are all measured for the first time, and that goes on.
	site.answer = (job) => {
		const { variants, ...report } = reportWith(job, { bytes: { cycles: 6 } });
		const soFar = variants.map((variant) => ({
			...variant,
			points: variant.points.map((point) => ({ ...point, ongoing: true as const }))
		}));
		return eventsWith({ ...report, variants: soFar }).flatMap((event): RunEvent[] =>
			event.type === 'finished' ? [{ type: 'stage', stage: 'measure' }] : [event]
		);
	};
});

test('numbers of places that are still measured are marked, and do not count as measured', async ({
	page
}) => {
	await open(page, `${site.url}/exercises/store-forwarding`);
	await predict(page, 3);
	await runButton(page).click();
	const table = page.getByRole('table').first();
	await expect(table.getByRole('row', { name: /bytes/ }).getByText('so far').first()).toBeVisible();
	const measured = page.getByRole('progressbar', { name: 'measured' });
	await expect(measured).toHaveJSProperty('value', 0);
	await expect(page.getByText(/^Measured .*×/)).toHaveCount(0);
	await expectReadable('numbers so far', page);
});
