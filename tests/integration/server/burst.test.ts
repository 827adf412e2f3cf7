/** Sixty simultaneous inspections and a runner with four slots: all show their position and run in fair order. */
import { setTimeout as pause } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { connectRunner } from './runner.ts';
import { siteForAll } from './hooks.ts';
import * as tests from './site.ts';
import { post, read, token, watchAll, watchUntil } from './site.ts';

const site = siteForAll(tests.embeddedStore, { TRUST_PROXY: '1', STREAMS: '1000' });

const people = 20;
const rounds = 3;
const slots = 4;

/** Each inspection has a different source, so that none shares another's run. */
async function inspect(person: number, round: number): Promise<string> {
	const request = {
		exercise: 'two-stores',
		stages: ['inspect'],
		sources: { narrow: `int of_${person}_${round};\n` }
	};
	const address = { 'x-forwarded-for': `10.0.0.${person + 1}` };
	const response = await post(site, '/api/runs', request, address);
	expect(response.status).toBe(202);
	return (await response.json()).id;
}

test(
	'sixty simultaneous inspections run in rounds, one of each address per round, and show their positions',
	{ timeout: 120_000 },
	async () => {
		const begun: string[] = [];
		let working = 0;
		let most = 0;
		// no run starts before all are requested
		let goOn = () => {};
		const allAsked = new Promise<void>((resolve) => (goOn = resolve));
		await connectRunner(site.url, token, {
			slots,
			work: async (job, runner) => {
				begun.push(job.run);
				most = Math.max(most, ++working);
				await allAsked;
				await pause(20);
				working--;
				runner.finish(job);
			}
		});
		const before = await Promise.all(
			Array.from({ length: slots }, (_, at) => inspect(100 + at, 0))
		);
		await expect.poll(() => begun.length, { timeout: 20_000 }).toBe(slots);
		// the first address requests all its runs before any other address
		const asked: { id: string; round: number }[] = [];
		const ask = async (person: number, round: number) =>
			asked.push({ id: await inspect(person, round), round });
		for (let round = 0; round < rounds; round++) await ask(0, round);
		for (let round = 0; round < rounds; round++)
			await Promise.all(Array.from({ length: people - 1 }, (_, at) => ask(at + 1, round)));
		expect(asked).toHaveLength(people * rounds);

		const placed = await Promise.all(
			asked.map(async (inspection) => {
				const { body } = await read(site, `/api/runs/${inspection.id}`);
				return { ...inspection, place: Number(body.position) };
			})
		);
		const inOrder = placed.toSorted((a, b) => a.place - b.place);
		expect(inOrder.map(({ place }) => place)).toEqual(inOrder.map((_, at) => at + 1));
		// the first run of every address comes before the second run of any
		expect(inOrder.map(({ round }) => round)).toEqual(inOrder.map(({ round }) => round).toSorted());
		const last = inOrder.at(-1)?.id ?? '';
		const [queued] = await watchUntil(site, last, 'queued');
		expect(queued?.data['position']).toBe(inOrder.length);

		const histories = [...before, ...asked.map(({ id }) => id)].map((id) => watchAll(site, id));
		goOn();
		for (const frames of await Promise.all(histories))
			expect(frames.at(-1)?.event).toBe('finished');
		expect(most).toBe(slots);
		// first runs before second runs, and no run twice; simultaneous requests have no order among themselves
		const began = begun.slice(slots);
		expect(began.toSorted()).toEqual(inOrder.map(({ id }) => id).toSorted());
		const roundOf = new Map(asked.map(({ id, round }) => [id, round]));
		expect(began.map((id) => roundOf.get(id))).toEqual(inOrder.map(({ round }) => round));
	}
);
