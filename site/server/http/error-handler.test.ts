import { expect, test } from 'vitest';
import { toSiteError, withoutSecret } from './error-handler.ts';
import { SiteError } from '../base/errors.ts';

const shown = (error: unknown) => {
	const { status, code, retryAfterSeconds } = toSiteError(error);
	return [status, code, retryAfterSeconds];
};
const withCode = (code: string) => Object.assign(new Error('x'), { code });

test('a database that is away is 503 and worth another try', () => {
	const away = ['ECONNREFUSED', 'ECONNRESET', 'ENOENT', '57P01', '08006', '53300'].map(withCode);
	const lost = [
		'Connection terminated unexpectedly',
		'Client was closed and is not queryable',
		'Client has encountered a connection error and is not queryable'
	].map((message) => new Error(message));
	for (const error of [...away, ...lost]) expect(shown(error)).toEqual([503, 'STORE_DOWN', 3]);
});

test('an unexpected error is 500, and its message is only in the log', () => {
	const secret = new Error('password is hunter2');
	expect(shown(secret)).toEqual([500, 'INTERNAL', undefined]);
	expect(toSiteError(secret).message).not.toContain('hunter2');
	expect(shown(withCode('23505'))).toEqual([500, 'INTERNAL', undefined]);
	expect(shown('thrown text')).toEqual([500, 'INTERNAL', undefined]);
});

test('an error of the body parser keeps its status', () => {
	expect(shown({ status: 413, type: 'entity.too.large' })).toEqual([413, 'TOO_LARGE', undefined]);
	expect(shown({ status: 400, type: 'entity.parse.failed' })).toEqual([400, 'NOT_JSON', undefined]);
	expect(shown({ status: 415, type: 'encoding.unsupported' })).toEqual([
		415,
		'COMPRESSED',
		undefined
	]);
});

test('a SiteError is sent with its own status, code and time', () => {
	expect(shown(new SiteError(429, 'SLOW', 'Slower.', { retryAfterSeconds: 7 }))).toEqual([
		429,
		'SLOW',
		7
	]);
});

test("a host's secret is not logged with the address it stands in", () => {
	expect(withoutSecret('/api/hosts/s3cret/acts')).toBe('/api/hosts/***/acts');
	expect(withoutSecret('/API/Hosts/s3cret/hosts/s3cret')).toBe('/API/hosts/***/hosts/***');
	expect(withoutSecret('/api/runs/abc')).toBe('/api/runs/abc');
});
