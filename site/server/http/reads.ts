/** The reads of pages and the API as functions, which SvelteKit's server code calls without HTTP. */
import { Target, type Exercise, type Track } from '@cyclelab/exercises/schema';
import type { SelfTest } from '@cyclelab/exercises/self-test';
import type { Blocks } from '../runners/blocks.ts';
import type { Calibrations } from '../runners/calibrations.ts';
import type { Figures } from '../../shared/figures.ts';
import type { Latency } from '../../shared/latency.ts';
import type { Paint } from '../snapshots/painter.ts';
import { languagesOf } from '../runs/plan.ts';
import type { Runs } from '../runs/runs.ts';
import {
	Id,
	type Calibration,
	type ExerciseSummary,
	type RunnerSummary,
	type RunView
} from '../../shared/schema.ts';
import type { Snapshots } from '../snapshots/snapshots.ts';
import { hostView } from '../workshops/views.ts';
import type { HostView } from '../../shared/workshop-host.ts';
import type { WorkshopView } from '../../shared/workshop-results.ts';
import type { Workshops } from '../workshops/workshops.ts';

/** On every request of a page as `event.platform.req.cyclelab`. */
export type SiteReads = {
	/** In order. */
	tracks: () => Track[];
	/** In the order of the tracks and of their folders. */
	exercises: () => ExerciseSummary[];
	exercise: (slug: string) => Exercise | undefined;
	/** Undefined on a site without one. */
	selfTest: () => SelfTest | undefined;
	/** Connected now. */
	runners: () => RunnerSummary[];
	/** Calibrations of a runner, the oldest first; undefined for an unknown runner. */
	calibrations: (runner: string) => Promise<Calibration[] | undefined>;
	/** How far predictors can be trusted, by processor; and one measured block of a processor. */
	models: Blocks['models'];
	block: Blocks['block'];
	/** All measured blocks of a processor as JSON, a line each. */
	blockLines: Blocks['lines'];
	run: (id: string) => Promise<RunView | undefined>;
	snapshot: Snapshots['read'];
	/** The same as JSON, whatever its size. */
	snapshotText: Snapshots['text'];
	/** A workshop by its join code. A wrong code counts against `address` and throws a sentence. */
	workshop: (code: string, address: string) => Promise<WorkshopView>;
	/** The host's view of a workshop. Throws a sentence for an unknown token. */
	hosted: (token: string) => Promise<HostView>;
	/** The operator's figures. */
	figures: () => Promise<Figures>;
	/** The latency of the last inspections by part, for operators. */
	latency: () => Promise<Latency>;
	/** Days after its end at which a run is deleted. */
	runDays: number;
	/** A picture as PNG. */
	paint: Paint;
};

/** What is installed. */
export type Content = { tracks: Track[]; exercises: Exercise[]; selfTest?: SelfTest };

export function openReads(
	content: Content,
	runners: () => RunnerSummary[],
	calibrations: Calibrations,
	blocks: Blocks,
	runs: Runs,
	snapshots: Snapshots,
	workshops: Workshops,
	{ figures, latency, runDays }: Pick<SiteReads, 'figures' | 'latency' | 'runDays'>,
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
		selfTest: () => content.selfTest,
		runners,
		calibrations: async (runner) => {
			const known = await calibrations.read(runner);
			return known.length > 0 || runners().some(({ id }) => id === runner) ? known : undefined;
		},
		models: blocks.models,
		block: blocks.block,
		blockLines: blocks.lines,
		run: async (id) => (isId(id) ? runs.view(id) : undefined),
		snapshot: async (id) => (isId(id) ? snapshots.read(id) : undefined),
		snapshotText: async (id) => (isId(id) ? snapshots.text(id) : undefined),
		workshop: workshops.find,
		hosted: async (token) => hostView(await workshops.room(await workshops.hosted(token))),
		figures,
		latency,
		runDays,
		paint
	};
}

/** Pages pass on what an address has. PostgreSQL refuses some texts, such as U+0000, with an error. */
const isId = (text: string): boolean => Id.safeParse(text).success;

function summaryOf(exercise: Exercise): ExerciseSummary {
	const { slug, order, facts } = exercise;
	const { title, track, summary, minutes, requires, document, free = false } = facts;
	const languages = languagesOf(exercise);
	// Sources are for every architecture; connected runners decide which can be built or measured.
	const targets = Target.options;
	return {
		slug,
		title,
		track,
		order,
		summary,
		minutes,
		requires,
		free,
		languages,
		targets,
		document
	};
}
