/** Shell: the process groups this program has started and is to leave none of. */

/** @type {Set<number>} */
const groups = new Set();
/** @type {(sign: '+' | '-', group: number) => void} */
let hear = () => {};

/**
 * Notes a child that was spawned `detached`, so that it leads its own group. When the child has ended, the processes that
 * remain in its group are ended too.
 * @param {import('node:child_process').ChildProcess} child
 */
export function noteGroup(child) {
	const { pid } = child;
	if (pid === undefined) return;
	groups.add(pid);
	hear('+', pid);
	child.once('exit', () => {
		signalGroup(pid, 'SIGKILL');
		groups.delete(pid);
		hear('-', pid);
	});
}

/** @param {typeof hear} listener called for each present group now, and at every change */
export function hearGroups(listener) {
	hear = listener;
	for (const group of groups) hear('+', group);
}

/**
 * @param {number | undefined} group
 * @param {NodeJS.Signals} signal
 */
export function signalGroup(group, signal) {
	if (group === undefined) return;
	try {
		process.kill(-group, signal);
	} catch (error) {
		if (/** @type {NodeJS.ErrnoException} */ (error).code !== 'ESRCH') throw error;
	}
}
