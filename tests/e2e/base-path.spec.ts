/**
 * A site below a path of another site, behind a proxy on loopback that gives it that path alone: whatever a page asks for or links
 * to outside of it is a complaint.
 */
import type { Page } from '@playwright/test';
import { passOn, serveHttp, type TestServer } from '../http-server.ts';
import { startMadeSite, type MadeSite } from './made-reports.ts';
import { expect, open, runToTheEnd, test } from './learner.ts';

const base = '/cycles/lab';
let site: MadeSite;
let address: string;
let proxy: TestServer;

test.beforeAll(async () => {
	proxy = await serveHttp((request, response) => {
		const { url: path = '', headers, socket } = request;
		if (!path.startsWith(base)) return response.writeHead(404).end('Another site.');
		const forwarded = { ...headers, 'x-forwarded-for': socket.remoteAddress };
		passOn(new URL(path, site.url), forwarded, request, response);
	});
	address = `http://localhost:${proxy.port}${base}`;
	site = await startMadeSite(undefined, { ORIGIN: `${address}/`, TRUST_PROXY: '1' });
});
test.afterAll(async () => {
	await site?.stop();
	await proxy.close();
});

/** Addresses outside of the path that the page requests from now on. */
function requestsOutside(page: Page): string[] {
	const outside: string[] = [];
	page.on('request', (request) => {
		const url = request.url();
		if (/^http/.test(url) && !url.startsWith(`${address}/`) && url !== address) outside.push(url);
	});
	return outside;
}

const linksOutside = (page: Page) =>
	page.$$eval(
		'a[href], form[action]',
		(elements, start) =>
			elements
				.map((element) =>
					element instanceof HTMLFormElement ? element.action : (element as HTMLAnchorElement).href
				)
				.filter((link) => link.startsWith(location.origin) && !link.startsWith(start)),
		`${address}/`
	);

test('every link of a page stays below the path, as the server wrote it and after a navigation in the browser', async ({
	page
}) => {
	const outside = requestsOutside(page);
	for (const path of ['/workshops', '/glossary', '/models', '/progress', '/exercises/loop-order']) {
		await page.goto(address + path);
		await expect(page.locator('nav a').first()).toHaveAttribute('href', `${base}/`);
		expect([path, await linksOutside(page)]).toEqual([path, []]);
	}
	await page.goto(address);
	await expect(page).toHaveURL(`${address}/`);
	await page.evaluate(() => Object.assign(window, { isSame: true }));
	await page.getByRole('navigation').getByRole('link', { name: 'Runners' }).first().click();
	await expect(page).toHaveURL(`${address}/runners`);
	await expect(page.locator('header a[aria-current]')).toHaveAttribute('href', `${base}/runners`);
	expect(await linksOutside(page)).toEqual([]);
	await page.getByRole('link', { name: 'Free play' }).click();
	await expect(page.locator('.monaco-editor').first()).toBeVisible();
	expect(await page.evaluate(() => 'isSame' in window)).toBe(true);
	expect(outside).toEqual([]);
});

test('a run is started, shared and framed below the path, and what programs read names it', async ({
	page,
	request
}) => {
	const outside = requestsOutside(page);
	await open(page, `${address}/exercises/store-forwarding`);
	await runToTheEnd(page);
	await page.getByRole('button', { name: 'Share' }).click();
	const link = page.getByRole('link', { name: 'Open the page' });
	await expect(link).toHaveAttribute('href', new RegExp(`^${address}/s/`));
	const shared = (await link.getAttribute('href')) ?? '';
	await page.goto(shared);
	await expect(page.locator('link[rel=canonical]')).toHaveAttribute('href', shared);
	await page.goto(shared.replace('/s/', '/embed/s/'));
	await expect(page.getByRole('heading', { level: 1 }).getByRole('link')).toHaveAttribute(
		'href',
		shared
	);
	expect(outside).toEqual([]);
	const text = async (path: string) => (await request.get(address + path)).text();
	expect(await text(`/s/${shared.slice(-22)}.md`)).toContain(`(${shared})`);
	const framed = new URLSearchParams({ url: shared });
	expect(await text(`/oembed?${framed}`)).toContain(`${address}/embed/s/`);
	expect(await text('/sitemap.xml')).toContain(`<loc>${address}/exercises/store-forwarding</loc>`);
});

test('the wall of a workshop says where a code is typed, with the path', async ({
	page,
	request
}) => {
	const data = { title: 'Below a path', exercises: ['store-forwarding'] };
	const { code, hostPage } = await (
		await request.post(`${address}/api/workshops`, { data })
	).json();
	await page.goto(address + hostPage);
	// The line stands beside everything but the large code, which has its own.
	await page.getByRole('button', { name: /^Show the programs/ }).click();
	const wall = await page.context().newPage();
	await wall.goto(`${address}/w/${code}/wall`);
	const place = address.replace('http://', '');
	await expect(wall.getByText(`join at ${place}/w ${code}`)).toBeVisible();
});

test('redirects stay below the path', async ({ request }) => {
	for (const [from, to] of [
		['', '/'],
		['/api', '/api-reference'],
		['/play', '/exercises/free-play'],
		['/w?code=AB12', '/w/AB12']
	]) {
		const { headers } = await request
			.get(address + from, { maxRedirects: 0 })
			.then((response) => ({ headers: response.headers() }));
		expect([from, headers['location']]).toEqual([from, base + to]);
	}
});
