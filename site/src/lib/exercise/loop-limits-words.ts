/** The limits of a loop, by intervention, on an exercise's page. */
export const loopLimitsWords = {
	heading: 'What does the time depend on?',
	text: (label: string) =>
		`The runner measures changed copies of the loop of “${label}”: one without a chain, one with a register in place of a load, one with an instruction less. What shortens the loop is a limit of it. The limit that the model names stands beside it.`,
	ask: 'Measure changed copies of the loop',
	again: 'Measure the copies again',
	cancel: 'Cancel',
	loading: 'The finding is loaded.',
	failedToLoad:
		'The part of the page that shows the finding could not be loaded. Press the button again.',
	without:
		'The runner sent no finding: its version measures no copies of a loop. Ask its operator to update it.',
	title: (label: string) => `the loop of “${label}”`,
	machine: (processor: string, runner: string, at: string) =>
		`Measured on ${processor} (runner ${runner}), ${at}.`,
	predicted: (id: string, exact: boolean, cycles: string) =>
		`${id}${exact ? '' : ', a model made for another processor,'} predicts ${cycles} cycles of a pass without its jumps.`,
	refusedBy: (id: string, reason: string) => `${id} predicts nothing: ${reason}`,
	alone: (cycles: string, plusMinus: string) =>
		`As a straight line of copies, without jumps and with all data in L1, a pass took ${cycles} ${plusMinus} cycles.`,
	inLoop: (cycles: string) => `In the measured loop, a pass took ${cycles} cycles.`,
	range: (low: string, high: string) => `${low} to ${high}`,
	differs:
		'At some of its points the loop differs from it by more than a tenth: caches, branches or the front end have a part in its time there that a straight line of copies does not show. The finding below is about the straight line.',
	another:
		'That is more than a tenth apart, so another limit decides the loop’s time: its caches, branches, front end, or values that go through memory in another way. What shortens the straight line is no finding about the loop.',
	straightLine: 'What shortens the straight line',
	refused: 'The copies of the loop were not measured.'
} as const;
