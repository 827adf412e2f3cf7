/** Which source line is linked to which instructions, in one variant: hover shows, click and Enter pin. */

export class LineLink {
	#tints: () => ReadonlyMap<number, string>;
	#hovered = $state<number>();
	#pinned = $state<number>();
	/** The line both panes highlight. */
	line = $derived(this.#hovered ?? this.#pinned);
	pinned = $derived(this.#pinned);

	/** @param tints the colours of lines, where they stay on */
	constructor(tints: () => ReadonlyMap<number, string>) {
		this.#tints = tints;
	}

	/** Classes of coloured lines. */
	get tints(): ReadonlyMap<number, string> {
		return this.#tints();
	}

	hover(line: number | undefined) {
		this.#hovered = line;
	}

	/** Pins a line, or lets go of it when it is the pinned one. */
	pin(line: number | undefined) {
		this.#pinned = this.#pinned === line ? undefined : line;
		this.#hovered = undefined;
	}

	clear() {
		this.#hovered = undefined;
		this.#pinned = undefined;
	}
}
