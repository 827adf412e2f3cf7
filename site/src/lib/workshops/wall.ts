/**
 * Shell: what the host's page sends to the wall view, which another window of the same browser shows on a projector. The
 * wall needs no key, and gets no names but those of groups.
 */
import type { HostView } from '../../../shared/workshop-host.ts';
import type { Front } from './front.ts';

export interface WallState {
	/** Without people, without what they asked, and without whose code met the challenge. */
	view: HostView;
	/** Votes in the open vote, and participants. */
	voted: number;
	joined: number;
	front: 'question' | 'code' | 'reasons' | 'groups' | 'program';
	covered: boolean;
	aheadMs: number;
}

/** Of what stands in front of the host, the part that everybody may see; the question in the place of the rest. */
const seen = ['code', 'reasons', 'groups', 'program'] as const;

/** The part of the host's screen that everybody in the room may see. Pure. */
export function wallOf(view: HostView, front: Front, covered: boolean, aheadMs: number): WallState {
	return {
		view: { ...view, people: [], floor: [], solvers: [] },
		voted: view.people.filter((person) => person.voted).length,
		joined: view.people.length,
		front: seen.find((view) => view === front) ?? 'question',
		covered,
		aheadMs
	};
}

const channelOf = (code: string) => new BroadcastChannel(`cyclelab-wall:${code}`);
/** A wall that has just been opened asks for the state. */
const asking = 'state?';

/** The host's end: `send` for each state; walls that open later get the newest. */
export function openHostEnd(code: string) {
	const channel = channelOf(code);
	let newest: WallState | undefined;
	channel.addEventListener('message', ({ data }) => {
		if (data === asking && newest) channel.postMessage(newest);
	});
	return {
		send(state: WallState) {
			newest = state;
			channel.postMessage(state);
		},
		close: () => channel.close()
	};
}

/** The wall's end: `onState` gets each state. Nothing comes while no page of the host is open in this browser. */
export function openWallEnd(code: string, onState: (state: WallState) => void) {
	const channel = channelOf(code);
	channel.addEventListener('message', ({ data }: MessageEvent<WallState | typeof asking>) => {
		if (data !== asking) onState(data);
	});
	channel.postMessage(asking);
	return { close: () => channel.close() };
}
