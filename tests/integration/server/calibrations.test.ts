/** The history of runners' calibrations that the site stores. The runners are test functions, the database is real. */
import { expect, test } from 'vitest';
import type { Calibration } from '@cyclelab/contract/schema/gateway';
import { connectRunner, disconnectAll } from './runner.ts';
import { newStore, read, token } from './site.ts';
import { eventually, siteForAll } from './hooks.ts';

const minute = 60_000;
const hour = 60 * minute;
const now = Date.now();
const at = (agoMs: number) => new Date(now - agoMs).toISOString();
const calibration = (agoMs: number, median = 4): Calibration => ({
	at: at(agoMs),
	clockGHz: { median, low: median - 0.01, high: median + 0.01 },
	pair: { kind: 'latency', ratio: { median: 1.001, low: 0.999, high: 1.003 } }
});

const site = siteForAll(newStore);

const history = async (id: string): Promise<Calibration[]> =>
	(await read(site, `/api/runners/${id}/calibrations`)).body;

test('a runner’s calibrations are stored once, in order, and survive a restart of the site', async () => {
	const runner = await connectRunner(site.url, token, { id: 'steady' });
	const [first, second, third] = [
		calibration(30 * minute),
		calibration(20 * minute),
		calibration(0)
	];
	runner.send({ type: 'calibrations', calibrations: [second, first] });
	runner.send({ type: 'calibrations', calibrations: [first, second, third] });
	await eventually(async () => expect(await history('steady')).toEqual([first, second, third]));
	const { body } = await read(site, '/api/runners');
	expect(body.map(({ id, calibratedAt }: Record<string, unknown>) => [id, calibratedAt])).toEqual([
		['steady', third.at]
	]);
	await disconnectAll();
	await site.restart();
	expect(await history('steady')).toEqual([first, second, third]);
});

test('calibrations older than six hours are thinned to one an hour, and deleted after ninety days', async () => {
	const runner = await connectRunner(site.url, token, { id: 'old' });
	// The first three are in one hour.
	const started = now - (Math.floor(now / hour) - 10) * hour;
	const agos = [started - 5 * minute, started - 25 * minute, started - 45 * minute];
	const ancient = calibration(91 * 24 * hour);
	const recent = [calibration(20 * minute), calibration(10 * minute)];
	const old = agos.map((ago) => calibration(ago));
	runner.send({ type: 'calibrations', calibrations: [ancient, ...recent, ...old] });
	await eventually(async () => expect(await history('old')).toEqual([old[0], ...recent]));
});

test('the site ignores calibrations beyond its rate limit, and stores the newest 500 of a runner', async () => {
	const many = (from: number) =>
		Array.from({ length: 64 }, (_, i) => calibration((from + 64 - i) * 10_000));
	for (let connection = 0; connection < 5; connection++) {
		const runner = await connectRunner(site.url, token, { id: 'talker' });
		for (let message = 0; message < 3; message++)
			runner.send({ type: 'calibrations', calibrations: many(64 * (4 * connection + message)) });
		runner.send({ type: 'state', state: 'degraded', reason: 'All said.' });
		await eventually(async () => {
			const { body } = await read(site, '/api/runners');
			expect(body[0].reason).toBe('All said.');
		});
		if (connection === 0)
			await eventually(async () => expect(await history('talker')).toHaveLength(128));
		await runner.disconnect();
	}
	const of = (connection: number, message: number) =>
		many(64 * (4 * connection + message)).reverse();
	const newest = [0, 1, 2, 3].flatMap((connection) => [...of(connection, 0), ...of(connection, 1)]);
	await eventually(async () =>
		expect(await history('talker')).toEqual(newest.slice(0, 500).reverse())
	);
});

test('an emulated runner that sends a calibration is refused, and none is stored', async () => {
	const runner = await connectRunner(site.url, token, {
		id: 'emulated',
		as: ({ host, clockGHz: _none, ...one }) => ({
			...one,
			host: { ...host, emulated: true },
			measures: []
		})
	});
	runner.send({ type: 'calibrations', calibrations: [calibration(0)] });
	await runner.closed;
	expect(runner.refused).toEqual([expect.stringContaining('it sent one: a calibration.')]);
	expect((await read(site, '/api/runners/emulated/calibrations')).status).toBe(404);
});

test('the history of an unknown runner is not found', async () => {
	expect((await read(site, '/api/runners/nobody/calibrations')).status).toBe(404);
});
