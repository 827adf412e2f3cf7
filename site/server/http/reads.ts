/** The reads of pages and the API as functions, which SvelteKit's server code calls without HTTP. */
import { Target, type Exercise, type RecordedRun, type Track } from '@cyclelab/exercises/schema';
import type { SelfTest } from '@cyclelab/exercises/self-test';
import type { ApiReference } from './api-reference.ts';
import type { Blocks } from '../runners/blocks.ts';
import type { Calibrations } from '../runners/calibrations.ts';
import type { Figures } from '../../shared/figures.ts';
import type { Paint } from '../snapshots/painter.ts';
import { languagesOf } from '../runs/plan.ts';
import type { KeptDays } from '../runs/retention.ts';
import type { RunService } from '../runs/service.ts';
import { Id, type ExerciseSummary, type RunnerSummary } from '../../shared/schema.ts';
import type { Snapshots } from '../snapshots/snapshots.ts';
import { hostView } from '../workshops/views.ts';
import type { Workshops } from '../workshops/workshops.ts';

/** What is installed. */
export type Content = {
	tracks: Track[];
	exercises: Exercise[];
	selfTest?: SelfTest;
	transfer?: SelfTest;
};

/** What pages and the API read from. */
type Sources = {
	content: Content;
	/** Connected now. */
	runners: () => RunnerSummary[];
	calibrations: Calibrations;
	blocks: Blocks;
	runs: RunService;
	snapshots: Snapshots;
	workshops: Workshops;
	/** The operator's figures. */
	figures: () => Promise<Figures>;
	keptDays: KeptDays;
	/** The API's operations and types. */
	api: ApiReference;
	/** Runs of an exercise as given: of its folder, and the newest of each processor that measures for this site. */
	recorded: (exercise: Exercise) => Promise<RecordedRun[]>;
	/** A picture as PNG. */
	paint: Paint;
};

/** On every request of a page as `event.platform.req.cyclelab`. */
export type SiteReads = ReturnType<typeof openReads>;

export function openReads(sources: Sources) {
	const { content, calibrations, blocks, runs, snapshots, workshops, ...asGiven } = sources;
	const bySlug = new Map(content.exercises.map((exercise) => [exercise.slug, exercise]));
	const places = new Map(content.tracks.map((track, place) => [track.id, place]));
	const placeOf = (exercise: Exercise) => places.get(exercise.facts.track) ?? places.size;
	const summaries = content.exercises
		.toSorted((a, b) => placeOf(a) - placeOf(b) || a.order - b.order)
		.map(summaryOf);
	return {
		...asGiven,
		/** In order. */
		tracks: content.tracks,
		/** In the order of the tracks and of their folders. */
		exercises: summaries,
		exercise: (slug: string) => bySlug.get(slug),
		/** Undefined on a site without one. */
		selfTest: content.selfTest,
		/** The loops to judge after a lesson; undefined on a site without them. */
		transfer: content.transfer,
		/** Calibrations of a runner, the oldest first; undefined for an unknown runner. */
		calibrations: async (runner: string) => {
			const stored = await calibrations.read(runner);
			return stored.length > 0 || sources.runners().some(({ id }) => id === runner)
				? stored
				: undefined;
		},
		/** How far predictors can be trusted, by processor; and one measured block of a processor. */
		models: blocks.models,
		block: blocks.block,
		/** All measured blocks of a processor as JSON, a line each. */
		blockLines: blocks.lines,
		run: async (id: string) => (isId(id) ? runs.view(id) : undefined),
		snapshot: async (id: string) => (isId(id) ? snapshots.read(id) : undefined),
		/** The same as JSON, whatever its size. */
		snapshotText: async (id: string) => (isId(id) ? snapshots.text(id) : undefined),
		/** Throws a sentence if the snapshot was deleted. */
		refuseDeletedSnapshot: snapshots.refuseDeleted,
		/** A workshop by its join code. A wrong code counts against the address and throws a sentence. */
		workshop: workshops.find,
		/** The host's view of a workshop. Throws a sentence for an unknown token. */
		hosted: async (token: string) => hostView(await workshops.room(await workshops.hosted(token)))
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
