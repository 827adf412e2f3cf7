import { expect, test } from 'vitest';
import { limitedBy, visitorBehind } from './visitor.ts';

test('a visitor is the client of the outermost trusted proxy, whatever address the client itself sends', () => {
	const request = { peer: '10.0.0.1', forwarded: '1.1.1.1, 2.2.2.2,3.3.3.3' };
	expect([0, 1, 2].map((proxies) => visitorBehind(proxies, request))).toEqual([
		'10.0.0.1',
		'3.3.3.3',
		'2.2.2.2'
	]);
	expect(visitorBehind(2, { peer: '10.0.0.1', forwarded: undefined })).toBe('10.0.0.1');
	expect(visitorBehind(0, { peer: undefined, forwarded: '1.1.1.1' })).toBeUndefined();
});

test('one network of IPv6 is one visitor, and IPv4 within IPv6 is itself', () => {
	expect(limitedBy('2001:db8::1')).toBe(limitedBy('2001:db8::ffff'));
	expect(limitedBy('::ffff:192.0.2.1')).toBe(limitedBy('192.0.2.1'));
	expect(limitedBy('::ffff:192.0.2.1')).not.toBe(limitedBy('::ffff:192.0.2.2'));
	expect(limitedBy(undefined)).toBe('unknown');
});
