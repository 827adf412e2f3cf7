/** The home page: tracks and their exercises. */

export const homeWords = {
	minutes: (count: number) => `${count} min`,
	startHere: 'Start here',
	noExercises: 'No exercises are installed. Add a folder to exercises/ and start the site again.'
} as const;
