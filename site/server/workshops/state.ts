/** The effect of a host's act on a workshop's state, and the stage for which votes count. Pure. */
import type { HostAct } from '../../shared/workshop-host.ts';
import type { WorkshopStep, WorkshopState } from '../../shared/workshop-schema.ts';

export const freshStep: WorkshopStep = { vote: 1, revealed: false, challenge: false };

/** State of a workshop that was just opened. */
export function begin(exercises: readonly string[]): WorkshopState {
	return { at: exercises[0] ?? '', calls: 0, steps: {} };
}

/** The host's progress in an exercise. */
export const stepOf = ({ steps }: WorkshopState, exercise: string): WorkshopStep =>
	steps[exercise] ?? freshStep;

/** @param now milliseconds since 1970 */
export function after(before: WorkshopState, act: HostAct, now: number): WorkshopState {
	const time = new Date(now).toISOString();
	const state = { ...before, since: before.since ?? time };
	const step = stepOf(state, state.at);
	const change = (part: Partial<WorkshopStep>) => ({
		...state,
		steps: { ...state.steps, [state.at]: { ...step, ...part } }
	});
	switch (act.act) {
		case 'go': {
			const { timer: _, ...rest } = state;
			return act.exercise === state.at ? state : { ...rest, at: act.exercise, since: time };
		}
		case 'bring':
			return { ...state, calls: state.calls + 1 };
		case 'vote':
			return change({ vote: act.round, revealed: false });
		case 'reveal':
			return change({ revealed: act.on });
		case 'challenge':
			return change({ challenge: act.on });
		case 'timer': {
			const { timer: _, ...rest } = state;
			if (act.seconds === 0) return rest;
			const endsAt = new Date(now + act.seconds * 1000).toISOString();
			return { ...rest, timer: { endsAt, seconds: act.seconds } };
		}
		case 'measure':
		case 'plan':
		case 'group':
		case 'ask':
		case 'remove':
		case 'floor':
		case 'check':
		case 'end':
			return state;
	}
}
