/** Latency and throughput of cached results. */
import { openClient, type Client } from './http.ts';
import { complete } from '../client.ts';
import { fixed, kilobytes, summarise } from '../numbers.ts';
import { settle } from '../product.ts';
import type { Context, SectionResult, Section } from '../section.ts';
import { exercise, inspected, inspection, sourceOf } from '../subject.ts';

const learnersAtOnce = [1, 4, 16];

export const cached: Section = {
	name: 'cached',
	about: `an inspection asked for again: run sent to the last word of its events, one site process; ${inspected.exercise}, ${inspected.variant}, this processor's prediction`,
	run
};

async function run(context: Context): Promise<SectionResult> {
	const rounds = context.quick ? 50 : 500;
	const product = await context.product();
	const source = sourceOf(await exercise(inspected.exercise), inspected.variant);
	const request = inspection(source, 'host');
	const first = await complete(product.url, request);
	await settle(product);
	const body = JSON.stringify(request);
	const measured = [];
	for (const [at, learners] of learnersAtOnce.entries()) {
		context.at(at + 1, learnersAtOnce.length, 'burst');
		const client = openClient(product.url, learners);
		await burst(client, body, learners, rounds);
		const { ms, perSecond, bytes } = await burst(client, body, learners, rounds * learners);
		client.close();
		measured.push({ learners, ms: summarise(ms), perSecond, bytes });
	}
	return {
		tables: [
			{
				headings: [
					'learners at once',
					'p50 ms',
					'p95',
					'target',
					'per second',
					'target',
					'kB',
					'n'
				],
				rows: measured.map(({ learners, ms, perSecond, bytes }) => [
					`${learners}`,
					fixed(ms.p50, 2),
					fixed(ms.p95, 2),
					learners === 1 ? '3' : '',
					fixed(perSecond, 0),
					learners === 1 ? '' : '800',
					kilobytes(bytes),
					`${ms.n}`
				])
			}
		],
		notes: [
			`The first time it took ${fixed(first.at(-1)?.atMs ?? NaN, 0)} ms. Each is two requests: the run, and its events.`,
			'The learners are one process on this machine and share its cores with the site.'
		],
		data: measured
	};
}

async function burst(client: Client, body: string, learners: number, count: number) {
	const ms: number[] = [];
	let bytes = 0;
	let left = count;
	const began = performance.now();
	await Promise.all(
		Array.from({ length: learners }, async () => {
			while (left-- > 0) {
				const since = performance.now();
				const text = await client.events(await client.post(body));
				ms.push(performance.now() - since);
				if (!text.includes('event: finished')) throw new Error('An inspection did not finish.');
				bytes = text.length;
			}
		})
	);
	return { ms, perSecond: count / ((performance.now() - began) / 1000), bytes };
}
