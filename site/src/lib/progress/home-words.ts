/** The home page: tracks and their exercises. */
import type { Facts } from '@cyclelab/exercises/schema';

export const homeWords = {
	minutes: (count: number) => `${count} min`,
	total: (exercises: number, minutes: number) =>
		`${exercises} ${exercises === 1 ? 'exercise' : 'exercises'}, ${minutes} minutes`,
	/** The remaining exercises of a track or of all tracks, once the learner has begun. */
	left: (done: number, all: number, minutes: number) =>
		done === all ? `all ${all} run` : `${done} of ${all} run, ${minutes} minutes left`,
	goOn: 'Go on with',
	next: 'Next',
	startHere: 'Start here',
	/** Whose measurement it is about. */
	after: ({ number, author }: Facts['document']) => (number ? `after ${author}` : 'our own'),
	predicted: 'predicted',
	ran: 'run',
	passed: 'challenge passed',
	noExercises: 'No exercises are installed. Add a folder to exercises/ and start the site again.'
} as const;
