/** Shell: a learner's progress in this browser: looked at, saved to a file, read from one, forgotten. */
import type { KeptRun } from '../attempts/kept-run.ts';
import type { RunStore } from '../attempts/run-store.ts';
import { keep, loadAll } from '../ui/storage.ts';
import { isOfLearner, isProgress } from './kinds.ts';
import type { ProgressFile } from './progress-file.ts';

export class Progress {
	#store: RunStore;
	runs = $state.raw<KeptRun[]>([]);
	values = $state.raw<Record<string, string>>({});
	/** This browser was looked at. */
	known = $state(false);

	constructor(store: RunStore) {
		this.#store = store;
	}

	async look() {
		const all = Object.entries(loadAll()).filter(([key]) => isProgress(key));
		this.values = Object.fromEntries(all);
		this.runs = await this.#store.list();
		this.known = true;
	}

	/** What goes into the file. */
	file(at: Date): ProgressFile {
		return {
			format: 'cyclelab-progress',
			version: 1,
			savedAt: at.toISOString(),
			values: this.values,
			runs: this.runs
		};
	}

	/** Adds what a file holds; its values count. */
	async take({ values, runs }: ProgressFile) {
		for (const [key, value] of Object.entries(values)) keep(key, value);
		for (const run of runs) await this.#store.keep(run);
		await this.look();
	}

	async forget() {
		for (const key of Object.keys(loadAll()).filter(isOfLearner)) keep(key, undefined);
		await this.#store.clear();
		await this.look();
	}
}
