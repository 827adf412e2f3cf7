/** The steps of an exercise. */
import type { FlowStep } from '../flow.ts';

export const flowWords = {
	label: 'Steps of this exercise',
	done: 'done',
	steps: {
		predict: 'Predict',
		run: 'Run',
		compare: 'Compare',
		explain: 'Explain',
		challenge: 'Challenge'
	} satisfies Record<FlowStep, string>
} as const;
