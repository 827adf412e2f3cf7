/** Whether a learner received a run's complete history across all connections. Pure. */
import type { ObservedRun } from './learner.ts';

/**
 * The received numbers are 1, 2, ... They restart at 1 only if a killed site lost an event that the learner had received:
 * the final history then does not have the id of the last event received before.
 */
export function isComplete({ received }: ObservedRun): boolean {
	let ids: string[] = [];
	const lost: string[] = [];
	for (const { seq, id } of received) {
		if (seq === undefined || id === undefined) continue;
		if (seq === 1) {
			lost.push(...ids.slice(-1));
			ids = [];
		}
		if (seq !== ids.length + 1) return false;
		ids.push(id);
	}
	return lost.every((id) => !ids.includes(id));
}
