/** The states of a run, from the request to the page. */
export const runStates = ['queued', 'running', 'finished', 'failed', 'cancelled'] as const;

const ends: readonly string[] = [
	'finished',
	'failed',
	'cancelled'
] satisfies (typeof runStates)[number][];

/** Whether a run is over: in this state, or after an event of this type, which is named like the state it leads to. */
export const isOver = (stateOrEvent: string): boolean => ends.includes(stateOrEvent);
