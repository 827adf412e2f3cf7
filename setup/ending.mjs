/** Shell: a wish that this program end: a signal, or the end of the npm that started it. */

/** How often we look whether npm is still there, ms. */
const lookMs = 1000;
/** A terminal's Ctrl+C reaches us twice, by the terminal and by npm: what follows the first so soon is no second wish, ms. */
const sameWishMs = 1000;

const controller = new AbortController();
/** Aborted at the first wish; its reason is the signal to pass on to whatever we run. */
export const ending = controller.signal;

/** Notices wishes from now on. A second one ends this program at once; what is left then, the reaper ends. */
export function noticeEndings() {
	let firstAt = 0;
	/** @param {NodeJS.Signals} signal */
	const ask = (signal) => {
		if (ending.aborted) {
			if (performance.now() - firstAt > sameWishMs) process.exit(1);
			return;
		}
		firstAt = performance.now();
		controller.abort(signal);
	};
	for (const signal of /** @type {const} */ (['SIGINT', 'SIGTERM', 'SIGHUP']))
		process.on(signal, () => ask(signal));
	// The terminal, or whatever read what we say, may be gone before we are.
	for (const stream of [process.stdout, process.stderr]) stream.on('error', () => {});
	// Each script of package.json has `exec` before its command, so npm is the parent: when it has ended, the parent is another.
	if (process.env.npm_lifecycle_event === undefined) return;
	const npm = process.ppid;
	const looking = setInterval(() => {
		if (process.ppid === npm) return;
		clearInterval(looking);
		ask('SIGTERM');
	}, lookMs);
	looking.unref();
}
