/** The way through an exercise: predict, run, compare, explain, challenge; what is done and what comes next. Pure. */

export type FlowStep = 'predict' | 'run' | 'compare' | 'explain' | 'challenge';

export interface Done {
	/** A prediction was committed to, or passed over. */
	predicted: boolean;
	/** A run came to its end. */
	ran: boolean;
	/** Its results may be seen. */
	revealed: boolean;
	/** The explanation was opened. */
	read: boolean;
	/** Absent: there is no challenge in the chosen language. */
	passed: boolean | undefined;
}

export type StepState = { step: FlowStep; is: 'done' | 'now' | 'to come' };

/** The steps of an exercise; the first that is not done is the current step. */
export function flowOf({ predicted, ran, revealed, read, passed }: Done): StepState[] {
	const all: [FlowStep, boolean][] = [
		['predict', predicted],
		['run', ran],
		['compare', ran && revealed],
		['explain', read],
		...(passed === undefined ? [] : [['challenge', passed] as [FlowStep, boolean]])
	];
	const now = all.findIndex(([, done]) => !done);
	return all.map(([step, done], i) => ({
		step,
		is: done ? 'done' : i === now ? 'now' : 'to come'
	}));
}
