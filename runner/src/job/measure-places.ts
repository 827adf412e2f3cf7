/** Shell: executes a measuring plan on the measuring core and says when each place is done. */
import { acceptProcess, nextProcess, type Plan, type PlaceState } from '../measure/plan.ts';
import { readProcess } from '../measure/process.ts';
import type { Rows } from '../measure/rows.ts';
import type { Sandbox } from '../sandbox/command.ts';
import { inForce } from '../sandbox/limits.ts';
import type { FailureFacts } from '../schema/failure.ts';

/**
 * Resolves to the finished plan. `onPlace` hears of every place it finishes. `doubt` says why a process's rows are not to be believed, if so. Rejects with the
 * signal's reason between two processes once it is aborted.
 */
export async function measurePlaces(
	start: Plan,
	sandbox: Sandbox,
	doubt: (rows: Rows, variant: string) => FailureFacts | undefined,
	onPlace: (place: PlaceState) => void,
	signal: AbortSignal
): Promise<Plan> {
	const limits = inForce(start.limits, 'measure');
	const announced = new Set(start.places.flatMap(({ done }, index) => (done ? [index] : [])));
	let plan = start;
	for (let next = nextProcess(plan); next; next = nextProcess(plan)) {
		signal.throwIfAborted();
		const variant = plan.places[next.index]?.place.variant ?? '';
		const output = await sandbox.run(next.command);
		const outcome = readProcess(output, variant, limits, Math.max(1, start.cores.length));
		const failure = outcome.ok ? doubt(outcome.rows, variant) : undefined;
		const { wallMs } = outcome;
		plan = acceptProcess(plan, next.index, failure ? { wallMs, ok: false, failure } : outcome);
		for (const [index, state] of plan.places.entries()) {
			if (!state.done || announced.has(index)) continue;
			announced.add(index);
			onPlace(state);
		}
	}
	return plan;
}
