import { describe, expect, test } from 'vitest';
import { isOperator } from './operator.ts';

const open = { METRICS_TOKEN: undefined, ORIGIN: undefined, TRUST_PROXY: 0 };
const token = 'a-token-of-operators';
const here = { peer: '127.0.0.1', headers: { host: 'localhost:3000' } };
const basic = (pair: string) => `Basic ${Buffer.from(pair).toString('base64')}`;

describe('without a token', () => {
	test.each(['127.0.0.1', '::1', '::ffff:127.0.0.1'])('%s is this machine', (peer) => {
		expect(isOperator(open, { ...here, peer })).toBe(true);
	});

	test.each([
		['another machine', open, { ...here, peer: '10.0.0.7' }],
		['nobody known', open, { ...here, peer: undefined }],
		['a name that a page elsewhere made point here', open, { ...here, headers: { host: 'evil' } }],
		['a proxy', open, { ...here, headers: { ...here.headers, 'x-forwarded-for': '10.0.0.7' } }],
		['a site with a public address', { ...open, ORIGIN: 'https://the.site' }, here],
		['a site behind proxies', { ...open, TRUST_PROXY: 1 }, here]
	])('%s is not', (_name, settings, asked) => {
		expect(isOperator(settings, asked)).toBe(false);
	});
});

describe('with a token', () => {
	const settings = { ...open, METRICS_TOKEN: token };
	const asks = (authorization?: string) =>
		isOperator(settings, {
			peer: '10.0.0.7',
			headers: authorization === undefined ? {} : { authorization }
		});

	test('admits requests with the token from anywhere, of a scraper or a browser', () => {
		expect([asks(`Bearer ${token}`), asks(basic(`me:${token}`)), asks(basic(`:${token}`))]).toEqual(
			[true, true, true]
		);
	});

	test('refuses all other requests, even from this machine', () => {
		const wrong = [undefined, '', token, `Bearer ${token}x`, `Digest ${token}`, basic(token)];
		expect(wrong.map((header) => asks(header))).toEqual(wrong.map(() => false));
		expect(isOperator(settings, here)).toBe(false);
	});
});
