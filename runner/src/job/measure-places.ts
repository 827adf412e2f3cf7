/** Shell: executes a measuring plan on the measuring core and reports each finished place. */
import { commandWithin, outOfTime, type Deadline } from '../measure/deadline.ts';
import { acceptProcess, nextProcess, shownEarly, startPlan } from '../measure/plan.ts';
import type { Plan, PlaceState } from '../measure/plan-state.ts';
import { readProcess } from '../measure/process.ts';
import type { Rows } from '../measure/rows.ts';
import type { Sandbox } from '../sandbox/command.ts';
import { inForce } from '../sandbox/limits.ts';
import type { FailureFacts } from '../schema/failure.ts';

/**
 * Resolves to the finished plan. `onPlace` is called for every finished place, and before the first of them is finished once
 * for each place that has numbers already. `doubt` returns why a process's rows are not to
 * be believed, if so. A process that still runs at the `deadline` is killed, and the places left are given up. Rejects
 * with the signal's reason between two processes once it is aborted.
 */
export async function measurePlaces(
	start: Plan,
	sandbox: Sandbox,
	doubt: (rows: Rows, variant: string) => FailureFacts | undefined,
	onPlace: (place: PlaceState) => void,
	signal: AbortSignal,
	deadline?: Deadline
): Promise<Plan> {
	const limits = inForce(start.limits, 'measure');
	const announced = new Set(start.places.flatMap(({ done }, index) => (done ? [index] : [])));
	const early = new Set(
		start.places.flatMap(({ place, processes }) => (processes.length > 0 ? [place] : []))
	);
	let plan = start;
	for (let next = nextProcess(plan); next; next = nextProcess(plan)) {
		signal.throwIfAborted();
		const variant = plan.places[next.index]?.place.variant ?? '';
		const command = commandWithin(next.command, deadline);
		const output = command && (await sandbox.run(command));
		const isCut = output?.timedOut && command && command.limits.wallMs < start.limits.wallMs;
		if (deadline && (!output || isCut)) plan = outOfTime(plan, deadline.limitMs);
		else if (output) {
			const outcome = readProcess(output, variant, limits, Math.max(1, start.cores.length));
			const failure = outcome.ok ? doubt(outcome.rows, variant) : undefined;
			const { wallMs } = outcome;
			plan = acceptProcess(plan, next.index, failure ? { wallMs, ok: false, failure } : outcome);
		}
		for (const state of shownEarly(plan)) {
			if (early.has(state.place)) continue;
			early.add(state.place);
			onPlace(state);
		}
		for (const [index, state] of plan.places.entries()) {
			if (!state.done || announced.has(index)) continue;
			announced.add(index);
			onPlace(state);
		}
	}
	return plan;
}

/**
 * What takes the place of measuring under an emulator: one process of the harness at each place, so that its rows, checks and
 * meters are proven. How long anything took is not kept. As `measurePlaces`; a place is done when its process has ended.
 */
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
