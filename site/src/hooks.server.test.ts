import { setImmediate as nextTurn } from 'node:timers/promises';
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

const requestOf = (id: string, path: string, headers = new Headers()) =>
	({
		locals: {},
		platform: { req: { cyclelab: { runners: () => [] } } },
		request: { method: 'GET', headers },
		route: { id },
		url: new URL(path, 'http://site')
	}) as unknown as RequestEvent;

/** How often a page was made. */
let made = 0;
const answerTo = async (id: string, nonce = 'abc', path = id, headers = new Headers()) => {
	const policy = `default-src 'self'; connect-src 'self'; worker-src 'self'; script-src 'self' 'nonce-${nonce}'; style-src-elem 'self'; form-action 'self'; frame-ancestors 'none'`;
	const text = `<script nonce="${nonce}"></script>`;
	const response = new Response(text, {
		headers: { 'content-security-policy': policy, 'content-length': `${text.length}` }
	});
	return handle({
		event: requestOf(id, path, headers),
		resolve: async () => {
			made += 1;
			return response;
		}
	});
};

test('a page in a frame may be framed, sends nothing and asks for the version alone; no other page may be framed', async () => {
	const policyOf = async (id: string) => {
		const answer = await answerTo(id);
		const [, nonce = ''] = /nonce="([^"]+)"/.exec(await answer.text()) ?? [];
		return answer.headers.get('content-security-policy')?.replaceAll(nonce, 'N');
	};
	expect(await policyOf('/embed/s/[id]')).toBe(
		"default-src 'self'; connect-src http://site/_app/version.json; worker-src 'none'; script-src 'self' 'nonce-N'; style-src-elem 'self' 'nonce-N'; form-action 'none'; frame-ancestors *"
	);
	expect(await policyOf('/s/[id]')).toBe(
		"default-src 'self'; connect-src 'self'; worker-src 'self'; script-src 'self' 'nonce-N'; style-src-elem 'self' 'nonce-N'; form-action 'self'; frame-ancestors 'none'"
	);
});

test('a page with scripts and another nonce is not sent with the length of SvelteKit’s', async () => {
	const answer = await answerTo('/glossary', 'a-longer-nonce', '/glossary?length');
	expect(answer.headers.get('content-length')).toBeNull();
});

test('a page that is the same has the same validator, and what is for one reader has none', async () => {
	const headersOf = async (id: string, nonce: string) => {
		const { headers } = await answerTo(id, nonce, `/${nonce}`);
		return ['etag', 'cache-control'].map((name) => headers.get(name));
	};
	const first = await headersOf('/exercises/[slug]', 'first');
	expect(first).toEqual(await headersOf('/exercises/[slug]', 'second'));
	expect(first.slice(0, 2)).toEqual([expect.stringMatching(/^W\/"/), 'private, no-cache']);
	for (const id of ['/operate', '/host/[token]', '/w/[code]'])
		expect((await headersOf(id, 'one')).slice(0, 2)).toEqual([null, null]);
});

test('a page that is the same for everybody is made once', async () => {
	const read = async (id: string) => {
		const answer = await answerTo(id, 'abc', '/exercises/a');
		return (await answer.text()).replaceAll(/nonce="[^"]+"/g, 'nonce');
	};
	const before = made;
	const first = await read('/exercises/[slug]');
	expect([await read('/exercises/[slug]'), made - before]).toEqual([first, 1]);
	await read('/progress');
	await read('/progress');
	expect(made - before).toBe(3);
});

test('no two answers have the same nonce, though the page is the same and is made once; the policy names the nonce of the page', async () => {
	const nonces: (string | undefined)[] = [];
	for (let i = 0; i < 5; i++) {
		const answer = await answerTo('/exercises/[slug]', 'given', '/exercises/nonces');
		const [, nonce = ''] = /nonce="([^"]+)"/.exec(await answer.text()) ?? [];
		const policy = answer.headers.get('content-security-policy') ?? '';
		expect(new Set([...policy.matchAll(/'nonce-([^']+)'/g)].map(([, one]) => one))).toEqual(
			new Set([nonce])
		);
		nonces.push(nonce);
	}
	expect(new Set(nonces).size).toBe(5);
});

test('a browser that has the page is answered without it, and keeps the policy it came with', async () => {
	const first = await answerTo('/glossary', 'one', '/glossary');
	const etag = first.headers.get('etag') ?? '';
	const again = await answerTo(
		'/glossary',
		'two',
		'/glossary',
		new Headers({ 'if-none-match': etag })
	);
	expect([again.status, await again.text(), [...again.headers]]).toEqual([
		304,
		'',
		[
			['cache-control', 'private, no-cache'],
			['etag', etag]
		]
	]);
	const other = await answerTo(
		'/glossary',
		'two',
		'/glossary',
		new Headers({ 'if-none-match': 'W/"x"' })
	);
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
			return new Response(
				'<script nonce="abc">1</script><main></main><script nonce="abc">2</script>',
				{
					headers: { 'content-security-policy': "script-src 'self' 'nonce-abc'" }
				}
			);
		}
	});
	expect([asked, unasked]).toEqual([['a.woff2'], ['b.css', 'c.js', 'd.js']]);
	expect((await answer.text()).replaceAll(/nonce="[^"]+"/g, 'nonce')).toBe(
		'<script nonce>1</script><main></main><link rel="modulepreload" href="c.js"><link rel="modulepreload" href="d.js"><script nonce>2</script>'
	);
});
