/** Does the last of several things asked for in quick succession, after a pause. */
export class Debounced {
	#timer: ReturnType<typeof setTimeout> | undefined;
	readonly pauseMs: number;

	constructor(pauseMs: number) {
		this.pauseMs = pauseMs;
	}

	after(action: () => void) {
		this.cancel();
		this.#timer = setTimeout(action, this.pauseMs);
	}

	cancel() {
		clearTimeout(this.#timer);
	}
}
