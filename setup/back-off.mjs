/** When something that died is started again: at once the first time, later when it keeps dying. Pure. */

/** A process that has run this long counts as healthy: the back-off after its next death starts again, ms. */
const settledMs = 60_000;
const pauseMs = { first: 500, longest: 30_000 };

/**
 * @param {number} [most] deaths in a row, each before it had settled, after which it is given up
 * @returns {{ pauseAfter: (livedMs: number) => number | undefined }} pause before the next start, ms; undefined: none
 */
export function createBackOff(most = Infinity) {
	let deaths = 0;
	return {
		pauseAfter(livedMs) {
			deaths = livedMs > settledMs ? 1 : deaths + 1;
			if (deaths >= most) return undefined;
			return Math.min(pauseMs.first * 2 ** (deaths - 1), pauseMs.longest);
		}
	};
}
