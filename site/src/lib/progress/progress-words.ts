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
	waitsFor: (titles: readonly string[]) => `builds on ${titles.join(', ')}`,
	ofTrack: (done: number, begun: number, notBegun: number) =>
		`${done} done, ${begun} begun, ${notBegun} not begun`,
	way: (done: number, all: number, minutes: number) =>
		done === all
			? 'Every exercise has been run.'
			: `${done} of ${all} exercises run, about ${minutes} minutes left.`,
	nextHeading: 'What to do next',
	reason: {
		begun: 'You have predicted its answer and not run it yet.',
		first: 'It is the first exercise, and needs no other.',
		'first-open': 'It is the first exercise of the path that you have not run.',
		buildsOn: (titles: readonly string[]) =>
			`It is the first exercise of the path that you have not run, and builds on ${titles.join(' and ')}, which you have run.`
	},
	learntHeading: 'What you have learnt',
	learntNothing:
		'Run an exercise, and the statements that your run reproduced appear here, with the terms that it explains.',
	termsSeen: 'Terms that you have seen at work',
	statements: 'Statements that your own runs reproduced',
	measuredOn: (processor: string) => `on ${processor}`,
	sheetHeading: 'Answer sheet',
	sheetText:
		'One page to print or to send as a link: each prediction, the result with its machine and interval, the misconception, and the challenge.',
	sheet: 'Open the answer sheet',
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
	forgetHeading: 'Start again',
	forgetText:
		'Removes all of it from this browser. Save it to a file first if you may want it back.',
	forget: 'Forget everything here',
	reallyForget: 'Predictions, code and attempts will be deleted. Forget them now?',
	yesForget: 'Yes, forget them',
	notForget: 'No, keep them',
	forgotten: 'Nothing is kept here any more.',
	withoutScript: 'Progress is kept in your browser and needs JavaScript.'
} as const;
