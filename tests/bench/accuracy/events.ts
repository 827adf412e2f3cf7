/** Every place of every exercise in C: what llvm-mca predicts, what it predicts with simulated events, and what is measured. */
import { randomUUID } from 'node:crypto';
import { loadExercises } from '../../../exercises/src/load.ts';
import { defined } from '@cyclelab/contract/defined';
import type { Job } from '@cyclelab/contract/schema/job';
import type { Report } from '@cyclelab/contract/schema/report';
import { languagesOf } from '../../../site/server/runs/plan.ts';
import { openBench, type Bench } from '../../integration/job/job-bench.ts';
import { jobOf } from '../exercises/one-run.ts';
import type { Context, Section, SectionResult } from '../section.ts';
import { cachesOf } from './costs.ts';
import {
	costTable,
	placesOf,
	placeTable,
	reasonTable,
	scoreTable,
	type Place,
	type RunTimes
} from './event-scores.ts';

export const events: Section = {
	name: 'events',
	about:
		'llvm-mca without and with simulated events, against what is measured at each place of the exercises in C',
	run
};

/** To try the bench: so many exercises from all of them, and so many values of a sweep. */
const few = 8;

async function run(context: Context): Promise<SectionResult> {
	const { exercises } = await loadExercises();
	const inC = exercises.filter(
		(exercise) => !exercise.facts.free && languagesOf(exercise).includes('c')
	);
	const chosen = context.quick
		? inC.filter((_, at) => at % Math.ceil(inC.length / few) === 0)
		: inC;
	const bench = await openBench(`accuracy-${randomUUID()}`, ['cc'], { kept: 64 });
	context.onEnd(bench.close);
	const measuredCaches = await cachesOf(bench);
	bench.workshop.runner = { ...bench.workshop.runner, measuredCaches };
	bench.workshop.simulationMs = 600_000;
	const places: Place[] = [];
	const runs: RunTimes[] = [];
	const notes: string[] = [];
	for (const [at, exercise] of chosen.entries()) {
		context.at(at, chosen.length, 'exercise');
		try {
			const values = exercise.facts.sweep?.values.slice(0, few);
			const wish = { language: 'c', ...(context.quick && values ? { values } : {}) };
			const { report, times } = await timedRun(bench, jobOf(exercise, wish, `events-${at}`));
			runs.push({ slug: exercise.slug, ...times });
			places.push(...placesOf(exercise.slug, exercise.facts.needs.cores > 1, report));
		} catch (error) {
			notes.push(`${exercise.slug}: ${String(error)}`);
		}
	}
	return {
		tables: [scoreTable(places), reasonTable(places), placeTable(places), costTable(runs)],
		notes,
		data: { measuredCaches, places, runs }
	};
}

async function timedRun(
	bench: Bench,
	job: Job
): Promise<{ report: Report; times: Omit<RunTimes, 'slug'> }> {
	const began = performance.now();
	const now = () => (performance.now() - began) / 1000;
	let first: number | undefined;
	let before = 0;
	let places = 0;
	const { report } = await bench.run(job, undefined, ({ type }) => {
		if (type === 'point') first ??= now();
		if (type === 'simulated') places++;
		else if (places === 0 && type !== 'finished') before = now();
	});
	return { report, times: { ...defined({ first }), before, end: now(), places } };
}
