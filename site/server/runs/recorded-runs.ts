/**
 * Shell: the newest run of each exercise as given on each kind of processor that this site's runners have, kept beyond the runs
 * themselves. A row has figures, a processor and a compiler, and nothing of who asked for the run.
 */
import { codeDigests, currentRuns } from '@cyclelab/exercises/recorded-code';
import { RecordedRun, type Exercise } from '@cyclelab/exercises/schema';
import { recordedOf } from '@cyclelab/contract/measure/recorded';
import { compilersOf } from '@cyclelab/contract/schema/compiler';
import type { Report } from '@cyclelab/contract/schema/report';
import type { Logger } from 'pino';
import { z } from 'zod';
import type { Sql } from '../store/database.ts';

export type RecordedRuns = {
	/** Keeps what a finished run of the whole exercise measured, in place of an earlier run of such a processor. */
	take: (report: Report) => void;
	/** The runs of an exercise: those of its folder, and this site's of processors that the folder has no run of. */
	of: (exercise: Exercise) => Promise<RecordedRun[]>;
	/** Resolves when everything that was taken is stored, or could not be. */
	drained: () => Promise<void>;
};

export function openRecordedRuns(
	database: Sql,
	exercise: (slug: string) => Exercise | undefined,
	log: Logger
): RecordedRuns {
	let writing: Promise<void> = Promise.resolve();

	async function store(slug: string, run: RecordedRun): Promise<void> {
		await database.query(
			`insert into cyclelab.recorded_runs (exercise, microarchitecture, language, run)
			values ($1, $2, $3, $4::json)
			on conflict (exercise, microarchitecture, language) do update set run = excluded.run`,
			[slug, run.microarchitecture, run.language, JSON.stringify(run)]
		);
	}

	return {
		take: (report) => {
			const found = exercise(report.exercise);
			const run = found && wholeRun(found, report);
			if (!run) return;
			writing = writing
				.then(() => store(report.exercise, run))
				.catch((error: unknown) => log.warn({ err: error }, 'a run was not recorded'));
		},
		of: async (asked) => {
			const rows = await database.query(
				`select run from cyclelab.recorded_runs where exercise = $1
				order by microarchitecture, language`,
				[asked.slug]
			);
			const stored = z.array(Stored).parse(rows);
			return firstOfEach([
				...asked.recorded,
				...currentRuns(
					asked,
					stored.map(({ run }) => run)
				)
			]);
		},
		drained: () => writing
	};
}

const Stored = z.object({ run: RecordedRun });

/** Undefined for a run of some variants, of another compiler than the first, or without a figure of each variant. */
function wholeRun(exercise: Exercise, report: Report): RecordedRun | undefined {
	const { language, target, toolchain } = report;
	if (exercise.facts.free || toolchain.compiler !== compilersOf[language][0]) return undefined;
	const digests = codeDigests(exercise, language, target);
	const run = recordedOf(report, digests);
	const measured = new Set(run?.places.map(({ variant }) => variant));
	return [...digests.keys()].every((id) => measured.has(id)) ? run : undefined;
}

/** One run for each processor and language: the first. */
export const firstOfEach = (runs: readonly RecordedRun[]): RecordedRun[] =>
	[
		...Map.groupBy(runs, ({ microarchitecture, language }) => `${microarchitecture} ${language}`)
	].flatMap(([, alike]) => alike.slice(0, 1));
