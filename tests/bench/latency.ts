/** A learner's waiting time for assembly and prediction, compared with the floor in the same bench. */
import { complete, type Arrival } from './client.ts';
import type { Moment, RecordedCommand } from './commands.ts';
import { fixed, ratio, signed, summarise, type Summary } from './numbers.ts';
import { settle, stageTotals } from './product.ts';
import type { Context, SectionResult, Section } from './section.ts';
import { moments, openSpawned, type Times, type Walked } from './spawned.ts';
import { inspected, inspection } from './subject.ts';

const warmUps = 3;
const labels: Record<Moment, string> = {
	inspected: 'assembly',
	predicted: 'prediction (this processor)',
	allPredicted: 'prediction (all models)'
};
const targetsMs: Partial<Record<Moment, number>> = { inspected: 15, predicted: 25 };

export const latency: Section = {
	name: 'latency',
	about: `source sent to answer received, ms; ${inspected.exercise}, ${inspected.variant}, another source each time, one learner, warm, sandbox on`,
	run
};

async function run(context: Context): Promise<SectionResult> {
	const rounds = context.quick ? 5 : 40;
	const { source, steps, spawn, close } = await openSpawned(context, 'all', 1);
	const product = await context.product();
	const site: Times[] = [];
	const plain: Walked[] = [];
	const measureSite = async () => {
		site.push(timesOf(await complete(product.url, inspection(source, 'all'))));
	};
	const measureFloor = async () => plain.push(await spawn(steps)(0));

	let before = await stageTotals(product);
	for (let round = -warmUps; round < rounds; round++) {
		if (round === 0) {
			site.length = plain.length = 0;
			before = await stageTotals(product);
		}
		context.at(round + warmUps + 1, rounds + warmUps, 'round');
		const both = [measureSite, measureFloor];
		for (const one of round % 2 ? both.reverse() : both) {
			await settle(product);
			await one();
		}
	}
	const after = await stageTotals(product);
	await close();

	const summaries = moments.map((moment) => ({
		moment,
		site: summarise(site.map((times) => times[moment])),
		floor: summarise(plain.map(({ times }) => times[moment]))
	}));
	const stages = [...new Set(steps.map(({ stage }) => stage))].map((stage) => {
		const own = steps.flatMap((step, at) => (step.stage === stage ? [at] : []));
		const floorMs = plain.flatMap(({ stepMs }) => own.map((at) => stepMs[at] ?? NaN));
		const seconds = (after[stage]?.seconds ?? 0) - (before[stage]?.seconds ?? 0);
		const count = (after[stage]?.count ?? 0) - (before[stage]?.count ?? 0);
		const mean = floorMs.reduce((sum, ms) => sum + ms, 0) / floorMs.length;
		return { stage, commands: own.length, siteMs: (seconds / count) * 1000, floorMs: mean };
	});
	return {
		tables: [
			{
				headings: ['ms', 'p50', 'p95', 'floor p50', 'p95', 'p50 - floor', 'target', 'ratio', 'n'],
				rows: summaries.map(rowOf)
			},
			{
				headings: ['mean ms of one command', 'in the sandbox', 'floor', 'commands'],
				rows: stages.map(({ stage, commands, siteMs, floorMs }) => [
					stage,
					fixed(siteMs),
					fixed(floorMs),
					`${commands}`
				])
			}
		],
		notes: [
			'Floor: the same command lines one after another. The runner starts some tools before they are asked for and runs some side by side, so it can be below.'
		],
		data: { summaries, stages, site, floor: plain, commands: steps.map(commandLine) }
	};
}

const commandLine = ({ stage, moment, command }: RecordedCommand) => ({
	stage,
	moment,
	argv: command.argv
});

function rowOf({ moment, site, floor }: { moment: Moment; site: Summary; floor: Summary }) {
	const target = targetsMs[moment];
	return [
		labels[moment],
		fixed(site.p50),
		fixed(site.p95),
		fixed(floor.p50),
		fixed(floor.p95),
		signed(site.p50 - floor.p50),
		target === undefined ? '' : `+${target}`,
		ratio(site.p50 / floor.p50),
		`${site.n}`
	];
}

export function timesOf(arrivals: readonly Arrival[]): Times {
	const at = (type: string) => arrivals.filter(({ event }) => event.type === type);
	const predicted = at('predicted');
	return {
		inspected: at('inspected')[0]?.atMs ?? NaN,
		predicted: predicted[0]?.atMs ?? NaN,
		allPredicted: predicted.at(-1)?.atMs ?? NaN
	};
}
