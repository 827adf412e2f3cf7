/** A workshop of a hundred participants: latency of votes, time of runs, and the site's resources. */
import { setTimeout as sleep } from 'node:timers/promises';
import { fixed, kilobytes, mebibytes, summarise } from '../numbers.ts';
import { proportionalBytes } from '../processes.ts';
import { partsOf } from '../product-processes.ts';
import { settle } from '../product.ts';
import type { Context, SectionResult, Section } from '../section.ts';
import { exercise, inspected, inspection, sourceOf } from '../subject.ts';
import { openRoom, post, runAs, takeSeat, type Opened, type Participant } from './people.ts';

const people = 100;
/** Time within which all participants vote, ms. */
const votingMs = 10_000;
/** Time within which all participants change their code, each with an inspection, ms. */
const typingMs = 60_000;
/** Number of participants who measure their own code. */
const measuring = 6;

export const room: Section = {
	name: 'room',
	about: `${people} participants and a host, all connected; they vote within ${votingMs / 1000} s, twice; press Run at once on the same code; each changes it, inspected within ${typingMs / 1000} s; ${measuring} measure theirs`,
	run
};

async function run(context: Context): Promise<SectionResult> {
	const count = context.quick ? 20 : people;
	const hurry = context.quick ? 5 : 1;
	const product = await context.product();
	const phase = (done: number, what: string) => context.at(done, 5, `${what}, step`);
	await settle(product);
	const memory = [{ when: 'before', bytes: await siteBytes(product.pid) }];
	const opened = await openRoom(product.url, [inspected.exercise]);
	phase(1, 'joining');
	const joining = performance.now();
	const seats = await Promise.all(
		Array.from({ length: count }, (_, i) => takeSeat(product.url, opened.code, i + 1))
	);
	await opened.until((view) => view.people.filter(({ here }) => here).length === count);
	const joinMs = performance.now() - joining;

	phase(2, 'voting twice');
	const first = await vote(product.url, opened, seats, 'first', votingMs / hurry);
	await post(`${opened.host}/acts`, { act: 'vote', round: 2 });
	const second = await vote(product.url, opened, seats, 'second', votingMs / hurry);
	await post(`${opened.host}/acts`, { act: 'reveal', on: true });
	memory.push({ when: 'after the votes', bytes: await siteBytes(product.pid) });

	phase(3, 'running the same code');
	const same = await Promise.all(
		seats.map((seat) => runAs(product.url, seat, { exercise: inspected.exercise }))
	);
	await settle(product);
	const source = sourceOf(await exercise(inspected.exercise), inspected.variant);
	phase(4, 'changing the code');
	const typed = await Promise.all(
		seats.map(async (seat) => {
			await sleep(Math.random() * (typingMs / hurry));
			return runAs(product.url, seat, inspection(source, 'host'));
		})
	);
	await settle(product);
	const own = seats.slice(0, context.quick ? 2 : measuring);
	phase(5, 'measuring changed code');
	const measured = await Promise.all(
		own.map((seat) =>
			runAs(product.url, seat, { ...inspection(source, 'host'), stages: ['inspect', 'measure'] })
		)
	);
	await opened.until(({ tally }) => tally.edited === own.length);
	memory.push({ when: 'after the runs', bytes: await siteBytes(product.pid) });

	const votes = [...first, ...second];
	const seen = summarise(votes.map(({ seenMs }) => seenMs));
	const taken = summarise(votes.map(({ takenMs }) => takenMs));
	const inspections = summarise(typed.map(({ ms }) => ms));
	const identical = summarise(same.map(({ ms }) => ms));
	const edited = summarise(measured.map(({ ms }) => ms));
	const kBEach = seats.reduce((sum, { bytes }) => sum + bytes(), 0) / seats.length;
	seats.forEach(({ leave }) => leave());
	opened.leave();
	const row = (name: string, { p50, p95, max, n }: typeof seen, target = '') => [
		...[name, fixed(p50, 0), fixed(p95, 0), target, fixed(max, 0), `${n}`]
	];
	return {
		tables: [
			{
				headings: ['ms', 'p50', 'p95', 'target', 'most', 'n'],
				rows: [
					row('a vote, sent to seen by the host', seen, '300'),
					row('a vote, sent to taken', taken),
					row('an inspection of changed code, asked to done', inspections, '3000'),
					row('the same measured run, asked at once, to its end', identical),
					row('a measured run of changed code, to its end', edited)
				]
			},
			{
				headings: ['the site, MiB', ...memory.map(({ when }) => when)],
				rows: [['resident, proportional', ...memory.map(({ bytes }) => mebibytes(bytes))]]
			}
		],
		notes: [
			`${count} joined within ${fixed(joinMs / 1000)} s. ${same.length} pressed Run on the same code: ${new Set(same.map(({ id }) => id)).size} run. No request failed: the bench ends at the first that does.`,
			`Each participant was sent ${kilobytes(kBEach)} kB of views. All of them are one process on this machine and share its cores with the site and the runner.`
		],
		data: {
			count,
			joinMs,
			votes,
			same,
			typed,
			measured,
			memory,
			kBEach,
			targets: { voteMs: 300, inspectionMs: 3000 }
		}
	};
}

/** Each participant votes at a random moment; different ratios identify the votes. */
async function vote(
	site: string,
	opened: Opened,
	seats: Participant[],
	round: 'first' | 'second',
	withinMs: number
) {
	return Promise.all(
		seats.map(async ({ token, number }) => {
			await sleep(Math.random() * withinMs);
			const ratio = 1 + number / 1000;
			const began = performance.now();
			const seen = opened.until(({ tally }) => tally[round].includes(ratio));
			const { ms } = await post(
				`${site}/api/seat/votes`,
				{ exercise: inspected.exercise, ratio },
				token
			);
			return { takenMs: ms, seenMs: (await seen) - began };
		})
	);
}

async function siteBytes(productPid: number): Promise<number> {
	return proportionalBytes((await partsOf(productPid)).site);
}
