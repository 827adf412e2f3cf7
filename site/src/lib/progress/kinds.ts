/** What of the browser's small values is a learner's progress. Everything else there, such as keys to a workshop, stays. Pure. */
const kinds: ReadonlySet<string> = new Set([
	'language',
	'compiler',
	'source',
	'own',
	'guess',
	'hints',
	'solution',
	'passed',
	'ran',
	'compared',
	'read',
	'result',
	'answer'
]);

const kindOf = (key: string): string => key.split(':')[0] ?? '';

/** @param key a value's place, `kind:which:...` */
export const isProgress = (key: string): boolean => kinds.has(kindOf(key));

/** What goes with the progress when it is forgotten: also the run that an exercise would come back to. */
export const isOfLearner = (key: string): boolean => isProgress(key) || kindOf(key) === 'run';
