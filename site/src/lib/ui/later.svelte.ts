/** A part of a page that is downloaded when it is first needed. */
export class Later<Part> {
	#load: () => Promise<Part>;
	#asked = false;
	part = $state.raw<Part>();
	failed = $state(false);

	/** @param given the part, where the page begins with it */
	constructor(load: () => Promise<Part>, given?: Part) {
		this.#load = load;
		this.part = given;
	}

	/** Asks for the part; after a failure the next call asks again. */
	need() {
		if (this.part || this.#asked) return;
		this.#asked = true;
		this.failed = false;
		this.#load().then(
			(part) => (this.part = part),
			() => {
				this.#asked = false;
				this.failed = true;
			}
		);
	}
}
