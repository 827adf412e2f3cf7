/** How often `cyclelab compare --at-most` would call identical code too slow. Pure. */
import { limitStatus, status } from '../../../site/client/status.mjs';
import type { Table } from '../section.ts';

/** The limit of docs/review.md: a ratio of the second version to the first. */
const limit = 1.02;

export type AlarmDecision = 'alarm' | 'kept' | 'undecided';

/** As the client decides by the interval that the site judged. */
export function decisionOf(judged: { low: number; high: number } | undefined): AlarmDecision {
	const code = limitStatus([judged], limit);
	return code === status.notSo ? 'alarm' : code === status.good ? 'kept' : 'undecided';
}

/** Largest rate of alarms that 0 of so many independent comparisons leave possible, at 95 % confidence (0.05 = (1 - rate)^n). */
const possibleRate = (comparisons: number) => 1 - 0.05 ** (1 / comparisons);

export const alarmTable = (decisions: readonly AlarmDecision[]): Table => ({
	headings: [`compare --at-most ${limit}`, 'comparisons', 'false alarms', 'kept', 'undecided'],
	rows: [
		[
			'measured',
			`${decisions.length}`,
			...(['alarm', 'kept', 'undecided'] as const).map(
				(decision) => `${decisions.filter((other) => other === decision).length}`
			)
		]
	]
});

export function alarmNote(decisions: readonly AlarmDecision[]): string {
	const alarms = decisions.filter((decision) => decision === 'alarm').length;
	const rate = `${(100 * possibleRate(decisions.length)).toFixed(2)} %`;
	return alarms === 0 && decisions.length > 0
		? `0 of ${decisions.length} comparisons were false alarms: at 95 % confidence the rate is below ${rate}; below 0.1 % needs 2,995 comparisons.`
		: `${alarms} of ${decisions.length} comparisons were false alarms; target: at most 1 in 1,000.`;
}
