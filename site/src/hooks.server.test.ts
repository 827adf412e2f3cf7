import type { RequestEvent } from '@sveltejs/kit';
import { expect, test } from 'vitest';
import { handle, handleError } from './hooks.server.ts';

const told = (status: number) => {
	const lines: unknown[][] = [];
	const log = { error: (...words: unknown[]) => lines.push(words) };
	const event = {
		platform: { req: { log } },
		route: { id: '/exercises/[slug]' },
		url: new URL('http://site/exercises/store-forwarding?run=secret')
	} as unknown as RequestEvent;
	const error = new Error('no such column');
	return [lines, handleError({ error, event, status, message: 'Internal Error' }), error] as const;
};

test('a page that fails is logged by its route, without the address', () => {
	const [lines, answer, error] = told(500);
	expect([lines, answer]).toEqual([
		[[{ err: error, route: '/exercises/[slug]' }, 'a page could not be made']],
		undefined
	]);
});

test('an address that leads nowhere is nobody’s trouble', () => {
	expect(told(404)[0]).toEqual([]);
});

const policyOf = async (id: string) => {
	const policy =
		"default-src 'self'; connect-src 'self'; worker-src 'self'; script-src 'self' 'nonce-abc'; style-src-elem 'self'; form-action 'self'; frame-ancestors 'none'";
	const response = new Response('', { headers: { 'content-security-policy': policy } });
	const event = { route: { id } } as unknown as RequestEvent;
	const answer = await handle({ event, resolve: async () => response });
	return answer.headers.get('content-security-policy');
};

test('a page in a frame may be framed, and asks and sends nothing; no other page may be framed', async () => {
	expect(await policyOf('/embed/s/[id]')).toBe(
		"default-src 'self'; connect-src 'none'; worker-src 'none'; script-src 'self' 'nonce-abc'; style-src-elem 'self' 'nonce-abc'; form-action 'none'; frame-ancestors *"
	);
	expect(await policyOf('/s/[id]')).toBe(
		"default-src 'self'; connect-src 'self'; worker-src 'self'; script-src 'self' 'nonce-abc'; style-src-elem 'self' 'nonce-abc'; form-action 'self'; frame-ancestors 'none'"
	);
});
