import { expect, test } from 'vitest';
import { readConfig, SiteConfig } from './config.ts';

test('nothing needs to be set', () => {
	expect(readConfig({ DATABASE_URL: '', PORT: undefined, HOME: '/home/me' })).toEqual({
		PORT: 3000,
		HOST: '127.0.0.1',
		DATA_DIR: './data',
		OBJECT_STORE_REGION: 'us-east-1',
		EDGE_SECONDS: 0,
		TRUST_PROXY: 0,
		LOG_LEVEL: 'info',
		RUNS_PER_MINUTE: 60,
		OPEN_RUNS: 100,
		STREAMS: 64,
		SNAPSHOTS_PER_MINUTE: 30,
		RUN_DAYS: 90,
		INSPECTION_DAYS: 7,
		REQUESTS_PER_MINUTE: 6000,
		CONNECTIONS: 2048,
		RUNNER_CONNECTIONS: 256
	});
});

test('every wrong setting is named', () => {
	expect(() =>
		readConfig({ PORT: 'http', RUNNER_TOKEN: 'short', DATABASE_URL: 'mysql://x' })
	).toThrow(
		/^The site cannot start with these settings\. PORT: .+; DATABASE_URL: .+; RUNNER_TOKEN: .+$/
	);
});

test('a shared cache needs the public address', () => {
	expect(() => readConfig({ EDGE_SECONDS: '60' })).toThrow(
		'The site cannot start with these settings. EDGE_SECONDS: ORIGIN must be set, too'
	);
	const both = readConfig({ EDGE_SECONDS: '60', ORIGIN: 'https://cycles.example' });
	expect(both.EDGE_SECONDS).toBe(60);
});

test('every setting has words', () => {
	const silent = Object.entries(SiteConfig.shape).filter(([, schema]) => !schema.description);
	expect(silent).toEqual([]);
});
