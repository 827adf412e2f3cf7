/** An exercise's text: where it comes from, and its explanation. */

export const storyWords = {
	opened: (title: string) => `These kernels are the loop “${title}” of the self-test.`,
	after: (author: string, title: string, place: string) => `After ${author}, “${title}”, ${place}`,
	ours: (title: string, place: string) => `${title}, ${place}`,
	measuredOn: (machines: string) => `Measured on ${machines}.`,
	explainHeading: 'Explain',
	explainFree: 'How to write a kernel',
	explainReveal: 'What is going on',
	needs: (seconds: number, memory: string, cores: number) =>
		[
			`Takes about ${seconds} s`,
			memory,
			...(cores === 1 ? [] : [cores === 2 ? 'two cores to itself' : `${cores} cores to itself`])
		].join(', ') + '.',
	buildsOn: 'Builds on',
	elsewhereHeading: 'On other machines',
	neighbours: 'The path through the exercises',
	before: 'Before',
	next: 'Next',
	last: 'That was the last one',
	allExercises: 'All exercises'
} as const;

export const pictureWords = {
	text: ({ of, to }: { of: string; to: string }) =>
		`A bar for “${to}”, and a bar of unknown length for “${of}”.`
} as const;
