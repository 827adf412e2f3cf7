/** What set-up tells the person who started it: one sentence before each step that takes time. */

/** A set-up that cannot go on, in a sentence a person can act on. Printed without a stack. */
export class SetupError extends Error {}

/** @param {string} sentence */
export function say(sentence) {
	process.stdout.write(`${sentence}\n`);
}

/**
 * Says what is about to happen, does it, and says how long it took if anybody had to wait.
 * @template T
 * @param {string} sentence
 * @param {() => Promise<T>} action
 * @returns {Promise<T>}
 */
export async function step(sentence, action) {
	say(`• ${sentence}`);
	const began = performance.now();
	const result = await action();
	const seconds = (performance.now() - began) / 1000;
	if (seconds >= 1) say(`  done in ${seconds.toFixed(seconds < 10 ? 1 : 0)} s`);
	return result;
}
