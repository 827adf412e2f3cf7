/** What of the browser's small values is a learner's progress. Everything else there, such as keys to a workshop, stays. Pure. */
const kinds: ReadonlySet<string> = new Set([
	...['language', 'compiler', 'source', 'own', 'guess'],
	...['hints', 'solution', 'passed', 'ran', 'read']
]);

/** @param key a value's place, `kind:which:...` */
export const isProgress = (key: string): boolean => kinds.has(key.split(':')[0] ?? '');
