import { serveHttp } from '../http-server.ts';
import { expect, test } from './learner.ts';
import { keep, measured } from './kept.ts';

/** Serves a page with this HTML from another origin, which a different port is. */
const siteWith = (html: string) =>
	serveHttp(
		(_request, response) =>
			response
				.setHeader('content-type', 'text/html')
				.end(`<!doctype html><html lang="en"><title>A blog</title><main>${html}</main></html>`),
		'localhost'
	);

test('in a frame on another origin a reader predicts first and then sees the result', async ({
	page,
	request,
	baseURL
}) => {
	const id = await keep(request, measured);
	const oembed = await request.get(`/oembed?url=${encodeURIComponent(`${baseURL}/s/${id}`)}`);
	const blog = await siteWith((await oembed.json()).html);
	await page.goto(blog.url);
	const frame = page.frameLocator('iframe');
	await expect(frame.getByText(/Measured on/).first()).toBeVisible();
	await expect(frame.getByRole('table')).toHaveCount(0);
	await frame.getByRole('spinbutton', { name: 'Your prediction, as a ratio' }).fill('2');
	await frame.getByRole('button', { name: 'Commit to it' }).click();
	await expect(frame.getByRole('row', { name: /One word, read as a word/ })).toBeVisible();
	await expect(frame.getByText(/^Measured .*×|were not both measured/)).toBeVisible();
	await expect(frame.getByRole('link', { name: 'Store forwarding' })).toHaveAttribute(
		'href',
		`${baseURL}/s/${id}`
	);
	// The frame only reads: it has no control that changes or runs anything.
	await expect(frame.getByRole('button', { name: /Run|Edit|Share/ })).toHaveCount(0);
	await blog.close();
});

test('a frame of free play asks for no guess, and shows the result', async ({ page, request }) => {
	const source = '#include "cyclelab.h"\nuint64_t kernel(uint64_t n) { return n * n; }\n';
	const id = await keep(request, {
		exercise: 'free-play',
		variants: ['a'],
		sources: { a: source }
	});
	await page.goto(`/embed/s/${id}`);
	await expect(page.getByRole('row', { name: /Kernel A/ })).toBeVisible();
	await expect(page.getByRole('row', { name: /Kernel B/ })).toHaveCount(0);
	await expect(page.getByRole('spinbutton')).toHaveCount(0);
	await expect(page.getByText('How many times as long')).toHaveCount(0);
	await expect(page.getByText('Code of whoever ran it.')).toBeVisible();
	await expect(page.getByText(/the exercise’s own/)).toHaveCount(0);
	const both = await keep(request, {
		exercise: 'free-play',
		variants: ['a', 'b'],
		sources: { a: source, b: source }
	});
	await page.goto(`/embed/s/${both}`);
	await expect(page.getByText('read what it does')).toContainText(
		'Source of “Kernel A” in this run · Source of “Kernel B” in this run'
	);
});

test('only the page for frames may be framed', async ({ request }) => {
	const id = await keep(request);
	const policyOf = async (path: string) => {
		const headers = (await request.get(path)).headers();
		return [
			/frame-ancestors [^;]+/.exec(headers['content-security-policy'] ?? '')?.[0],
			headers['x-frame-options']
		];
	};
	expect(await policyOf(`/embed/s/${id}`)).toEqual(['frame-ancestors *', undefined]);
	for (const path of ['/', `/s/${id}`, '/exercises/store-forwarding', `/s/${id}.svg`])
		expect(await policyOf(path)).toEqual(["frame-ancestors 'none'", 'SAMEORIGIN']);
});
