/** The challenge: goals, verdicts, hints and the solution. */
import type { ChallengeResult } from '@cyclelab/runner/schema/verdicts';

export const challengeWords = {
	heading: 'Challenge',
	goalsHeading: 'It is met when',
	takes: (bounds: string, place: string) => `It takes ${bounds} as long as ${place}.`,
	executes: (bounds: string, place: string) =>
		`It executes ${bounds} as many instructions as ${place}.`,
	meters: (label: string, bounds: string, place: string) =>
		`${label}: ${bounds} the amount of ${place}.`,
	atLeast: (least: string) => `at least ${least} times`,
	atMost: (most: string) => `at most ${most} times`,
	between: (least: string, most: string) => `between ${least} and ${most} times`,
	instructions: (most: string) =>
		`It executes at most ${most} instructions per iteration, counted exactly.`,
	result: 'It returns what the original returns.',
	start: 'Start',
	goOn: 'Go on with it',
	from: (label: string) =>
		`Start opens the editor on “${label}”. Run it to have the goals checked.`,
	changedSince: 'You changed it since. Run it to have the goals checked again.',
	setIn: (languages: string) => `The challenge is set in ${languages}.`,
	chooseLanguage: (language: string) => `Do it in ${language}`,
	verdicts: {
		passed: 'Passed.',
		'not-yet': 'Not yet.',
		'too-noisy': 'Too noisy to judge. Run it again in a moment.',
		'not-measured': 'Not measured, so there is no verdict.'
	} satisfies Record<ChallengeResult['verdict'], string>,
	met: {
		yes: 'met',
		no: 'not met',
		'too-noisy': 'too noisy to judge',
		'not-measured': 'not measured'
	} satisfies Record<ChallengeResult['goals'][number]['met'], string>,
	hint: (at: number, all: number) => `Hint ${at} of ${all}`,
	showSolution: 'Show the solution',
	reallyShow: (opened: number, all: number) =>
		opened < all
			? `You have opened ${opened} of ${all} hints. See the solution now?`
			: 'See the solution now?',
	yesShow: 'Yes, show it',
	notYet: 'Not yet',
	solutionHeading: 'The solution',
	solutionOf: (label: string) => `Solution for “${label}”`,
	copy: 'Copy',
	copied: 'Copied.',
	notCopied: 'The browser did not allow it. Select the text and copy it.',
	runSolution: 'Run the solution',
	runSolutionText: 'Puts it into the editor in place of your text, which is kept, and runs it.',
	backToOwn: 'Back to your own',
	besideHeading: 'Beside your own',
	besideOriginal: 'Beside the original, which you have not changed yet',
	yours: 'yours',
	theSolution: 'the solution',
	ratio: 'solution / yours',
	diffOf: (label: string) => `“${label}”: yours and the solution`,
	sameAsOwn: 'Yours is the solution, letter by letter.',
	diff: {
		gone: 'only in yours',
		new: 'only in the solution',
		changes: (gone: number, added: number) =>
			`${gone} ${gone === 1 ? 'line' : 'lines'} only in yours, ${added} only in the solution.`
	},
	numbersLack: {
		both: 'Run yours, then the solution, and the numbers of both stand here.',
		own: 'Run your own text, and the numbers of both stand here.',
		solution: 'Run the solution, and the numbers of both stand here.'
	},
	hideSolution: 'Hide the solution',
	withoutScript: 'Doing it needs JavaScript: the editor and the run.'
} as const;
