/** Inspections that equal an active one. Finished ones: `tests/integration/server/answers.test.ts`. */
import { expect, test } from 'vitest';
import type { RunWatcher } from './events.ts';
import { openInspections } from './service.ts';

const nextTurn = () => new Promise((resolve) => setImmediate(resolve));

function setUp() {
	const watchers: RunWatcher[] = [];
	const inspections = openInspections({
		hub: { watch: async (_run, _place, watcher) => (watchers.push(watcher), () => {}) },
		runners: () => [],
		keptDays: 7
	});
	return { inspections, end: (at: number) => watchers[at]?.end() };
}

test('a run is active from its request until its end; without a lasting answer nothing is cached', async () => {
	const { inspections, end } = setUp();
	expect(inspections.active('key')).toBeUndefined();
	inspections.follow('key', Promise.resolve({ id: 'run-1' }), { isStored: true, key: 'k' });
	const active = inspections.active('key');
	expect(await active?.run).toBe('run-1');
	await nextTurn();
	expect(inspections.active('key')).toBe(active);
	end(0);
	await active?.over;
	expect([inspections.active('key'), inspections.finished('key')]).toEqual([undefined, undefined]);
});

test('a request that fails leaves nothing to join', async () => {
	const { inspections } = setUp();
	inspections.follow('key', Promise.reject(new Error('too many')), { isStored: true, key: 'k' });
	const active = inspections.active('key');
	expect(await active?.run).toBeUndefined();
	await active?.over;
	expect(inspections.active('key')).toBeUndefined();
});
