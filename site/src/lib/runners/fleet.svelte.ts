/** The connected runners, polled while the page is visible. */
import type { Calibration } from '@cyclelab/contract/schema/gateway';
import type { RunnerSummary } from '../../../shared/schema.ts';

/** The parts of the API this needs; tests pass plain functions. */
interface FleetApi {
	runners(): Promise<RunnerSummary[]>;
	calibrations(runner: string): Promise<Calibration[]>;
}

interface FleetData {
	runners: RunnerSummary[];
	/** Of the connected runners, by their names, the oldest first. */
	histories: Record<string, Calibration[]>;
	/** Milliseconds since 1970 at which all this was read. */
	now: number;
}

export class Fleet {
	#api: FleetApi;
	runners = $state.raw<RunnerSummary[]>([]);
	histories = $state.raw<FleetData['histories']>({});
	/** When the list was read. */
	now = $state(0);
	/** The site did not answer the last time. */
	lost = $state(false);

	constructor(api: FleetApi, { runners, histories, now }: FleetData) {
		this.#api = api;
		[this.runners, this.histories, this.now] = [runners, histories, now];
	}

	/** Reads the list, and the histories to which something was added. */
	async refresh(now = Date.now()): Promise<void> {
		try {
			const runners = await this.#api.runners();
			const stale = runners.filter(
				({ id, calibratedAt }) =>
					calibratedAt !== undefined && this.histories[id]?.at(-1)?.at !== calibratedAt
			);
			const fresh = await Promise.all(
				stale.map(async ({ id }) => [id, await this.#api.calibrations(id)] as const)
			);
			this.histories = { ...this.histories, ...Object.fromEntries(fresh) };
			[this.runners, this.now, this.lost] = [runners, now, false];
		} catch {
			this.lost = true;
		}
	}
}
