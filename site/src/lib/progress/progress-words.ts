/** Texts about a learner's progress in this browser, and about moving it to another browser. */

export const progressWords = {
	title: 'Your progress',
	text: 'All of this is kept in this browser only. There is no account, and the site does not know what you have done.',
	exercise: 'Exercise',
	standing: 'How far you are',
	attempts: 'Attempts',
	minutes: 'Minutes',
	standings: { predicted: 'predicted', ran: 'run', passed: 'challenge passed' },
	notBegun: 'not begun',
	way: (done: number, all: number, minutes: number) =>
		done === all
			? 'Every exercise has been run.'
			: `${done} of ${all} exercises run, about ${minutes} minutes left.`,
	nextIs: 'Next',
	takeHeading: 'Take it with you',
	takeText:
		'Everything above in one file: predictions, your code, opened hints, attempts with their numbers. Reading such a file adds its attempts to those here; where both have a value, the file’s counts.',
	save: 'Save to a file',
	read: 'Read from a file',
	reading: 'Reading the file.',
	saved: (runs: number) => `Saved with ${runs} ${runs === 1 ? 'attempt' : 'attempts'}.`,
	taken: (values: number, runs: number) =>
		`Taken over: ${values} ${values === 1 ? 'value' : 'values'} and ${runs} ${runs === 1 ? 'attempt' : 'attempts'}.`,
	notJson:
		'That is no file of Cyclelab’s progress: it is not JSON. Choose the file that “Save to a file” made.',
	notProgress: (place: string, why: string) =>
		`That is no file of progress this site can read (${place}: ${why}). Choose a file that “Save to a file” made, from a site of the same version.`,
	tooLarge: (limit: string) => `The file is larger than ${limit}, which no progress is.`,
	notRead: 'The file could not be read. Choose it again.',
	forgetHeading: 'Begin anew',
	forgetText:
		'Removes all of it from this browser. Save it to a file first if you may want it back.',
	forget: 'Forget everything here',
	reallyForget: 'Predictions, code and attempts will be gone. Forget them now?',
	yesForget: 'Yes, forget them',
	notForget: 'No, keep them',
	forgotten: 'Nothing is kept here any more.',
	withoutScript: 'Progress is kept in your browser and needs JavaScript.'
} as const;
