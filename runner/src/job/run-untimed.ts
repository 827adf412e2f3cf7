/**
 * Shell: what takes the place of measuring under an emulator: one process of the harness at each place, so that its rows,
 * checks and meters are proven. How long anything took is not kept.
 */
import { acceptProcess, nextProcess, startPlan } from '../measure/plan.ts';
import type { PlaceState, Plan } from '../measure/plan-state.ts';
import { readProcess } from '../measure/process.ts';
import type { Rows } from '../measure/rows.ts';
import type { Sandbox } from '../sandbox/command.ts';
import { inForce } from '../sandbox/limits.ts';
import type { FailureFacts } from '../schema/failure.ts';

/** As `measurePlaces`. A place is done when its process has ended. */
export async function runUntimed(
	{ places, limits, seed, ...extras }: Plan,
	sandbox: Sandbox,
	doubt: (rows: Rows, variant: string) => FailureFacts | undefined,
	onPlace: (place: PlaceState) => void,
	signal: AbortSignal
): Promise<{ places: PlaceState[] }> {
	const tried: PlaceState[] = [];
	for (const { place } of places) {
		signal.throwIfAborted();
		let plan = startPlan([place], limits, seed, extras);
		const cores = Math.max(1, extras.cores.length);
		const isOpen = ({ processes, failure }: PlaceState) => processes.length === 0 && !failure;
		for (let next = nextProcess(plan); next && plan.places.some(isOpen); next = nextProcess(plan)) {
			const output = await sandbox.run(next.command);
			const outcome = readProcess(output, place.variant, inForce(limits, 'measure'), cores);
			const failure = outcome.ok ? doubt(outcome.rows, place.variant) : undefined;
			const { wallMs } = outcome;
			plan = acceptProcess(plan, 0, failure ? { wallMs, ok: false, failure } : outcome);
		}
		for (const state of plan.places) {
			const done = { ...state, processes: [], spentMs: 0, done: true };
			tried.push(done);
			onPlace(done);
		}
	}
	return { places: tried };
}
