/** A workshop's limits and database reads, without HTTP, on the embedded store. */
import { pino } from 'pino';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { fixed, readConfig } from '@cyclelab/site/server/base/config.ts';
import { openReports, type Reports } from '@cyclelab/site/server/runs/event-store.ts';
import { openBus, type Bus } from '@cyclelab/site/server/store/bus.ts';
import type { Database } from '@cyclelab/site/server/store/database.ts';
import { openStorage, type Storage } from '@cyclelab/site/server/store/storage.ts';
import { hostView } from '@cyclelab/site/server/workshops/views.ts';
import type { Seat } from '@cyclelab/site/server/workshops/seat-store.ts';
import { openWorkshops, type Workshops } from '@cyclelab/site/server/workshops/workshops.ts';
import { exercise } from './examples.ts';
import * as tests from './site.ts';

const log = pino({ level: 'silent' });
let data: tests.Store;
let storage: Storage;
let bus: Bus;
let reports: Reports;
let workshops: Workshops | undefined;

beforeAll(async () => {
	data = await tests.embeddedStore();
	storage = await openStorage(readConfig(data.settings), log);
	bus = await openBus(storage, log);
	reports = openReports(storage.database);
}, 60_000);
afterAll(async () => {
	workshops?.close();
	await reports.close();
	await storage.close();
	await data.remove();
});

function open(database = storage.database): Workshops {
	workshops?.close();
	const opened = openWorkshops({
		database,
		bus,
		reports,
		exercise: (slug) => (slug === exercise.slug ? exercise : undefined),
		submit: () => Promise.reject(new Error('nothing is run here')),
		sharedLimits: () => undefined,
		secret: Buffer.alloc(32),
		log
	});
	workshops = opened;
	return opened;
}

const named = (name: string) => ({ name, synthetic: false });
const openOne = (all: Workshops) =>
	all.open({ title: 'Stores', exercises: [exercise.slug], minutes: {}, keepDays: 1 });

test('addresses of one IPv6 network share one limit of wrong join codes, at all paths', async () => {
	const all = open();
	const { code } = await openOne(all);
	const answers: unknown[] = [];
	for (let i = 0; i <= fixed.wrongCodes; i++) {
		const address = `2001:db8:0:${(i % 250).toString(16)}::${i + 1}`;
		const guess =
			i % 2 ? all.find('2222-2222', address) : all.join('2222-2222', named('x'), address);
		answers.push(await guess.catch((error) => error.code));
	}
	expect(answers).toEqual([...Array(fixed.wrongCodes).fill('NO_WORKSHOP'), 'TOO_MANY_CODES']);
	// A learner in another network is not limited.
	expect(await all.find(code, '2001:db8:1::1')).toMatchObject({ title: 'Stores' });
});

test('a thousand networks together may guess few more codes than one network', async () => {
	const all = open();
	const { code } = await openOne(all);
	let tried = 0;
	for (let network = 0; network < 1000; network++)
		for (let again = 0; again < fixed.wrongCodes; again++) {
			const address = `10.${network >> 8}.${network & 255}.1`;
			const answer: unknown = await all.find('x', address).catch((error) => error.code);
			if (answer === 'NO_WORKSHOP') tried += 1;
		}
	const { wrongCodes, wrongCodesTogether, wrongCodesUnderAttack } = fixed;
	const free = wrongCodesTogether / wrongCodes;
	expect(tried).toBe(wrongCodesTogether + (1000 - free) * wrongCodesUnderAttack);
	expect(await all.find(code, '192.0.2.1')).toMatchObject({ title: 'Stores' });
});

/** The store, with a count of the rows that it returned. */
function counting(database: Database): { database: Database; rows: () => number } {
	let rows = 0;
	const query: Database['query'] = async (...asked) => {
		const answer = await database.query(...asked);
		rows += answer.length;
		return answer;
	};
	return { database: { ...database, query }, rows: () => rows };
}

/** Opens a workshop with this number of participants who all watch. Returns the rows read for each vote. */
async function rowsForEachVote(people: number): Promise<number> {
	const { database, rows } = counting(storage.database);
	const all = open(database);
	const { code, hostPage } = await openOne(all);
	const seats: Seat[] = [];
	for (let i = 0; i < people; i++) {
		const { token } = await all.join(code, named(`person ${i}`), '192.0.2.1');
		const seat = await all.seat(token);
		if (seat) seats.push(seat);
	}
	const id = await all.hosted(hostPage.replace('/host/', ''));
	let hostSees = '';
	all.watch(id, { ...watching, send: (frame) => void (hostSees = frame) });
	for (const seat of seats) all.watch(id, { ...watching, seat });
	const votes = 5;
	const voted = (count: number) =>
		expect
			.poll(() => (hostSees.match(/"voted":true/g) ?? []).length, { timeout: 20_000 })
			.toBe(count);
	await expect.poll(() => (hostSees.match(/"here":true/g) ?? []).length).toBe(people);
	// All joins are read before votes are counted, also on a slow machine.
	let before = -1;
	await expect
		.poll(
			async () => {
				const earlier = before;
				before = rows();
				return before === earlier;
			},
			{ interval: 400, timeout: 20_000 }
		)
		.toBe(true);
	for (let i = 0; i < votes; i++) {
		const seat = seats[i];
		if (seat) await all.vote(seat, { exercise: exercise.slug, ratio: 2 });
		await voted(i + 1);
	}
	return (rows() - before) / votes;
}

/** A watcher that discards its frames. `view` is for sites that let the watcher choose its view. */
const watching = { send: () => {}, end: () => {}, view: hostView };

test('the number of rows read for a vote does not depend on the number of participants', async () => {
	const small = await rowsForEachVote(6);
	const large = await rowsForEachVote(120);
	// The workshop's row and the vote; the limit allows for one pass that was due anyway.
	expect([small < 6, large < 6]).toEqual([true, true]);
});

test('a view updated by changes equals a view read from the store', async () => {
	const all = open();
	const { code, hostPage } = await openOne(all);
	const id = await all.hosted(hostPage.replace('/host/', ''));
	let seen = '';
	all.watch(id, { ...watching, send: (frame) => void (seen = frame) });
	const seats: Seat[] = [];
	for (let i = 0; i < 12; i++) {
		const { token } = await all.join(code, named(`person ${i}`), '192.0.2.1');
		const seat = await all.seat(token);
		if (!seat) throw new Error('No seat has this token.');
		seats.push(seat);
		const leave = all.watch(id, { ...watching, seat });
		await all.vote(seat, { exercise: exercise.slug, ratio: 1 + i });
		if (i % 3 === 0) await all.vote(seat, { exercise: exercise.slug, ratio: 2 + i });
		if (i % 4 === 0) await all.change(seat, { at: exercise.slug, following: false });
		if (i % 5 === 0) leave();
	}
	for (const act of [
		{ act: 'bring' },
		{ act: 'reveal', on: true },
		{ act: 'vote', round: 2 }
	] as const)
		await all.act(id, act);
	await all.vote(seats[0]!, { exercise: exercise.slug, ratio: 9 });
	await expect
		.poll(() => seen && JSON.parse(/"view":(.*)}\n\n$/s.exec(seen)?.[1] ?? '{}'))
		.toEqual(JSON.parse(JSON.stringify(hostView(await all.room(id)))));
	await all.remove(id);
	await expect.poll(() => seen).toMatch(/^event: gone/);
});
