/** A runner's state, in sentences. Pure. */
import { unknownFloor } from '@cyclelab/runner/ratio';
import type { HostFinding } from '@cyclelab/runner/schema/host';
import type { RunnerSummary } from '../../../shared/schema.ts';
import { counted, finePercent, moment } from '../ui/format.ts';
import { howWords } from '../comparison/how-words.ts';
import { runnerWords as words } from './runner-words.ts';
import { lasting } from './span.ts';

/** `20 Nov 2026, 14:22 UTC (3 h)`. */
export function since(iso: string, now: number): string {
	return words.ago(moment(iso), lasting(now - Date.parse(iso)));
}

/** In two or three words, for the table. */
export function stateName({ state, reason }: RunnerSummary): string {
	if (state !== 'ready') return words.takesNone;
	return reason === undefined ? words.ready : words.readyDoubt;
}

/** Since when it is ready, or why it is not; and what it doubts. */
export function stateText({ state, reason, stateSince }: RunnerSummary, now: number): string {
	const from = stateSince && since(stateSince, now);
	if (state !== 'ready') {
		const why = reason ?? words.noReason;
		return from ? words.degradedSince(from, why) : words.degradedNow(why);
	}
	const ready = from ? words.readySince(from) : words.readyNow;
	return reason === undefined ? ready : `${ready} ${words.doubt(reason)}`;
}

/** How small a difference counts, and how that is known. */
export function floorText({ noiseFloor }: RunnerSummary): { claim: string; rests?: string } {
	if (!noiseFloor) return { claim: words.floorUnknown(finePercent(unknownFloor)) };
	const { relative, pairs, falseVerdicts, at } = noiseFloor;
	return {
		claim: words.notClaimed(finePercent(relative)),
		rests: words.floorRests(
			counted(pairs, 'pair'),
			howWords.noiseFloorWrong(falseVerdicts),
			moment(at)
		)
	};
}

/** Findings in groups, the unsafe before the unfit; an empty group is left out. */
export function findingGroups(findings: readonly HostFinding[]) {
	return (['unsafe', 'unfit'] as const)
		.map((severity) => ({ severity, found: findings.filter((one) => one.severity === severity) }))
		.filter(({ found }) => found.length > 0);
}

/** The page's anchor of a runner. */
export const anchorOf = (id: string) => `runner-${id}`;
