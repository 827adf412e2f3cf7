/** Runs that the browser keeps, and two of them side by side. */
import type { ChallengeResult } from '@cyclelab/runner/schema/verdicts';

export const attemptWords = {
	heading: 'Your attempts',
	of: (title: string) => `Your attempts at ${title}`,
	text: (most: number) =>
		`Every run you make is kept in this browser: code, numbers, machine. The newest ${most} of an exercise stay.`,
	none: 'No run of this exercise is kept in this browser yet. Run it, and it appears here.',
	looking: 'Looking into this browser’s memory.',
	withoutScript: 'The list is kept in your browser and needs JavaScript.',
	back: 'Back to the exercise',
	all: (count: number) => (count === 1 ? 'Your attempts (1)' : `Your attempts (${count})`),
	takenUp: (at: string) => `Taken up where you left it: your run of ${at}.`,
	compareWithLast: 'Compare with your last attempt',
	choose: 'Choose two',
	first: 'First',
	second: 'Second',
	firstOf: (name: string) => `First: ${name}`,
	secondOf: (name: string) => `Second: ${name}`,
	when: 'When',
	what: 'What was run',
	where: 'Machine',
	found: 'What it found',
	predicted: 'You predicted',
	noGuess: 'nothing',
	unchanged: 'as given',
	changed: (labels: string) => `changed: ${labels}`,
	open: 'Open',
	remove: 'Remove',
	removeOf: (name: string) => `Remove the attempt of ${name}`,
	notMeasured: 'not measured',
	challenge: (verdict: string) => `Challenge: ${verdict}`,
	verdicts: {
		passed: 'passed',
		'not-yet': 'not yet',
		'too-noisy': 'too noisy to judge',
		'not-measured': 'not measured'
	} satisfies Record<ChallengeResult['verdict'], string>,
	inEither: ['in the first run', 'in the second'],
	compareHeading: 'Two attempts side by side',
	needTwo: 'Choose two different attempts to compare them.',
	cyclesAnIteration: 'Cycles per iteration',
	otherTimes:
		'The two were measured at different times. An interval knows the luck of its own run only; to be sure of a small difference, measure both in one run.',
	otherMachines: (first: string, second: string) =>
		`They ran on different processors, ${first} and ${second}: a ratio of cycles compares the processors as well as the code.`,
	floor: (floor: string) =>
		`A difference below ${floor}, the noise floor of these runners, is not claimed.`,
	sourceHeading: (label: string) => `Source of ${label}`,
	assemblyHeading: (label: string) => `Assembly of ${label}`,
	sourceSame: 'The source is the same in both.',
	assemblySame: 'The machine code is the same in both.',
	noAssembly: 'One of the two has no assembly to compare.',
	samplesHeading: (label: string) => `Samples of ${label}`,
	samplesText:
		'The height is the part of a run’s samples that lies there; the bar is the 95 % interval of the median.',
	samplesOf: (name: string, count: string, middle: string, low: string, high: string) =>
		`${name}: ${count}, median ${middle}, half of them between ${low} and ${high}`,
	beyond: (name: string, count: string) => `${name}: ${count} lie beyond the ends.`,
	noSamples: 'Neither of the two has samples of it.',
	variant: 'Variant to look into'
} as const;
