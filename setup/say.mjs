/** Set-up's messages to the person who started it: one sentence before each step that takes time. */

/** During a longer step the seconds so far are printed this often, ms. */
const everyMs = 15_000;

/** A set-up that cannot go on, in a sentence a person can act on. Printed without a stack. */
export class SetupError extends Error {}

/** @param {string} sentence */
export function say(sentence) {
	process.stdout.write(`${sentence}\n`);
}

/**
 * Announces an action, performs it, and prints its time if it took long.
 * @template T
 * @param {string} sentence
 * @param {() => Promise<T>} action
 * @returns {Promise<T>}
 */
export async function step(sentence, action) {
	say(`• ${sentence}`);
	const began = performance.now();
	const soFar = () => (performance.now() - began) / 1000;
	const telling = setInterval(() => say(`  ${soFar().toFixed(0)} s so far`), everyMs);
	try {
		const result = await action();
		const seconds = soFar();
		if (seconds >= 1) say(`  done in ${seconds.toFixed(seconds < 10 ? 1 : 0)} s`);
		return result;
	} finally {
		clearInterval(telling);
	}
}
