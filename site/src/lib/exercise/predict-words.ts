/** The question before a run, and the gate in front of the results. */

export const predictWords = {
	predictHeading: 'Predict',
	predictedHeading: 'You predicted',
	guessLabel: 'Your prediction, as a ratio',
	guessTimes: 'times',
	noGuess: 'none yet',
	commit: 'Commit to it',
	revise: 'Change',
	guessWait: 'Run it to see how near you are.',
	guessInside: (value: string, interval: string) =>
		`Measured ${value} (${interval}). Your prediction lies inside the interval.`,
	guessNear: (value: string, interval: string) =>
		`Measured ${value} (${interval}). That is as near as a prediction gets.`,
	guessLow: (value: string, interval: string, factor: string) =>
		`Measured ${value} (${interval}). Your prediction was too low by a factor of ${factor}.`,
	guessHigh: (value: string, interval: string, factor: string) =>
		`Measured ${value} (${interval}). Your prediction was too high by a factor of ${factor}.`,
	misconception: (said: string, idea: string) =>
		`You said ${said}: that is what one expects if ${idea}.`,
	guessUnmeasured: 'The two places of the question were not both measured, so there is no answer.',
	heldHeading: 'Results are hidden',
	heldText: 'The host will show the results to everybody at the same time. Your run is saved.',
	gateHeading: 'First, your prediction',
	gateText:
		'A surprise teaches only someone who expected something else. Commit to a number; the results stay hidden until then.',
	gateTextReady: 'The results are here. Commit to a number to see them.',
	gateGo: 'Go to the question',
	gateSkip: 'Show without predicting'
} as const;
