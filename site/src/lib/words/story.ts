/** An exercise's text: where it comes from, and its explanation. */
import type { Facts } from '@cyclelab/exercises/schema';

export const storyWords = {
	after: (author: string, title: string, place: string) => `After ${author}, “${title}”, ${place}`,
	documentOf: ({ number, author, title }: Facts['document']) =>
		number ? `${author}, “${title}”` : title,
	ours: (title: string, place: string) => `${title}, ${place}`,
	measuredOn: (machines: string) => `Measured on ${machines}.`,
	explainHeading: 'Explain',
	explainReveal: 'What is going on',
	needs: (seconds: number, memory: string, cores: number) =>
		[
			`Takes about ${seconds} s`,
			memory,
			...(cores === 1 ? [] : [cores === 2 ? 'two cores to itself' : `${cores} cores to itself`])
		].join(', ') + '.',
	elsewhereHeading: 'On other machines',
	neighbours: 'The path through the exercises',
	before: 'Before',
	next: 'Next',
	last: 'That was the last one',
	allExercises: 'All exercises'
} as const;
