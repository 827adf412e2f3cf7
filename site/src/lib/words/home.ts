/** The home page: tracks and their exercises. */
import type { Facts } from '@cyclelab/exercises/schema';

export const homeWords = {
	minutes: (count: number) => `${count} min`,
	total: (exercises: number, minutes: number) =>
		`${exercises} ${exercises === 1 ? 'exercise' : 'exercises'}, ${minutes} minutes`,
	startHere: 'Start here',
	/** Whose measurement it is about. */
	after: ({ number, author }: Facts['document']) => (number ? `after ${author}` : 'our own'),
	predicted: 'predicted',
	passed: 'challenge passed',
	noExercises: 'No exercises are installed. Add a folder to exercises/ and start the site again.'
} as const;
