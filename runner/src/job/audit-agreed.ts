/** What several runs of the observer, or the runs for several parts of a program, lead to. */
import { setTimeout } from 'node:timers/promises';
import type { Audited } from '../measure/audit.ts';
import type { AuditPart, partsOf } from '../measure/audit-parts.ts';
import { endsWhenObserved, type Late } from '../measure/observed.ts';

/** Runs of the observer for one verdict. */
export const runsAtMost = 4;
/** Further ones, for those in which the observer came too late, each after a longer pause: a busy core becomes free. */
const lateAtMost = 6;
export const runsInAll = runsAtMost + lateAtMost;
const pauseMs = 200;
/** Time for all parts of a program without a loop that has nearly all of the work; one that has begun is finished. */
const partsMs = 60_000;
const manyParts =
	'Not checked against a run that is timed: its several loops take too long to observe.';

/** The outcome of one run of the observer. `varies`: another run may observe calls that did what was counted. */
export type Outcome = (Audited & { varies?: true }) | { ended: true } | Late;

/**
 * One run that finds both alike is enough, unless another found a doubt; then two of a kind decide. A run in which the program
 * ended decides nothing, but all of them do, and where the only other run found a doubt, the doubt stands: the program decides
 * when it ends, and no run speaks for it. Runs in which the observer came too late are repeated; where there was such a run, a
 * program that ended in the others is not doubted.
 */
export async function agreed(
	once: () => Promise<Outcome>,
	pause: (ms: number) => Promise<unknown> = setTimeout
): Promise<Audited> {
	const doubts: Audited[] = [];
	const others: Audited[] = [];
	const late: Late[] = [];
	for (let run = 0; run < runsAtMost + Math.min(late.length, lateAtMost); run++) {
		const audited = await once();
		if ('late' in audited) {
			late.push(audited);
			await pause(pauseMs * late.length);
			continue;
		}
		if ('ended' in audited) continue;
		if ('doubt' in audited && audited.proven) return audited;
		('doubt' in audited ? doubts : others).push(audited);
		const checked = others.filter((other) => 'checked' in other);
		const [found] = checked;
		if (found && checked.length > doubts.length) return found;
		const [, second] = doubts;
		if (second) return second;
		if (others.filter((other) => !('varies' in other)).length === 2) break;
	}
	const [lateRun] = late;
	return (
		others[0] ??
		doubts[0] ??
		(lateRun
			? { unchecked: lateRun.unchecked }
			: { doubt: endsWhenObserved(runsAtMost), bound: 'endedWhenObserved' })
	);
}

/**
 * One part that differs is enough for a doubt. If the observer could not watch a part, the result is
 * `whole` if that was checked, else the reason.
 * @param whole what is known of the loop that has most of the work, if one has
 */
export async function agreedParts(
	whole: Audited,
	{ parts, share }: NonNullable<ReturnType<typeof partsOf>>,
	watch: (part: AuditPart) => Promise<Audited>
): Promise<Audited> {
	const end = performance.now() + partsMs;
	let unwatched: Audited | undefined;
	for (const part of parts) {
		const audited = performance.now() > end ? { unchecked: manyParts } : await watch(part);
		if ('doubt' in audited) return audited;
		if ('unchecked' in audited) unwatched ??= audited;
	}
	if (unwatched) return 'checked' in whole ? whole : unwatched;
	const many = parts.length === 1 ? 'part' : `${parts.length} parts`;
	const sentence = `the ${many} of its code with ${Math.floor(share * 100)} % of its instructions ran as often as counted.`;
	return {
		checked:
			'checked' in whole
				? `${whole.checked} In calls that were timed, ${sentence}`
				: `Checked against a run that is timed: ${sentence}`
	};
}
