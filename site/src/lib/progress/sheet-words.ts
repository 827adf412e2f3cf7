/** Texts of the answer sheet and of its link. */

export const sheetWords = {
	title: 'Answer sheet',
	text: 'For each exercise that you began: your prediction, the result of your newest run of the exercise’s own code, the misconception that your prediction fits, and the challenge. The site made this page from what this browser keeps, and received none of it.',
	looking: 'Reading what this browser keeps.',
	withoutScript:
		'The sheet is made in your browser from what the browser keeps, and needs JavaScript.',
	empty:
		'This browser keeps no prediction and no run yet. Begin with an exercise, and it appears here.',
	back: 'Your progress',
	name: 'Name on the sheet',
	print: 'Print',
	copy: 'Copy a link to it',
	linkText:
		'The link contains the whole sheet behind its #, which browsers do not send to any site. Whoever has the link can read the sheet.',
	copied: 'Copied.',
	notCopied: 'The browser did not allow copying. Select the link below and copy it.',
	link: 'Link to this sheet',
	of: (name: string) => `Answer sheet of ${name}`,
	made: (day: string) => `Made on ${day}.`,
	fromLink:
		'This sheet came in a link. The site has checked its form and none of its figures: whoever made the link can have written anything into it.',
	own: 'Your own answer sheet',
	exercise: 'Exercise',
	guess: 'Prediction',
	result: 'Result',
	misconception: 'Misconception',
	challenge: 'Challenge',
	noGuess: 'none',
	interval: (low: string, high: string) => `95 % interval ${low} to ${high}`,
	on: (processor: string, language: string | undefined, day: string) =>
		[processor, language, day].filter(Boolean).join(', '),
	notRun: 'not run',
	notMeasured: 'no answer measured',
	noMisconception: 'none',
	/** Without a prediction or without a result. */
	notKnown: 'not known',
	idea: (idea: string) => `That is what one expects if ${idea}.`,
	passed: 'passed',
	notPassed: 'not passed',
	noChallenge: 'has none',
	notBegun: 'Not begun',
	unknown: (count: number) =>
		`The sheet has ${count} more ${count === 1 ? 'exercise' : 'exercises'} that this site does not have.`,
	tooLong: (characters: number) =>
		`This link is longer than ${characters} characters, which no answer sheet is. Ask its author for a new link or for a print.`,
	otherVersion:
		'This link holds an answer sheet of another version of the site, which this site cannot read. Ask its author for a new link.',
	damaged:
		'This link is damaged, so it holds no answer sheet. Copy the link again, from its first to its last character.',
	invalid: (place: string, why: string) =>
		`This link holds no answer sheet that this site can show (${[place, why].filter(Boolean).join(': ')}). Ask its author for a new link.`
} as const;
