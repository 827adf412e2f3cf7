import { expect, test } from './learner.ts';
import { keep, measured } from './kept.ts';

test('the card of a run has its result with interval and machine, a link and a picture', async ({
	page,
	request,
	baseURL
}) => {
	const id = await keep(request, measured);
	const address = `${baseURL}/s/${id}`;
	const markdown = await request.get(`/s/${id}.md`);
	expect(markdown.headers()['content-type']).toBe('text/markdown; charset=utf-8');
	const card = await markdown.text();
	expect(card).toMatch(new RegExp(`^\\*\\*\\[Store forwarding\\]\\(${address}\\)\\*\\* \\S`));
	expect(card).toMatch(
		/\| One word, read as a word \| [\d.]+\S* \| [\d.]+\S* (\([\d.]+ to [\d.]+\)|± [\d.]+) \|/
	);
	expect(card).toMatch(/Measured on .+, runner \S+, at \d\.\d\d GHz, \d+ samples/);
	expect(card).toContain(`(${address}.png?size=small)](${address})`);

	await page.goto(address);
	await page.getByText('Markdown', { exact: true }).first().click();
	await expect(page.getByRole('region', { name: 'Markdown' })).toHaveText(card.trim());
	const plain = await (await request.get(`/s/${id}.txt`)).text();
	expect(plain).toContain(address);
	expect(plain).not.toMatch(/\*\*|\]\(/);
});

test('a run can be downloaded as JSON, CSV and pictures, each safe to embed on another site', async ({
	request
}) => {
	const id = await keep(request, measured);
	const files = await Promise.all(
		['json', 'csv', 'svg', 'png'].map(async (format) => {
			const answer = await request.get(`/s/${id}.${format}`);
			const headers = answer.headers();
			expect(headers['content-security-policy']).toBe("default-src 'none'; frame-ancestors 'none'");
			expect(headers['cross-origin-resource-policy']).toBe('cross-origin');
			return { type: headers['content-type'], body: await answer.body() };
		})
	);
	const [json, csv, svg, png] = files;
	expect(files.map(({ type }) => type)).toEqual([
		'application/json',
		'text/csv; charset=utf-8',
		'image/svg+xml; charset=utf-8',
		'image/png'
	]);
	const { report } = JSON.parse(`${json?.body}`);
	const lines = `${csv?.body}`.split('\r\n');
	const [, median] = /,measured,.*?,([\d.]+),/.exec(lines.join('\n')) ?? [];
	expect(Number(median)).toBe(report.variants[0].points[0].measured.cyclesPerIteration.median);
	expect(`${svg?.body}`).toMatch(/^<svg .*<title>Store forwarding/);
	// The first chunk of a PNG has its size.
	expect([png?.body.readUInt32BE(16), png?.body.readUInt32BE(20)]).toEqual([1200, 630]);
	const small = await (await request.get(`/s/${id}.png?size=small`)).body();
	expect(small.readUInt32BE(16)).toBe(600);
	expect((await request.get(`/s/${id}.exe`)).status()).toBe(404);
	expect((await request.get(`/s/AAAAAAAAAAAAAAAAAAAAAA.md`)).status()).toBe(404);
});

test('the preview of a link to a run has its sentence and an existing picture', async ({
	page,
	request
}) => {
	const id = await keep(request);
	await page.goto(`/s/${id}`);
	const meta = (name: string) => page.locator(`meta[property="${name}"]`).getAttribute('content');
	expect(await meta('og:title')).toBe('Store forwarding');
	expect(await meta('og:description')).toMatch(/\S/);
	const picture = await request.get((await meta('og:image')) ?? '');
	expect(picture.headers()['content-type']).toBe('image/png');
	const oembed = await page.locator('link[type="application/json+oembed"]').getAttribute('href');
	const answer = await (await request.get(`${oembed}&maxwidth=500`)).json();
	expect(answer).toMatchObject({
		version: '1.0',
		type: 'rich',
		title: 'Store forwarding',
		width: 500
	});
	expect(answer.html).toContain(`/embed/s/${id}`);
	expect((await request.get('/oembed?url=https://elsewhere.example/s/x')).status()).toBe(404);
	expect((await request.get(`${oembed?.replace('json', 'xml')}`)).status()).toBe(501);
});

test('typed code stays text in every format of a run', async ({ page, request }) => {
	const { sources } = await (await request.get('/api/exercises/store-forwarding')).json();
	const typed = '</script></textarea><img src=x onerror=alert(1)>[a](javascript:1)';
	const id = await keep(request, { sources: { bytes: `${sources.c.bytes}// ${typed}\n` } });
	await page.goto(`/s/${id}?variant=bytes`);
	await expect(page.getByRole('grid', { name: /^Source of/ })).toContainText(typed);
	await expect(page.locator('img')).toHaveCount(0);
	await page.goto(`/embed/s/${id}`);
	await expect(page.locator('img')).toHaveCount(0);
	for (const format of ['md', 'txt', 'csv', 'svg'])
		expect(await (await request.get(`/s/${id}.${format}`)).text()).not.toContain('onerror');
	expect(await (await request.get(`/s/${id}.md`)).text()).toContain(
		'“Four bytes, read as a word” was edited.'
	);
});
