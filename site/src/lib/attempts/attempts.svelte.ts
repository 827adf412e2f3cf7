/** The runs of one exercise that this browser has kept. */
import type { Report } from '@cyclelab/contract/schema/report';
import type { KeptRun } from './kept-run.ts';
import type { RunStore } from './run-store.ts';
import { defined } from '@cyclelab/contract/defined';
import { chooseSamples } from '@cyclelab/contract/measure/alone';
import { cyclesPerIteration } from '@cyclelab/contract/measure/sample-cost';
import { placeKey } from '../comparison/pairs.ts';

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
				(ran) =>
					ran.id === variant && ran.source === source && ran.points.some(({ measured }) => measured)
			)
		);
	}
}

/** Digits that a kept sample has: more than any table shows. */
const digits = 5;

/** @param guess the learner's prediction, if there was one */
export function keepable(report: Report, guess: number | undefined): KeptRun {
	const places = report.variants.flatMap(({ id, points }) =>
		points.flatMap(({ parameters, measured }) => {
			if (!measured || measured.raw.length === 0) return [];
			const { used } = chooseSamples(measured.raw);
			const cycles = used.map((sample) => Number(cyclesPerIteration(sample).toPrecision(digits)));
			return [[placeKey(id, parameters), cycles] as const];
		})
	);
	return {
		version: 1,
		id: report.run,
		...defined({ guess }),
		report: {
			...report,
			variants: report.variants.map(({ representations: _, ...variant }) => ({
				...variant,
				points: variant.points.map((point) =>
					point.measured ? { ...point, measured: { ...point.measured, raw: [] } } : point
				)
			}))
		},
		samples: Object.fromEntries(places)
	};
}
