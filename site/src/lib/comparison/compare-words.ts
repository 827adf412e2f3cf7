/** The comparison: documented, predicted, measured, claims and doubts. */

export const compareWords = {
	documented: 'documented',
	predicted: 'predicted',
	measured: 'measured',
	documentedMeans: 'what the document reports, on its machine',
	predictedMeans: 'what llvm-mca computes from a model of a processor',
	measuredMeans: 'what a processor took here, now, with its uncertainty',
	beforeRun: 'What the document reports',
	beforeRunText: 'Run it to put the prediction and the measurement beside it.',
	beforeRunNothing: 'The document gives no figures for these loops',
	beforeRunFree: 'Your loops, not run yet',
	beforeGuess: 'The numbers follow your prediction',
	withheld: 'The document’s figures answer the question, so they are shown after your prediction.',
	withheldWithoutScript:
		'A prediction needs JavaScript, which is off here. These are the document’s figures:',
	whileRunning: 'The numbers arrive',
	failedToLoad:
		'The numbers are here, but the part of the page that shows them could not be loaded. Reload the page.',
	noSummary: 'The run ended without a comparison',
	variant: 'variant',
	notGiven: 'not given',
	noClock: 'no clock stated',
	notRun: 'not run yet',
	pending: 'not yet',
	notMeasured: 'not measured',
	noPrediction: 'no prediction',
	hiddenYet: 'hidden',
	edited: 'edited',
	editedCode: 'Edited code.',
	editedText: (labels: string, count: number) =>
		`${labels} ${count === 1 ? 'is' : 'are'} not the exercise’s own. A program can deceive the measurement: read what it does.`,
	sourceOf: (label: string) => `Source of “${label}” in this run`,
	sourceSame: 'The source is now the exercise’s own.',
	sourceDiff: {
		gone: 'only in the exercise',
		new: 'only in this run',
		changes: (gone: number, added: number) =>
			`${gone} ${gone === 1 ? 'line' : 'lines'} only in the exercise, ${added} only in this run.`
	},
	time: 'Time',
	instructions: 'instructions',
	exactly: 'counted exactly',
	notCounted: 'not counted',
	instructionsHeading: 'Instructions per iteration, counted exactly',
	axes: { log: 'log scale', linear: 'linear scale' },
	unpredicted: (sentence: string) => `No prediction: ${sentence}`,
	meterText:
		'The loop reports this itself. As for time, the figure is what one iteration more adds to it.',
	noFigures: 'There is no chart: the document gives no number here, and nothing was measured.',
	samplesKept: (kept: string, aside: string) => `${kept}, ${aside} set aside`,
	modes: (centres: string) => `Several speeds: ${centres}. No single number holds.`,
	rowsSay: (verdict: string, count: number, all: number) =>
		all === 1 ? verdict : `${verdict}: ${count} of ${all} rows`,
	modesBadge: (label: string) => `${label}: several speeds`,
	sharedBadge: (count: number, all: number) =>
		`core shared (†): ${all === 1 ? 'this row' : `${count} of ${all} rows`}`,
	shared:
		'Another program used the same physical core nearly all the time. The loop alone may be faster; run it again in a moment.',
	/** Before a number whose place is still being measured. */
	soFar: 'so far',
	range: (low: string, high: string) => `${low} to ${high}`,
	cycles: 'cycles',
	claimOf: {
		instructions: 'executed instructions',
		code: 'machine code',
		pairs: 'pairs of single samples'
	},
	claimsHeading: 'What is claimed',
	asTable: 'All numbers as a table',
	tableFor: (title: string, unit: string) =>
		`${title}: ${unit}, documented, predicted and measured`,
	plotOf: 'Position on the shared axis',
	kneesHeading: 'Steps found in the measured points',
	knee: (variant: string, from: string, to: string, before: string, after: string) =>
		`${variant}: between ${from} and ${to}, from ${before} to ${after}`,
	kneeNear: (near: string) => `next to ${near}, as the system reports it`,
	kneeAlone: 'no cache of that size is reported',
	chartKeys: 'Arrow keys move through the points.',
	chartKeysLink: 'Arrow keys move through the points; Enter or a click puts one into the address.',
	chartSummary: (measured: number, all: number) => `${measured} of ${all} points measured.`,
	cacheMark: (level: number, size: string) => `L${level} ${size}`
} as const;
