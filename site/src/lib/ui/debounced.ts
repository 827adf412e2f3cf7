/** Does the last of several things asked for in quick succession, after a pause. */

/** After a thought the first change is looked at soon, ms; longer than between two quick keys. */
const pauseMs = 120;
/** Pause in typing after which the code is inspected, ms. The server accepts about sixty requests a minute. */
const longPauseMs = 300;
/** For how long after something was done that is so, ms. */
const restMs = 2000;

export class Debounced {
	#timer: ReturnType<typeof setTimeout> | undefined;
	#doneAt = -restMs;

	after(action: () => void) {
		this.cancel();
		const typesOn = performance.now() - this.#doneAt < restMs;
		this.#timer = setTimeout(
			() => {
				this.#doneAt = performance.now();
				action();
			},
			typesOn ? longPauseMs : pauseMs
		);
	}

	cancel() {
		clearTimeout(this.#timer);
	}
}
