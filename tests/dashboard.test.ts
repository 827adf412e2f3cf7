/** The Grafana dashboard and the alert rules use existing metrics only. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { openMetrics } from '@cyclelab/site/server/operation/metrics.ts';
import { expect, test } from 'vitest';
import { createMetrics } from '../runner/src/metrics.ts';

const site = openMetrics({
	runners: () => [],
	eventsBehind: () => 0,
	running: () => 0,
	waiting: async () => [],
	storeBytes: async () => 0
});
const runner = createMetrics({
	pool: () => [],
	isConnected: () => true,
	isReady: () => true,
	jobs: () => 0,
	waitingForCore: () => 0
});

test.each([
	['dashboard', 'grafana.json', 10],
	['alert rules', 'alerts.yml', 5]
])('every metric of the %s is published by the site or by a runner', (_, file, least) => {
	const text = readFileSync(join(import.meta.dirname, '..', 'docs', file), 'utf8');
	const asked = new Set([...text.matchAll(/cyclelab_\w+/g)].map(([name]) => name));
	const told = [site, runner].flatMap(({ registry }) =>
		registry.getMetricsAsArray().map(({ name }) => name)
	);
	const withParts = new Set(told.flatMap((name) => [name, `${name}_bucket`]));
	expect([...asked].filter((name) => !withParts.has(name))).toEqual([]);
	expect(asked.size).toBeGreaterThan(least);
});
