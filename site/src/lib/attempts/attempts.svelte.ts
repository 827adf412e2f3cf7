/** The runs of one exercise that this browser has kept. */
import type { Report } from '@cyclelab/runner/schema/report';
import { keepable } from './keepable.ts';
import type { KeptRun } from './kept-run.ts';
import type { RunStore } from './run-store.ts';

export class Attempts {
	#store: RunStore;
	#exercise: string;
	/** The newest first. */
	list = $state.raw<KeptRun[]>([]);
	/** The store was looked at. */
	known = $state(false);

	constructor(exercise: string, store: RunStore) {
		this.#exercise = exercise;
		this.#store = store;
	}

	/** To be called in the browser. */
	async read() {
		this.list = await this.#store.list(this.#exercise);
		this.known = true;
	}

	/** Keeps a finished run, unless it is kept already. */
	async keep(report: Report, guess: number | undefined) {
		const run = keepable(report, guess);
		if (!this.known) await this.read();
		if (this.list.some(({ id }) => id === run.id)) return;
		await this.#store.keep(run);
		await this.read();
	}

	async remove(id: string) {
		await this.#store.remove(id);
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
