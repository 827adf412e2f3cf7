/** What stands in front on the host's screen, and what brings something else there. Pure. */
import type { HostView } from '../../../shared/workshop-host.ts';

/**
 * The question with its votes and results; how to join, in large letters; reasons by answer; groups; who is where; the
 * questions from the room; the plan; or the code of a participant, by number.
 */
export type Front =
	| 'question'
	| 'code'
	| 'reasons'
	| 'groups'
	| 'people'
	| 'floor'
	| 'plan'
	| { codeOf: number };

const stepOf = ({ state }: HostView) => state.steps[state.at];

/**
 * What a new view brings to the front by itself, whichever machine of the host caused it; undefined if the screen stays as
 * it is.
 */
export function broughtForward(before: HostView, after: HostView): Front | undefined {
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
		view.people.some((one) => one.number === number && one.code === 'shown');
	const fresh = after.people.find(({ number, code }) => code === 'shown' && !shows(before, number));
	return fresh && { codeOf: fresh.number };
}
