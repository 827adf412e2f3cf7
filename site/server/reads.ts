/** What pages and the API read, as plain functions: SvelteKit's server code calls them without HTTP. */
import { Target, type Exercise, type Track } from '@cyclelab/exercises/schema';
import type { Calibrations } from './calibrations.ts';
import type { Database } from './database.ts';
import type { Figures } from './figures.ts';
import type { Latency } from './latency.ts';
import type { Paint } from './painter.ts';
import { languagesOf } from './plan.ts';
import type { Runs } from './runs.ts';
import type { Calibration, ExerciseSummary, RunnerSummary, RunView, Snapshot } from './schema.ts';
import { readSnapshot } from './snapshots.ts';
import { hostView } from './workshop/room.ts';
import type { HostView, WorkshopView } from './workshop/schema.ts';
import type { Workshops } from './workshop/workshops.ts';

/** On every request of a page as `event.platform.req.cyclelab`. */
export type SiteReads = {
	/** In order. */
	tracks: () => Track[];
	/** In the order of the tracks and of their folders. */
	exercises: () => ExerciseSummary[];
	exercise: (slug: string) => Exercise | undefined;
	/** Connected now. */
	runners: () => RunnerSummary[];
	/** Of a runner, the oldest first. Undefined if nobody has heard of it. */
	calibrations: (runner: string) => Promise<Calibration[] | undefined>;
	run: (id: string) => Promise<RunView | undefined>;
	snapshot: (id: string) => Promise<Snapshot | undefined>;
	/** A workshop by its code; `address` is who guesses, if it is not one. Throws a sentence if there is none. */
	workshop: (code: string, address: string) => Promise<WorkshopView>;
	/** A workshop as its host sees it. Throws a sentence if the token is nobody's. */
	hosted: (token: string) => Promise<HostView>;
	/** How the site does, for operators. */
	figures: () => Promise<Figures>;
	/** Where the milliseconds of the last inspections went, for operators. */
	latency: () => Promise<Latency>;
	/** A picture as PNG. */
	paint: Paint;
};

export function openReads(
	content: { tracks: Track[]; exercises: Exercise[] },
	runners: () => RunnerSummary[],
	calibrations: Calibrations,
	runs: Runs,
	database: Database,
	workshops: Workshops,
	{ figures, latency }: Pick<SiteReads, 'figures' | 'latency'>,
	paint: Paint
): SiteReads {
	const bySlug = new Map(content.exercises.map((exercise) => [exercise.slug, exercise]));
	const places = new Map(content.tracks.map((track, place) => [track.id, place]));
	const placeOf = (exercise: Exercise) => places.get(exercise.facts.track) ?? places.size;
	const summaries = content.exercises
		.toSorted((a, b) => placeOf(a) - placeOf(b) || a.order - b.order)
		.map(summaryOf);
	return {
		tracks: () => content.tracks,
		exercises: () => summaries,
		exercise: (slug) => bySlug.get(slug),
		runners,
		calibrations: async (runner) => {
			const known = await calibrations.read(runner);
			return known.length > 0 || runners().some(({ id }) => id === runner) ? known : undefined;
		},
		run: runs.view,
		snapshot: (id) => readSnapshot(database, id),
		workshop: workshops.find,
		hosted: async (token) => hostView(await workshops.room(await workshops.hosted(token))),
		figures,
		latency,
		paint
	};
}

function summaryOf(exercise: Exercise): ExerciseSummary {
	const { slug, order, facts } = exercise;
	const { title, track, summary, minutes, document, free = false } = facts;
	const languages = languagesOf(exercise);
	// Sources are for every architecture; which of them somebody connected can build or measure, its runners say.
	const targets = Target.options;
	return { slug, title, track, order, summary, minutes, free, languages, targets, document };
}
