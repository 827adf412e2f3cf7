/** The runs of one exercise that this browser has kept. */
import type { Report } from '@cyclelab/runner/schema/report';
import { keepable } from './keepable.ts';
import type { KeptRun } from './kept-run.ts';
import type { Shelf } from './shelf.ts';

export class Attempts {
	#shelf: Shelf;
	#exercise: string;
	/** The newest first. */
	list = $state.raw<KeptRun[]>([]);
	/** The shelf was looked at. */
	known = $state(false);

	constructor(exercise: string, shelf: Shelf) {
		this.#exercise = exercise;
		this.#shelf = shelf;
	}

	/** To be called in the browser. */
	async read() {
		this.list = await this.#shelf.list(this.#exercise);
		this.known = true;
	}

	/** Keeps a finished run; one that is there already stays as it is. */
	async keep(report: Report, guess: number | undefined) {
		const run = keepable(report, guess);
		if (!this.known) await this.read();
		if (this.list.some(({ id }) => id === run.id)) return;
		await this.#shelf.keep(run);
		await this.read();
	}

	async remove(id: string) {
		await this.#shelf.remove(id);
		await this.read();
	}

	/** The newest run in which a variant had exactly this source and was measured. */
	of(variant: string, source: string): KeptRun | undefined {
		return this.list.find(({ report }) =>
			report.variants.some(
				(one) =>
					one.id === variant && one.source === source && one.points.some(({ measured }) => measured)
			)
		);
	}
}
