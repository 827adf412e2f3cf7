/** How long the runner's main thread is blocked while its jobs read the tool output for hostile programs. */
import { readFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { complete, follow } from './client.ts';
import { fixed, summarise } from './numbers.ts';
import { settle } from './product.ts';
import type { Context, SectionResult, Running, Section } from './section.ts';
import { exercise, inspected, inspection, sourceOf, varied } from './subject.ts';

/** Programs of the hostile cases, by their effect on the output. */
const hostile = {
	'counts: 31 MiB of line breaks': 'counts.c',
	'listing: 100,000 functions': 'symbols.c',
	'listing: a line of 4 MB': 'line.c'
};
/** A probe is a request for /healthz, which the main thread answers. */
const probeEveryMs = 10;
/** Silence after which the site closes a runner's connection, ms (`runner/src/heartbeat.ts`). */
const silenceMs = 2_500;

export const reading: Section = {
	name: 'reading',
	about: `ms until the runner's main thread answers /healthz, asked every ${probeEveryMs} ms, while it works on a hostile program; the site gives it up after ${silenceMs} ms`,
	run
};

async function run(context: Context): Promise<SectionResult> {
	const rounds = context.quick ? 1 : 5;
	const product = await context.product();
	const subject = await exercise(inspected.exercise);
	const ordinary = sourceOf(subject, inspected.variant);
	const asks: Record<string, () => Promise<string>> = {
		'an ordinary program': async () => {
			await complete(product.url, inspection(varied(ordinary), 'all'));
			return 'finished';
		},
		...Object.fromEntries(
			Object.entries(hostile).map(([name, file]) => [name, () => endOf(product.url, file)])
		)
	};
	const found = [];
	for (const [name, ask] of Object.entries(asks)) {
		const delays: number[] = [];
		const ends: string[] = [];
		for (let round = 0; round < rounds; round++) {
			await settle(product);
			const probing = probe(product);
			ends.push(await ask());
			delays.push(...(await probing.stop()));
		}
		found.push({ name, ends, delays, summary: summarise(delays) });
	}
	return {
		tables: [
			{
				headings: ['ms', 'p50', 'p99', 'maximum', 'probes', 'ended'],
				rows: found.map(({ name, summary, delays, ends }) => [
					name,
					fixed(summary.p50),
					fixed(delays.toSorted((a, b) => a - b)[Math.floor(delays.length * 0.99)] ?? NaN),
					fixed(Math.max(...delays)),
					`${delays.length}`,
					[...new Set(ends)].join(', ')
				])
			}
		],
		notes: [],
		data: found
	};
}

/** Sends a program of the hostile cases and waits for its end. */
async function endOf(url: string, file: string): Promise<string> {
	const path = new URL(`../hostile/45-much-to-read/${file}`, import.meta.url);
	const source = varied(readFileSync(path, 'utf8'));
	const request = {
		exercise: 'free-play',
		variants: ['a'],
		language: 'c',
		stages: ['inspect'],
		models: 'host',
		sources: { a: source }
	};
	const types: string[] = [];
	for await (const { event } of follow(url, request)) types.push(event.type);
	const moved = types.filter((type) => type === 'moved').length;
	return `${types.at(-1)}${moved ? `, taken away ${moved} times` : ''}`;
}

/** Requests /healthz at fixed intervals, without waiting for earlier responses. */
function probe({ runnerPort }: Running): { stop: () => Promise<number[]> } {
	const delays: number[] = [];
	const open = new Set<Promise<unknown>>();
	let over = false;
	const ask = async () => {
		const began = performance.now();
		const response = await fetch(`http://127.0.0.1:${runnerPort}/healthz`);
		await response.arrayBuffer();
		delays.push(performance.now() - began);
	};
	const loop = (async () => {
		while (!over) {
			const asking = ask().catch(() => undefined);
			open.add(asking);
			void asking.then(() => open.delete(asking));
			await sleep(probeEveryMs);
		}
		await Promise.all(open);
	})();
	return {
		stop: async () => {
			over = true;
			await loop;
			return delays;
		}
	};
}
