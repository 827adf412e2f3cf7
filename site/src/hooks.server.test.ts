import type { RequestEvent } from '@sveltejs/kit';
import { expect, test } from 'vitest';
import { handleError } from './hooks.server.ts';

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
