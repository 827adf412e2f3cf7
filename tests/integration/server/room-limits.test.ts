/** A workshop holds a limited number of measurements, because all of them are read whenever it is. */
import { fixed } from '@cyclelab/site/server/base/config.ts';
import { expect, test } from 'vitest';
import { siteAndDatabase } from './hooks.ts';
import { actAt, bearer, joinRoom, json, openRoom } from './room.ts';
import { post } from './site.ts';

const { site, database } = siteAndDatabase();

/** Stores so many cancelled measurements of a person, as a program would make them that starts and cancels runs. */
async function cancelled(code: string, seat: number, count: number): Promise<void> {
	await database.query(
		`with made as (
			insert into cyclelab.runs (id, owner, exercise, state, request, job, queue)
			select substr(replace(gen_random_uuid()::text, '-', ''), 1, 22), '', 'two-stores', 'cancelled', '{}', '{}', ''
			from generate_series(1, $3::int) returning id)
		insert into cyclelab.workshop_runs (workshop, run, seat, exercise)
		select w.id, made.id, $2::int, 'two-stores' from cyclelab.workshops w, made where w.code = $1`,
		[code, seat, count]
	);
}

const measure = async (token: string, request = {}) => {
	const asked = { exercise: 'two-stores', ...request };
	const { status, body } = await json(await post(site, '/api/runs', asked, bearer(token)));
	return { status, code: body.code, message: body.message };
};

test('a participant who asked for many measurements gets no more, and others do', async () => {
	const { code } = await openRoom(site);
	const [one, other] = [await joinRoom(site, code, 'one'), await joinRoom(site, code, 'other')];
	await cancelled(code, 1, fixed.runsOfSeat - 1);
	expect(await measure(one.token)).toMatchObject({ status: 202 });
	expect(await measure(one.token)).toEqual({
		status: 409,
		code: 'TOO_MANY_MEASUREMENTS',
		message:
			'You asked for 200 measurements in this workshop, and 200 is the limit. Measure outside of the workshop.'
	});
	expect(await measure(one.token, { stages: ['inspect'] })).toMatchObject({ status: 202 });
	expect(await measure(other.token)).toMatchObject({ status: 202 });
});

test('a workshop with many measurements gets no more, of participants or of its host', async () => {
	const { code, host } = await openRoom(site);
	const { token } = await joinRoom(site, code, 'one');
	for (let seat = 2; seat < 2 + fixed.runsOfRoom / fixed.runsOfSeat; seat++)
		await cancelled(code, seat, fixed.runsOfSeat);
	expect(await measure(token)).toEqual({
		status: 409,
		code: 'TOO_MANY_MEASUREMENTS',
		message:
			'A workshop holds 6,000 measurements, and there are as many. Measure outside of the workshop.'
	});
	expect((await actAt(site, host, { act: 'measure' })).status).toBe(409);
});
