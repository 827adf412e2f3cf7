import { setImmediate as nextTurn } from 'node:timers/promises';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import type { RequestEvent } from '@sveltejs/kit';
import { expect, test } from 'vitest';
import { handle, handleError } from './hooks.server.ts';

/** @param what a status that SvelteKit gave a client's request, a page's own answer, or a fault of ours */
const caught = (what: number | 'app' | 'fault', error: Error) =>
	what === 'fault'
		? ({ kind: 'unknown', error } as const)
		: what === 'app'
			? ({ kind: 'app', error: { status: 501, message: 'Only JSON.' } } as const)
			: ({ kind: 'framework', error: { status: what, message: 'Not Found' } } as const);

const handled = (what: number | 'app' | 'fault') => {
	const lines: unknown[][] = [];
	const log = { error: (...words: unknown[]) => lines.push(words) };
	const event = {
		platform: { req: { log } },
		route: { id: '/exercises/[slug]' },
		url: new URL('http://site/exercises/store-forwarding?run=secret')
	} as unknown as RequestEvent;
	const error = new Error('no such column');
	return [lines, handleError({ ...caught(what, error), event }), error] as const;
};

test('a page that fails is logged by its route, without the address', () => {
	const [lines, answer, error] = handled('fault');
	expect([lines, answer]).toEqual([
		[[{ err: error, route: '/exercises/[slug]' }, 'a page could not be made']],
		undefined
	]);
});

test.each([400, 404, 413])(
	'a status %d is the client’s, and nothing of its address is logged: an error of a malformed one has all of it',
	(status) => expect(handled(status)[0]).toEqual([])
);

test('an answer that a page gives on purpose is not logged', () =>
	expect(handled('app')[0]).toEqual([]));

/** How long a shared cache may use a page here, s. */
const edgeSeconds = 60;

const requestOf = (id: string, path: string, headers = new Headers()) =>
	({
		locals: {},
		platform: {
			req: {
				edgeSeconds,
				cyclelab: { runners: () => [] },
				acceptsEncodings: (name: string) =>
					headers.get('accept-encoding')?.split(', ').includes(name) ? name : false
			}
		},
		request: { method: 'GET', headers },
		route: { id },
		url: new URL(path, 'http://site')
	}) as unknown as RequestEvent;

const policy =
	"default-src 'self'; connect-src 'self'; worker-src 'self'; script-src 'self' 'sha256-abc'; form-action 'self'; frame-ancestors 'none'";
const html = { 'content-type': 'text/html', 'content-security-policy': policy };

/** How often a page was made. */
let made = 0;
const answerTo = async (
	id: string,
	{ path = id, text = '<script>1</script>', ...given }: Answered = {}
) =>
	handle({
		event: requestOf(id, path, new Headers(given.asked)),
		resolve: async () => {
			made += 1;
			const headers = { ...html, 'content-length': `${text.length}`, ...given.answered };
			return new Response(text, { headers, status: given.status ?? 200 });
		}
	});
type Answered = {
	path?: string;
	text?: string;
	status?: number;
	/** Headers of the request. */
	asked?: Record<string, string>;
	/** Headers of what SvelteKit made. */
	answered?: Record<string, string>;
};

test('a page in a frame may be framed, sends nothing and asks for the version alone; no other page may be framed', async () => {
	const policyOf = async (id: string) =>
		(await answerTo(id)).headers.get('content-security-policy');
	expect(await policyOf('/embed/s/[id]')).toBe(
		"default-src 'self'; connect-src http://site/_app/version.json; worker-src 'none'; script-src 'self' 'sha256-abc'; form-action 'none'; frame-ancestors *"
	);
	expect(await policyOf('/s/[id]')).toBe(policy);
});

test('a page to which something was added is not sent with the length of SvelteKit’s', async () => {
	const answer = await answerTo('/glossary', { path: '/glossary?length' });
	expect(answer.headers.get('content-length')).toBeNull();
});

test('a page that is the same has the same validator, and what is for one reader has none', async () => {
	const headersOf = async (id: string, given: Answered) => {
		const { headers } = await answerTo(id, given);
		return ['etag', 'cache-control'].map((name) => headers.get(name));
	};
	const id = '/exercises/[slug]';
	const first = await headersOf(id, { path: '/first' });
	expect(first).toEqual([
		expect.stringMatching(/^W\/"[\w-]{22}"$/),
		expect.stringMatching(/^public/)
	]);
	expect(await headersOf(id, { path: '/second' })).toEqual(first);
	const others = [
		await headersOf(id, { path: '/third', text: '<script>2</script>' }),
		await headersOf(id, { path: '/4', answered: { 'content-security-policy': `${policy}; a b` } })
	].map(([etag]) => etag);
	expect(new Set([first[0], ...others]).size).toBe(3);
	for (const route of ['/operate', '/host/[token]', '/w/[code]'])
		expect(await headersOf(route, {})).toEqual([null, 'no-store']);
	expect(await headersOf(id, { path: '/5', status: 404 })).toEqual([null, 'private, no-cache']);
	expect(await headersOf(id, { path: '/6', answered: { 'cache-control': 'no-store' } })).toEqual([
		null,
		'no-store'
	]);
});

test('a page that is the same for everybody is made once, unless it failed', async () => {
	const read = async (id: string, given: Answered = {}) =>
		(await answerTo(id, { path: '/exercises/a', ...given })).text();
	const before = made;
	const first = await read('/exercises/[slug]');
	expect([await read('/exercises/[slug]'), made - before]).toEqual([first, 1]);
	await read('/progress');
	await read('/progress');
	expect(made - before).toBe(3);
	for (const status of [500, 200])
		await read('/exercises/[slug]', { path: '/exercises/b', status });
	expect(made - before).toBe(5);
});

test('a page that is the same for everybody is compressed once, for whoever takes that', async () => {
	const text = `<script>${'1'.repeat(2000)}</script>`;
	const ask = async (id: string, encoding?: string) => {
		const asked: Record<string, string> = encoding ? { 'accept-encoding': encoding } : {};
		const answer = await answerTo(id, { path: '/exercises/c', text, asked });
		const bytes = Buffer.from(await answer.arrayBuffer());
		const { headers } = answer;
		expect(headers.get('content-length') ?? `${bytes.length}`).toBe(`${bytes.length}`);
		return { encoding: headers.get('content-encoding'), etag: headers.get('etag'), bytes };
	};
	const page = '/exercises/[slug]';
	const before = made;
	const plain = await ask(page);
	const zipped = await ask(page, 'gzip');
	const brotli = await ask(page, 'gzip, br');
	expect([plain.encoding, zipped.encoding, brotli.encoding]).toEqual([null, 'gzip', 'br']);
	for (const bytes of [plain.bytes, gunzipSync(zipped.bytes), brotliDecompressSync(brotli.bytes)])
		expect(`${bytes}`).toBe(text);
	expect([zipped.etag, brotli.etag]).toEqual([plain.etag, plain.etag]);
	expect(made - before).toBe(1);
	// Express compresses a page that nobody else gets.
	expect((await ask('/progress', 'br')).encoding).toBeNull();
});

test('a picture with a policy of its own passes unchanged', async () => {
	const picture = new Uint8Array([0x89, 0x50, 0xff, 0xfe]);
	const headers = { 'content-type': 'image/png', 'content-security-policy': "default-src 'none'" };
	const answer = await handle({
		event: requestOf('/exercises/[slug]/preview.png', '/exercises/a/preview.png'),
		resolve: async () => new Response(picture, { headers })
	});
	expect(new Uint8Array(await answer.arrayBuffer())).toEqual(picture);
	expect(answer.headers.get('cache-control')).toBeNull();
});

test('whoever has the page is answered without it, and keeps the policy it came with', async () => {
	const first = await answerTo('/glossary');
	const etag = first.headers.get('etag') ?? '';
	const again = await answerTo('/glossary', { asked: { 'if-none-match': etag } });
	expect([again.status, await again.text(), [...again.headers]]).toEqual([
		304,
		'',
		[
			['cache-control', first.headers.get('cache-control')],
			['etag', etag],
			['vary', 'Accept-Encoding']
		]
	]);
	const other = await answerTo('/glossary', { asked: { 'if-none-match': 'W/"x"' } });
	expect(other.status).toBe(200);
});

test('two pages with reports are made at a time, and other pages do not wait for them', async () => {
	// the pages of the tests before make room in the next turn
	await nextTurn();
	const ends: (() => void)[] = [];
	const resolve = () =>
		new Promise<Response>((answer) => ends.push(() => answer(new Response('made'))));
	const ask = (path: string) => handle({ event: requestOf('/exercises/[slug]', path), resolve });
	const pages = ['1', '2', '3'].map((run) => ask(`/exercises/a?run=${run}`));
	expect(ends).toHaveLength(2);
	pages.push(ask('/exercises/without-a-report'));
	expect(ends).toHaveLength(3);
	ends[0]?.();
	await expect.poll(() => ends.length).toBe(4);
	for (const end of ends) end();
	for (const page of pages) expect(await (await page).text()).toBe('made');
});

test('fonts are asked for first, scripts where the script stands that imports them', async () => {
	const [asked, unasked] = [[], []] as [string[], string[]];
	const answer = await handle({
		event: requestOf('/', '/'),
		resolve: async (event, { preload } = {}) => {
			if (preload?.({ type: 'font', path: 'a.woff2', filename: 'a.woff2' })) asked.push('a.woff2');
			for (const [type, path] of [
				['css', 'b.css'],
				['js', 'c.js'],
				['js', 'd.js']
			] as const)
				(preload?.({ type, path }) ? asked : unasked).push(path);
			return new Response('<script>1</script><main></main><script>2</script>', { headers: html });
		}
	});
	expect([asked, unasked]).toEqual([['a.woff2'], ['b.css', 'c.js', 'd.js']]);
	expect(await answer.text()).toBe(
		'<script>1</script><main></main><link rel="modulepreload" href="c.js"><link rel="modulepreload" href="d.js"><script>2</script>'
	);
});
