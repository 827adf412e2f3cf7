/** What stands in front on the host's screen, and what brings something else there. Pure. */
import type { HostView } from '../../../shared/workshop-host.ts';

/**
 * The question with its votes and results; how to join, in large letters; the programs of the question; reasons by answer; groups; who is where; the
 * questions from the room; the plan; or the code of a participant, by number.
 */
export type Front =
	| 'question'
	| 'code'
	| 'program'
	| 'reasons'
	| 'groups'
	| 'people'
	| 'floor'
	| 'plan'
	| { codeOf: number };

const stepOf = ({ state }: HostView) => state.steps[state.at];

/**
 * What a new view brings to the front by itself, whichever machine of the host caused it; undefined if the screen stays as
 * it is. The first vote brings the question in the place of how to join, which stays small in a corner.
 */
export function broughtForward(before: HostView, after: HostView, front: Front): Front | undefined {
	const hasVotes = ({ people }: HostView) => people.some(({ voted }) => voted);
	if (front === 'code' && !hasVotes(before) && hasVotes(after)) return 'question';
	if (before.state.at !== after.state.at) return 'question';
	const [old, now] = [stepOf(before), stepOf(after)];
	const isNewStep =
		old?.revealed !== now?.revealed ||
		old?.challenge !== now?.challenge ||
		(old?.vote ?? 1) !== (now?.vote ?? 1);
	// A measurement begins, or the room sees its result. Runs of participants end at any time, and change nothing.
	const isMeasured = after.measuring !== before.measuring && (after.measuring || now?.revealed);
	if (isNewStep || isMeasured) return 'question';
	if (after.groups.length > 0 && before.groups.length === 0) return 'groups';
	const shows = (view: HostView, number: number) =>
		view.people.some((person) => person.number === number && person.code === 'shown');
	const fresh = after.people.find(({ number, code }) => code === 'shown' && !shows(before, number));
	return fresh && { codeOf: fresh.number };
}

export const withoutScript = 'Opening and joining a workshop needs JavaScript.';
