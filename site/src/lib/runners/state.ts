/** A runner's state, in sentences. Pure. */
import { unknownFloor } from '@cyclelab/contract/measure/ratio';
import type { HostFinding } from '@cyclelab/contract/schema/host';
import type { RunnerSummary } from '../../../shared/schema.ts';
import { counted, finePercent, moment } from '../ui/format.ts';
import { lasting } from './history.ts';
import { falseVerdictsText } from '../comparison/measurement.ts';

/** `20 Nov 2026, 14:22 UTC (3 h)`. */
export function since(iso: string, now: number): string {
	return `${moment(iso)} (${lasting(now - Date.parse(iso))})`;
}

/** In two or three words, for the table. */
export function stateName({ state, reason }: RunnerSummary): string {
	if (state !== 'ready') return 'takes no runs';
	return reason === undefined ? 'ready' : 'ready, with a doubt';
}

/** Since when it is ready, or why it is not; and what it doubts. */
export function stateText({ state, reason, stateSince }: RunnerSummary, now: number): string {
	const from = stateSince && since(stateSince, now);
	if (state !== 'ready') {
		const why = reason ?? 'It did not say why.';
		return from ? `Takes no runs since ${from}: ${why}` : `Takes no runs: ${why}`;
	}
	const ready = from ? `Ready since ${from}.` : 'Ready.';
	return reason === undefined ? ready : `${ready} It measures, with a doubt: ${reason}`;
}

/** How small a difference counts, and how that is known. */
export function floorText({ noiseFloor }: RunnerSummary): { claim: string; rests?: string } {
	if (!noiseFloor)
		return {
			claim: `Not known yet: too few pairs of identical code were compared. Until then, a difference below ${finePercent(unknownFloor)} is not claimed.`
		};
	const { relative, pairs, falseVerdicts, at } = noiseFloor;
	return {
		claim: `A difference below ${finePercent(relative)} is not claimed here.`,
		rests: `95 % of ${counted(pairs, 'pair')} of identical code differed by no more; ${falseVerdictsText(falseVerdicts)}. Last pair ${moment(at)}.`
	};
}

/** Findings in groups, the unsafe before the unfit; an empty group is left out. */
export function findingGroups(findings: readonly HostFinding[]) {
	return (['unsafe', 'unfit'] as const)
		.map((severity) => ({
			severity,
			found: findings.filter((finding) => finding.severity === severity)
		}))
		.filter(({ found }) => found.length > 0);
}

/** The page's anchor of a runner. */
export const anchorOf = (id: string) => `runner-${id}`;

export const noRunners =
	'No runner is connected, so nothing can be run. The stories can be read, and runs wait until a runner comes.';
