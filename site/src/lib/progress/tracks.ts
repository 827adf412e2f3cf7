/** A learner's progress by track. Pure. */
import type { Track } from '@cyclelab/exercises/schema';
import type { ExerciseSummary } from '../../../shared/schema.ts';
import { isDone, openRequirements, wayThrough, type Standing } from './standing.ts';

type TrackExercise = Pick<
	ExerciseSummary,
	'slug' | 'title' | 'track' | 'minutes' | 'free' | 'requires'
>;

/** An exercise of a track, as the page of progress lists it. */
export interface TrackEntry<One> {
	exercise: One;
	standing: Standing | undefined;
	/** Required exercises that are not done. Empty once the exercise is done. */
	waitsFor: One[];
}

export interface TrackProgress<One> {
	id: string;
	title: string;
	/** How many exercises of the track are done, begun, and not begun. Free play is not counted. */
	done: number;
	begun: number;
	notBegun: number;
	listed: TrackEntry<One>[];
}

/** @param exercises of all tracks, in the order of the path */
export function byTrack<One extends TrackExercise>(
	tracks: readonly Track[],
	exercises: readonly One[],
	standings: Readonly<Record<string, Standing | undefined>>
): TrackProgress<One>[] {
	const open = exercises.filter(({ slug, free }) => !free && !isDone(standings[slug]));
	const listed = (exercise: One): TrackEntry<One> => ({
		exercise,
		standing: standings[exercise.slug],
		waitsFor: open.includes(exercise) ? openRequirements(exercise, open) : []
	});
	return tracks
		.map(({ id, title }) => {
			const own = exercises.filter(({ track }) => track === id);
			const { done, begun, all } = wayThrough(own, standings);
			return { id, title, done, begun, notBegun: all - done - begun, listed: own.map(listed) };
		})
		.filter(({ listed }) => listed.length > 0);
}
