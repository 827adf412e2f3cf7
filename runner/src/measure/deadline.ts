/** Until when one run may hold the measuring core, by wall clock. Pure, but for the clock it is given. */
import type { Command } from '../sandbox/command.ts';
import type { FailureFacts } from '@cyclelab/contract/schema/failure';
import { budget } from './budget.ts';
import type { Plan, PlaceState } from './plan-state.ts';

export type Deadline = {
	/** The time the run has altogether, ms, as failures name it. */
	limitMs: number;
	/** Of it, ms; negative once it is over. */
	leftMs: () => number;
};

/** Begins now. @param now a clock in ms that only goes forward */
export function startDeadline(limitMs: number, now = () => performance.now()): Deadline {
	const endsAt = now() + limitMs;
	return { limitMs, leftMs: () => endsAt - now() };
}

/** The command with a wall clock that ends with the deadline. Undefined: no time is left for a process. */
export function commandWithin(
	command: Command,
	deadline: Deadline | undefined
): Command | undefined {
	if (!deadline) return command;
	const leftMs = Math.floor(deadline.leftMs());
	if (leftMs < budget.processAtLeastMs) return undefined;
	const { limits } = command;
	return { ...command, limits: { ...limits, wallMs: Math.min(limits.wallMs, leftMs) } };
}

/** The plan when its time is over: what was measured so far stands, each place without a process fails. */
export function outOfTime(plan: Plan, limitMs: number): Plan {
	const ended = (state: PlaceState): PlaceState => {
		const { variant } = state.place;
		const failure: FailureFacts = { kind: 'no-time-left', stage: 'measure', variant, limitMs };
		const done = { ...state, done: true };
		return state.processes.length > 0 ? done : { ...done, failure };
	};
	return { ...plan, places: plan.places.map((state) => (state.done ? state : ended(state))) };
}

/** All copies of a loop take half a minute on a core that is free. */
const copiesMs = 150_000;

/**
 * Within how long the copies of a loop are measured, ms: those of edited code have what measuring it left of the run's time.
 * @param measuredMs how long the run had the measuring core before
 */
export const copiesWithinMs = (isEdited: boolean, measuredMs: number): number =>
	isEdited ? Math.max(0, Math.floor(budget.editedRunMs - measuredMs)) : copiesMs;
