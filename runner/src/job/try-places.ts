/**
 * Shell: what takes the place of measuring under an emulator: one process of the harness at each place, so that its rows,
 * checks and meters are proven. How long anything took is not kept.
 */
import {
	acceptProcess,
	nextProcess,
	startPlan,
	type PlaceState,
	type Plan
} from '../measure/plan.ts';
import { readProcess } from '../measure/process.ts';
import type { Rows } from '../measure/rows.ts';
import type { Sandbox } from '../sandbox/command.ts';
import { inForce } from '../sandbox/limits.ts';
import type { FailureFacts } from '../schema/failure.ts';

/** As `measurePlaces`. A place is done when its process has ended. */
export async function tryPlaces(
	{ places, limits, seed, ...extras }: Plan,
	sandbox: Sandbox,
	doubt: (rows: Rows, variant: string) => FailureFacts | undefined,
	onPlace: (place: PlaceState) => void,
	signal: AbortSignal
): Promise<{ places: PlaceState[] }> {
	const tried: PlaceState[] = [];
	for (const { place } of places) {
		signal.throwIfAborted();
		const plan = startPlan([place], limits, seed, extras);
		const process = nextProcess(plan);
		if (!process) throw new Error('a new plan has something to run');
		const output = await sandbox.run(process.command);
		const cores = Math.max(1, extras.cores.length);
		const outcome = readProcess(output, place.variant, inForce(limits, 'measure'), cores);
		const failure = outcome.ok ? doubt(outcome.rows, place.variant) : undefined;
		const { wallMs } = outcome;
		const ended = acceptProcess(plan, 0, failure ? { wallMs, ok: false, failure } : outcome);
		for (const state of ended.places) {
			const done = { ...state, processes: [], spentMs: 0, done: true };
			tried.push(done);
			onPlace(done);
		}
	}
	return { places: tried };
}
