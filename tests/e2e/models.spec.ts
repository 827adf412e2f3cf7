/** The page that says how far predictors can be trusted, with blocks of a made-up runner. */
import type { HotLoop } from '@cyclelab/contract/schema/code';
import { predictedFor } from '@cyclelab/site/fixtures/examples.ts';
import { processorKey } from '@cyclelab/site/server/runners/blocks.ts';
import {
	madeBlock,
	madeLoopWhy,
	madeReport,
	madeWhy,
	withOwnAnswer
} from '../integration/idle/made-blocks.ts';
import { describeRunner } from '../integration/server/examples.ts';
import {
	expect,
	open,
	predict,
	runToTheEnd,
	storeForwarding,
	test,
	whatIsACycle,
	unfold
} from './learner.ts';
import { expectReadable } from './looks.ts';
import { reportWith, startMadeSite, type MadeSite } from './made-reports.ts';

const instructions = [{ address: '0x1000', text: 'add rax, rax' }];
const functions = [{ symbol: 'kernel', address: '0x1000', instructions }];
const hotLoop: HotLoop = {
	symbol: 'kernel',
	instructions,
	badges: [],
	category: 'scalar',
	share: 1,
	pathCoverage: 1,
	sourceIterations: 1
};
const predictions = [{ ...predictedFor(4), model: 'znver5', mcpu: 'znver5', host: true }];

let site: MadeSite;
test.beforeAll(async () => {
	site = await startMadeSite((job) => {
		const report = reportWith(job, {});
		const known = { functions, hotLoop, predictions };
		const why =
			job.exercise === 'what-is-a-cycle' ? { refused: 'The loop calls it.' } : madeLoopWhy;
		const whyOf = (id: string) => (job.explain === id ? { why } : {});
		const variants = report.variants.map((variant) => ({
			...variant,
			...known,
			...whyOf(variant.id)
		}));
		return { ...report, variants };
	});
});
test.afterAll(() => site.stop());

/** 60 blocks that take what is predicted, and one that takes three times as long. */
const near = Array.from({ length: 60 }, (_, index) => {
	const cycles = 1 + index / 10;
	const block = madeBlock(`near ${index}`, { measured: cycles, own: cycles, chain: cycles / 2 });
	return index < 19 ? withOwnAnswer(block) : block;
});
const far = {
	...withOwnAnswer(madeBlock('far', { measured: 12, own: 4, chain: 4, category: 'loads' })),
	why: madeWhy
};

test('the page says that nothing was measured, then scores each predictor, and opens single blocks', async ({
	page
}) => {
	await page.goto(site.url);
	await page.getByRole('link', { name: 'Models', exact: true }).click();
	await expect(page.getByText(/^No runner has measured blocks yet/)).toBeVisible();
	await expectReadable('no blocks', page);

	const all = [far, ...near];
	const dropped = [{ digest: '0123456789abcdef', reason: 'is too noisy' }];
	for (let from = 0; from < all.length; from += 24)
		site.runner.send({
			type: 'blocks',
			report: madeReport(all.slice(from, from + 24), from === 0 ? dropped : [])
		});
	const key = processorKey(describeRunner('alpha', 4).host);
	for (const { digest } of all)
		await expect
			.poll(async () =>
				(await page.request.get(`${site.url}/api/models/${key}/blocks/${digest}`)).status()
			)
			.toBe(200);

	await page.setViewportSize({ width: 1280, height: 800 });
	await page.reload();
	const section = page.getByRole('region', { name: 'AMD Zen 5', exact: true });
	await expect(section).toContainText('61 blocks, measured from');
	await expect(section).toContainText('microcode not reported, in a virtual machine');
	await expect(section).toContainText('is too noisy (1)');
	const table = section.getByRole('table', { name: 'Predictors on AMD Zen 5' });
	// One of 61 is wrong, by two thirds of the measurement.
	const own = table.getByRole('row', { name: /^llvm-mca 22, znver5/ });
	await expect(own.getByRole('cell').first()).toContainText(/^\s*1\.1\s/);
	await expect(own.getByRole('cell').nth(3)).toHaveText('61');
	const refusing = table.getByRole('row', { name: /^llvm-mca 22, znver3/ });
	await expect(refusing.getByRole('cell')).toHaveText([
		'not known',
		'not known',
		'not known',
		'0',
		'61'
	]);
	const measuredHere = table.getByRole('row', { name: /^measured here, nested ports/ });
	await expect(measuredHere).toContainText('by latencies and throughputs measured on this core');
	await expect(measuredHere.getByRole('cell').nth(3)).toHaveText('20');
	await expect(section).toContainText('It was asked about 20 of 61 blocks');
	// The leading model is wrong for one of these, by two thirds.
	await expect(section).toContainText(
		/On the 20 blocks that both answered, its mean error is \d+\.\d % \(.+ to .+\); that of llvm-mca 22, znver5 is 3\.3 % \(/
	);
	await expect(section.getByRole('row', { name: 'scalar 60 1.00× to 1.00×' })).toBeVisible();

	const chart = section.getByRole('slider', { name: /predicted against measured/ });
	await chart.focus();
	await page.keyboard.press('Home');
	await expect(chart).toHaveAttribute('aria-valuetext', /^4\.00 cycles predicted, 12\.0 measured/);
	await page.keyboard.press('Enter');
	await expect(page).toHaveURL(new RegExp(`block=${far.digest}`));
	const opened = section.getByRole('region', { name: `Block ${far.digest}`, exact: true });
	await expect(opened).toContainText('imul rax, rax');
	await expect(opened).toContainText('The block is slower than every bound.');
	await expect(opened.getByRole('row', { name: /znver3/ })).toContainText('does not know imul');
	const figures = opened.getByRole('table', { name: /^What the forms of its instructions cost/ });
	await expect(figures.getByRole('row')).toContainText([
		'form',
		/^imul r64, r64\s*2 Jan 2026, 03:04 UTC\s*3\.00 ± 0\.03\s*1\.00 ± 0\.01/,
		/^add r64, i\s*2 Jan 2026, 03:04 UTC\s*none\s*0\.250/
	]);
	const why = opened.getByRole('region', { name: `Why, Block ${far.digest}` });
	await expect(why).toContainText(
		'Without that (chain broken: rax), a pass takes 9.00 ± 0.10 cycles less.'
	);
	await expect(why).toContainText('a chain of registers (4.00 cycles): the interventions agree');
	await expect(why).toContainText('names execution units (units 60 %, registers 30 %, memory 0 %');
	// The shortest first.
	await expect(why.getByRole('row')).toContainText([
		'intervention',
		'chain broken: rax',
		'left out: imul rax, rax',
		'one nop more'
	]);
	await expect(why.getByRole('row', { name: /^chain broken/ })).toContainText('−9.00 ± 0.10');
	await expect(why.getByRole('row', { name: /^one nop more/ })).toContainText('none');
	await expect(why).toContainText(
		'1 copy had no time, because the changed block: touches too many'
	);
	await expect(why).toContainText('2 copies were not measured');
	await expectReadable('a block', page);

	await page.goto(`${site.url}/models?processor=${key}&block=${'f'.repeat(16)}`);
	await expect(page.getByText(/^The site does not have this block any more/)).toBeVisible();
});

test('beside a model stands what measured blocks of the loop’s kind took of its prediction', async ({
	page
}) => {
	await open(page, site.url + storeForwarding);
	await predict(page, 2);
	await runToTheEnd(page);
	const sentence =
		'On AMD Zen 5, 9 of 10 measured blocks of real programs of this loop’s kind (scalar, 60 blocks) took between 1.00× and 1.00× of what llvm-mca 22, znver5 predicts.';
	await expect(page.getByText(sentence)).toBeVisible();
	await page.getByRole('link', { name: 'How far to trust a model' }).click();
	await expect(page.getByRole('region', { name: 'AMD Zen 5', exact: true })).toBeInViewport();
});

test('on an exercise’s page a learner asks what the time of the measured loop depends on', async ({
	page
}) => {
	await open(page, site.url + storeForwarding);
	const limits = page.getByRole('region', { name: 'What does the time depend on?' });
	await predict(page, 2);
	await expect(limits).toBeHidden();
	await runToTheEnd(page);
	const more = 'Two kernels side by side, and what the time depends on';
	await unfold(page, more, limits);
	await limits.getByRole('button', { name: 'Measure changed copies of the loop' }).click();
	await expect(limits).toContainText(
		'Measured on AMD Zen 5 (runner alpha), 2 Jan 2026, 03:05 UTC. llvm-mca 22, znver5 predicts 4.00 cycles of a pass without its jumps. As a straight line of copies, without jumps and with all data in L1, a pass took 12.0 ± 0.1 cycles. In the measured loop, a pass took 1.00 cycles. That is more than a tenth apart, so another limit decides the loop’s time'
	);
	const why = limits.getByRole('region', { name: /^Why, the loop of/ });
	await expect(why).toBeHidden();
	await limits.getByText('What shortens the straight line', { exact: true }).click();
	await expect(why).toContainText(
		'Without that (chain broken: rax), a pass takes 9.00 ± 0.10 cycles less.'
	);
	await expect(why).toContainText('a chain of registers (4.00 cycles): the interventions agree');
	await expect(limits.getByRole('button', { name: 'Measure the copies again' })).toBeEnabled();
	await expectReadable('the limits of a loop', page);

	await page.reload();
	await unfold(page, more, limits);
	await expect(limits).toContainText(
		'Measured on AMD Zen 5 (runner alpha), 2 Jan 2026, 03:05 UTC.'
	);
	const kept = page.waitForResponse((response) => response.url().endsWith('/api/snapshots'));
	await page.getByRole('button', { name: 'Share' }).click();
	await open(page, site.url + (await (await kept).json()).page);
	await expect(limits).toContainText('That is more than a tenth apart');
	await expectReadable('a kept run with the limits of a loop', page);

	await open(page, site.url + whatIsACycle);
	await predict(page, 2);
	await runToTheEnd(page);
	await unfold(page, more, limits);
	await limits.getByRole('button', { name: 'Measure changed copies of the loop' }).click();
	await expect(limits).toContainText(
		'The copies of the loop were not measured. The loop calls it.'
	);
});
