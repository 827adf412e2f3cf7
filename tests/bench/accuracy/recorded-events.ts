/**
 * The same scores as `events`, of the runs that are recorded in the exercises' folders: programs are built, counted and traced here, and
 * nothing is timed, so any x86-64 machine gives the same predictions, and one that others use meanwhile, too. What events cost is that of the machine that
 * recorded (`costs-<microarchitecture>.json`: the data of the section `costs` on it), for each machine that has such a file.
 */
import { randomUUID } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import { loadExercises } from '../../../exercises/src/load.ts';
import type { Exercise, RecordedRun } from '../../../exercises/src/schema.ts';
import type { RecordedPlace } from '../../../exercises/src/recorded.ts';
import { eachAtOnce } from '../../../runner/src/job/each-at-once.ts';
import { inspectAll } from '../../../runner/src/job/inspect-all.ts';
import { simulatePlaces } from '../../../runner/src/job/simulate-places.ts';
import type { PlaceEvents } from '@cyclelab/contract/schema/events';
import { MeasuredCaches } from '@cyclelab/contract/schema/gateway';
import { Host } from '@cyclelab/contract/schema/host';
import type { RunEvent } from '@cyclelab/contract/schema/job';
import type { Point } from '@cyclelab/contract/schema/measurement';
import { measuredOf } from '@cyclelab/contract/measure/recorded';
import { budget } from '../../../runner/src/measure/budget.ts';
import { openBench, type Bench } from '../../integration/job/job-bench.ts';
import { jobOf } from '../exercises/one-run.ts';
import type { Context, Section, SectionResult } from '../section.ts';
import { placesOf, placeTable, reasonTable, scoreTable, type Place } from './event-scores.ts';

export const recordedEvents: Section = {
	name: 'events-recorded',
	about:
		'llvm-mca without and with simulated events, against the recorded runs of the exercises in C; nothing is timed',
	run
};

/** Exercises at once: what one builds and traces in sandboxes, another simulates meanwhile. */
const atOnce = 2;

/** To try the bench: every so many exercises. */
const every = 8;

const Costs = z.strictObject({ host: Host, measuredCaches: MeasuredCaches });

async function run(context: Context): Promise<SectionResult> {
	const folder = import.meta.dirname;
	const names = (await readdir(folder)).filter((name) => /^costs-.+\.json$/.test(name)).sort();
	const { exercises } = await loadExercises();
	const results: SectionResult[] = [];
	for (const name of names) {
		const costs = Costs.parse(JSON.parse(await readFile(join(folder, name), 'utf8')));
		results.push(await ofProcessor(context, costs, exercises));
	}
	return {
		tables: results.flatMap(({ tables }) => tables),
		notes: results.flatMap(({ notes }) => notes),
		data: results.map(({ data }) => data)
	};
}

async function ofProcessor(
	context: Context,
	{ host, measuredCaches }: z.infer<typeof Costs>,
	exercises: readonly Exercise[]
): Promise<SectionResult> {
	const { microarchitecture, processor } = host;
	const all = exercises.flatMap((exercise) => {
		const recorded = exercise.recorded.find(
			(one) => one.microarchitecture === microarchitecture && one.language === 'c'
		);
		return recorded ? [{ exercise, recorded }] : [];
	});
	const chosen = context.quick ? all.filter((_, at) => at % every === 0) : all;
	const bench = await openBench(`recorded-${randomUUID()}`, ['cc'], { calibrates: false });
	context.onEnd(bench.close);
	bench.workshop.runner = { ...bench.workshop.runner, host, measuredCaches };
	bench.workshop.simulationMs = 600_000;
	const found = new Map<Exercise, Place[]>();
	const notes: string[] = [];
	await eachAtOnce(atOnce, chosen, async ({ exercise, recorded }) => {
		context.at(found.size, chosen.length, `exercise of ${processor}`);
		found.set(exercise, []);
		try {
			found.set(exercise, await replayed(bench, exercise, recorded));
		} catch (error) {
			notes.push(`${processor}, ${exercise.slug}: ${String(error)}`);
		}
	});
	await bench.close();
	const places = chosen.flatMap(({ exercise }) => found.get(exercise) ?? []);
	const score = scoreTable(places);
	return {
		tables: [
			{ ...score, headings: [processor, ...score.headings.slice(1)] },
			reasonTable(places),
			placeTable(places)
		],
		notes,
		data: { microarchitecture, places }
	};
}

async function replayed(
	{ workshop }: Bench,
	exercise: Exercise,
	{ places }: RecordedRun
): Promise<Place[]> {
	const job = jobOf(exercise, { language: 'c', models: 'host' }, `recorded ${exercise.slug}`);
	const { signal } = new AbortController();
	const points = Map.groupBy(places, ({ variant }) => variant);
	const pointsOf = (variant: string) => (points.get(variant) ?? []).map(pointOf);
	const inspections = await inspectAll(
		workshop,
		job,
		() => {},
		() => {},
		signal
	);
	const events = new Map<string, PlaceEvents[]>();
	const keep = (event: RunEvent) => {
		if (event.type !== 'simulated') return;
		events.set(event.variant, [...(events.get(event.variant) ?? []), event.events]);
	};
	const measured = new Map([...points.keys()].map((variant) => [variant, pointsOf(variant)]));
	await simulatePlaces(workshop, { ...job, models: 'all' }, inspections, measured, keep, signal);
	const variants = [...inspections].map(([id, { report }]) => ({
		...report,
		points: pointsOf(id),
		events: events.get(id) ?? []
	}));
	return placesOf(exercise.slug, exercise.facts.needs.cores > 1, { variants });
}

/** The length of a timed call is the power of two that takes between these parts of the target (`images/base/harness/harness.c`, `pilot`). */
const [target, shortest] = [budget.targetUs, 0.7];

function pointOf(place: RecordedPlace): Point {
	const { parameters, ns, clockGHz } = place;
	const iterations = 2 ** Math.max(0, Math.ceil(Math.log2((shortest * target * 1000) / ns[1])));
	return {
		parameters,
		documented: [],
		measured: {
			...measuredOf(place),
			raw: [
				{
					process: 0,
					iterations,
					ticks: [ns[1] * iterations, 2 * ns[1] * iterations],
					ticksPerCycle: [1 / clockGHz, 1 / clockGHz],
					switches: 0,
					accepted: true
				}
			]
		}
	};
}
