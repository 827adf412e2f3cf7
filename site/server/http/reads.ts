/** The reads of pages and the API as functions, which SvelteKit's server code calls without HTTP. */
import { Target, type Exercise, type RecordedRun, type Track } from '@cyclelab/exercises/schema';
import type { SelfTest } from '@cyclelab/exercises/self-test';
import type { ApiReference } from './api-reference.ts';
import type { Blocks } from '../runners/blocks.ts';
import type { Calibrations } from '../runners/calibrations.ts';
import type { Figures } from '../../shared/figures.ts';
import type { Paint } from '../snapshots/painter.ts';
import { languagesOf } from '../runs/plan.ts';
import type { RunService } from '../runs/service.ts';
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
	/** Runs of an exercise as given: of its folder, and the newest of each processor that measures for this site. */
	recorded: (exercise: Exercise) => Promise<RecordedRun[]>;
	/** Undefined on a site without one. */
	selfTest: () => SelfTest | undefined;
	/** The loops to judge after a lesson; undefined on a site without them. */
	transfer: () => SelfTest | undefined;
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
	/** Throws a sentence if the snapshot was deleted. */
	refuseDeletedSnapshot: Snapshots['refuseDeleted'];
	/** A workshop by its join code. A wrong code counts against `address` and throws a sentence. */
	workshop: (code: string, address: string) => Promise<WorkshopView>;
	/** The host's view of a workshop. Throws a sentence for an unknown token. */
	hosted: (token: string) => Promise<HostView>;
	/** The operator's figures. */
	figures: () => Promise<Figures>;
	/** Days after its end at which a run is deleted. */
	runDays: number;
	/** The API's operations and types. */
	api: ApiReference;
	/** A picture as PNG. */
	paint: Paint;
};

/** What is installed. */
export type Content = {
	tracks: Track[];
	exercises: Exercise[];
	selfTest?: SelfTest;
	transfer?: SelfTest;
};

export function openReads(
	content: Content,
	runners: () => RunnerSummary[],
	calibrations: Calibrations,
	blocks: Blocks,
	runs: RunService,
	snapshots: Snapshots,
	workshops: Workshops,
	fixedReads: Pick<SiteReads, 'figures' | 'runDays' | 'api' | 'recorded'>,
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
		transfer: () => content.transfer,
		runners,
		calibrations: async (runner) => {
			const stored = await calibrations.read(runner);
			return stored.length > 0 || runners().some(({ id }) => id === runner) ? stored : undefined;
		},
		models: blocks.models,
		block: blocks.block,
		blockLines: blocks.lines,
		run: async (id) => (isId(id) ? runs.view(id) : undefined),
		snapshot: async (id) => (isId(id) ? snapshots.read(id) : undefined),
		snapshotText: async (id) => (isId(id) ? snapshots.text(id) : undefined),
		refuseDeletedSnapshot: snapshots.refuseDeleted,
		workshop: workshops.find,
		hosted: async (token) => hostView(await workshops.room(await workshops.hosted(token))),
		...fixedReads,
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
