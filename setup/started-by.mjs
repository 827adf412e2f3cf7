/** The processes whose end means that this one is to end too: npm, and the shell npm started it with. Pure. */

/**
 * @typedef {object} Facts about a process
 * @property {number} pid
 * @property {number} parent
 * @property {string} began start time in clock ticks since boot: with the pid, it names one process only
 * @property {string} commandLine words separated by spaces
 */

/**
 * Of a text of /proc/<pid>/stat (proc_pid_stat(5)): the name in brackets may hold brackets and spaces itself.
 * @param {string} stat
 * @param {string} commandLine of /proc/<pid>/cmdline
 * @returns {Facts | undefined} undefined if the process has ended and only waits for its parent to ask how
 */
export function factsIn(stat, commandLine) {
	const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
	const [state = 'X', parent] = fields;
	if ('ZX'.includes(state)) return undefined;
	return {
		pid: Number.parseInt(stat, 10),
		parent: Number(parent),
		began: fields[19] ?? '',
		commandLine: commandLine.replaceAll('\0', ' ').trim()
	};
}

/**
 * From the parent upwards. npm runs a script by `sh -c`, which `exec` and some shells replace by the script's own process. Whatever
 * started npm may end: a login shell does, after `npm start &`. Empty where npm did not start us: a shell that ends after
 * `node start.mjs start &` stops nothing either.
 * @param {string | undefined} script npm_lifecycle_script, which processes further down inherit
 * @param {number} parent
 * @param {(pid: number) => Facts | undefined} factsOf
 * @returns {Facts[]}
 */
export function startersOf(script, parent, factsOf) {
	const first = factsOf(parent);
	if (!script?.includes('start.mjs') || !first) return [];
	if (first.commandLine.includes(script)) {
		const npm = factsOf(first.parent);
		return npm ? [first, npm] : [first];
	}
	return /\b(npm|pnpm|yarn|bun)\b/.test(first.commandLine) ? [first] : [];
}

/**
 * Whether all of them are still there. A process whose parent ended has another parent.
 * @param {Facts[]} starters
 * @param {number} parent ours now
 * @param {(pid: number) => Facts | undefined} factsOf
 */
export function areThere(starters, parent, factsOf) {
	let expected = parent;
	return starters.every(({ pid, began }) => {
		const now = factsOf(pid);
		const isThere = pid === expected && now?.began === began;
		expected = now?.parent ?? 0;
		return isThere;
	});
}
