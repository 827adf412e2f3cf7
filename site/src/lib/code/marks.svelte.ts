/** The place in a kept run's code that the page's address names: read from there, or chosen line by line. */
import { topIn } from '../ui/keyboard.ts';
import { fragmentOf, isIn, marked, markIn, type MarkedLine, type CodeMark } from './mark.ts';

export class Marks {
	#mark = $state.raw<CodeMark>();
	/** The address named it, so it is to be brought into view; what was chosen is in view already. */
	#arrived = $state(false);
	mark = $derived(this.#mark);
	fragment = $derived(this.#mark && fragmentOf(this.#mark));

	/** Takes up what an address names. */
	read(fragment: string) {
		this.#mark = markIn(fragment);
		this.#arrived = this.#mark !== undefined;
	}

	choose(line: MarkedLine, extend: boolean) {
		this.#mark = marked(line, extend ? this.#mark : undefined);
		this.#arrived = false;
	}

	clear() {
		this.#mark = undefined;
	}

	has(line: MarkedLine, hot = false): boolean {
		return this.#mark?.pane === 'loop' ? line.pane === 'asm' && hot : isIn(this.#mark, line);
	}

	/** Brings the marked rows of a pane into view, once they are there, if the address asked for them. */
	show = (grid: HTMLElement) => {
		if (!this.#mark || !this.#arrived) return;
		const row = grid.querySelector<HTMLElement>('tr.marked');
		const pane = row?.closest<HTMLElement>('.scroll');
		if (!row || !pane) return;
		pane.scrollTop = Math.max(0, topIn(pane, row) - pane.clientHeight / 3);
		pane.scrollIntoView({ block: 'center' });
	};
}
