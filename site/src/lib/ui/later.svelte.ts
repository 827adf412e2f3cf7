/** A part of a page that is downloaded when it is first needed. */
export class Later<Part> {
	#load: () => Promise<Part>;
	#loading: Promise<void> | undefined;
	part = $state.raw<Part>();
	failed = $state(false);

	/** @param given the part, where the page begins with it */
	constructor(load: () => Promise<Part>, given?: Part) {
		this.#load = load;
		this.part = given;
	}

	/** Asks for the part; after a failure the next call asks again. */
	need() {
		void this.loaded();
	}

	/** As `need`; ends when the part is here, or could not be loaded. */
	loaded(): Promise<void> {
		if (this.part) return Promise.resolve();
		if (this.#loading) return this.#loading;
		this.failed = false;
		this.#loading = this.#load().then(
			(part) => {
				this.part = part;
			},
			() => {
				this.#loading = undefined;
				this.failed = true;
			}
		);
		return this.#loading;
	}
}
