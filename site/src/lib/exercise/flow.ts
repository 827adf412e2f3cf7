/** The way through an exercise: predict, run, compare, explain, challenge; what is done and what comes next. Pure. */

export type FlowStep = 'predict' | 'run' | 'compare' | 'explain' | 'challenge';

export interface Done {
	/** A prediction was committed to, or passed over. */
	predicted: boolean;
	/** A run came to its end. */
	ran: boolean;
	/** Its results may be seen. */
	revealed: boolean;
	/** They were looked at. */
	compared: boolean;
	/** The explanation was looked at. */
	read: boolean;
	/** Absent: there is no challenge in the chosen language. */
	passed: boolean | undefined;
}

type StepState = { step: FlowStep; is: 'done' | 'now' | 'to come' };

/** The steps of an exercise; the first that is not done is the current step. */
export function flowOf({ predicted, ran, revealed, compared, read, passed }: Done): StepState[] {
	const all: [FlowStep, boolean][] = [
		['predict', predicted],
		['run', ran],
		['compare', ran && revealed && compared],
		['explain', read],
		...(passed === undefined ? [] : [['challenge', passed] as [FlowStep, boolean]])
	];
	const now = all.findIndex(([, done]) => !done);
	return all.map(([step, done], i) => ({
		step,
		is: done ? 'done' : i === now ? 'now' : 'to come'
	}));
}

export interface NextStep {
	href: string;
	label: string;
	/** It leads on from what is done. */
	first: boolean;
}

/** Where the bar leads: to the question, to the results and their reasons, at last to the next exercise. */
export function nextSteps(
	{ predicted, ran, revealed, compared, read, passed }: Done,
	{ free, after }: { free: boolean; after: { href: string; title: string } | undefined }
): NextStep[] {
	const to = (href: string, label: string, first = false): NextStep => ({ href, label, first });
	if (free) return ran ? [to('#compare', 'Details')] : [];
	if (!predicted || (ran && !revealed)) return [to('#predict', 'Predict first', true)];
	if (!ran) return [];
	const isThrough = passed !== false;
	return [
		to('#compare', 'Compare', !isThrough && !compared),
		to('#explain', 'Why?', !isThrough && compared && !read),
		...(isThrough ? [] : [to('#challenge', 'Challenge', compared && read)]),
		...(isThrough && after ? [to(after.href, `Next: ${after.title}`, true)] : [])
	];
}
