/**
 * Does the last of several things asked for in quick succession: at once after a key while a budget lasts, after a pause when it
 * is used up. The server lets one address start sixty runs a minute (RUNS_PER_MINUTE), and what is done here are such runs.
 */

/** Quick keys fall closer together than this, ms; the last of them is what counts. */
const pauseMs = 40;
/** The pause in typing that is waited for without a budget, ms. */
const longPauseMs = 300;
/** How many can be done at once, and how many a second become free again: at most 54 in a minute, so that runs remain. */
const most = 12;
const freedEachSecond = 0.7;

export class Debounced {
	#timer: ReturnType<typeof setTimeout> | undefined;
	#left = most;
	#countedAt = performance.now();

	/** @param cost how many requests the action makes, or another does along with it */
	after(action: () => void, cost = 1) {
		this.cancel();
		this.#count();
		const missing = cost - this.#left;
		const wait = missing <= 0 ? pauseMs : Math.max(longPauseMs, (1000 * missing) / freedEachSecond);
		this.#timer = setTimeout(() => {
			this.#count();
			this.#left -= cost;
			this.#timer = undefined;
			action();
		}, wait);
	}

	cancel() {
		clearTimeout(this.#timer);
		this.#timer = undefined;
	}

	get isWaiting(): boolean {
		return this.#timer !== undefined;
	}

	#count() {
		const now = performance.now();
		this.#left = Math.min(most, this.#left + ((now - this.#countedAt) / 1000) * freedEachSecond);
		this.#countedAt = now;
	}
}
