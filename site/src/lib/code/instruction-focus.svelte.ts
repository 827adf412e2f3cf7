/** Which instruction of a listing is explained: under the pointer or the focus for a moment, or tapped. Shell: timers, and loads what explains. */
import { Later } from '../ui/later.svelte.ts';

/** Milliseconds: so long a pointer or the focus rests before the explanation covers something, or is away before it goes. */
const rest = 350;

interface ListedRow {
	row: HTMLElement;
	/** Its place in the listing, from 0. */
	at: number;
}

export class InstructionFocus {
	#shown = $state.raw<ListedRow>();
	readonly #help = new Later(async () => (await import('./InstructionHelp.svelte')).default);
	/** The element's id of what explains. */
	readonly #helpId: string;
	/** The row over whose instruction the pointer is: a closed explanation stays closed until the pointer was elsewhere. */
	#pointed: HTMLElement | undefined;
	/** The row that is explained soon. */
	#next: ListedRow | undefined;
	#showing: ReturnType<typeof setTimeout> | undefined;
	#leaving: ReturnType<typeof setTimeout> | undefined;

	constructor(helpId: string) {
		this.#helpId = helpId;
	}

	get row(): HTMLElement | undefined {
		return this.#shown?.row;
	}
	get at(): number | undefined {
		return this.#shown?.at;
	}
	/** Undefined until it is loaded. */
	get Help() {
		return this.#help.part;
	}

	/** The pointer moved. (It rests where a layout moves another row under it; what the keyboard chose stays then.) */
	point(event: PointerEvent, under: ListedRow | undefined): void {
		if (event.pointerType !== 'mouse') return;
		const isOver = event.target instanceof Element && event.target.closest('code') !== null;
		const pointed = isOver ? under : undefined;
		if (pointed?.row === this.#pointed) return;
		this.#rest(pointed);
		this.#pointed = pointed?.row;
	}

	/** The focus came to a row. */
	focus(under: ListedRow | undefined): void {
		this.#rest(under?.row.matches(':focus-visible') ? under : undefined);
	}

	#rest(under: ListedRow | undefined): void {
		if (!under) {
			this.leave();
			return;
		}
		this.#stop();
		this.#next = under;
		this.#showing = setTimeout(() => this.#show(under), rest);
	}

	/** A tap explains; a click is about the link to the source, and what is explained would be in its way. */
	press(event: Event, under: ListedRow): void {
		if (event instanceof PointerEvent && event.pointerType === 'touch') this.#show(under);
		else this.close();
	}

	/** The pointer or the focus is elsewhere: the explanation goes, unless the keyboard is on its row, or either is in it. */
	leave(): void {
		this.#pointed = undefined;
		if (!this.#next?.row.matches(':focus-visible')) this.#cancel();
		clearTimeout(this.#leaving);
		this.#leaving = setTimeout(() => {
			const isHeld = document.getElementById(this.#helpId)?.matches(':hover, :focus-within');
			if (!isHeld && !this.row?.matches(':focus-visible')) this.#shown = undefined;
		}, rest);
	}

	close(): void {
		this.#stop();
		this.#shown = undefined;
	}

	#show(under: ListedRow): void {
		this.#stop();
		this.#shown = under;
		this.#help.need();
	}

	#cancel(): void {
		clearTimeout(this.#showing);
		this.#next = undefined;
	}

	#stop(): void {
		this.#cancel();
		clearTimeout(this.#leaving);
	}
}
