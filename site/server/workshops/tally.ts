/** Votes, measurements and solved challenges of a workshop for one exercise. Pure. */
import { believedIn } from './believed.ts';
import type { Room, VoteRow } from './room.ts';
import type { Confidence, Confidences } from '../../shared/workshop-people.ts';
import type { Solver } from '../../shared/workshop-host.ts';
import type { Checked, RoomResult, RunResult, Tally } from '../../shared/workshop-results.ts';

/** Votes and measurements of a workshop for one exercise. */
export function tallyOf({ votes, runs, exercises }: Room, exercise: string): Tally {
	const inRound = (round: number) =>
		votes.filter((vote) => vote.exercise === exercise && vote.round === round);
	const [first, second] = [inRound(1), inRound(2)];
	const ratios = (of: VoteRow[]) => of.map(({ ratio }) => ratio);
	const own = runs.filter((run) => run.exercise === exercise && run.result);
	const runsOf = (are: (result: RunResult) => boolean) =>
		new Set(own.filter(({ result }) => result && are(result)).map(({ run }) => run)).size;
	const checks = [...solutionsOf(runs, exercise).values()].map(({ checked }) => checked);
	const checkedAs = (as: Checked) => checks.filter((one) => one === as).length;
	const results = new Map<string, RoomResult>();
	for (const { run, result } of own) {
		if (!result?.answer || result.edited) continue;
		const { edited: _, verdict: __, failure: ___, answer, ...rest } = result;
		const people = (results.get(run)?.people ?? 0) + 1;
		results.set(run, { run, ...rest, answer, people });
	}
	const voted = { first: ratios(first), second: ratios(second), results: [...results.values()] };
	const asked = exercises.find(({ slug }) => slug === exercise);
	return {
		...voted,
		confidence: { first: confidencesOf(first), second: confidencesOf(second) },
		misconceptions: believedIn(asked, voted),
		edited: runsOf(({ edited }) => edited),
		unanswered: runsOf(({ answer, edited }) => !edited && !answer),
		failures: failuresIn(own),
		solved: checkedAs('accepted'),
		unchecked: checkedAs('unchecked')
	};
}

function confidencesOf(votes: VoteRow[]): Confidences {
	const count = (one: Confidence) => votes.filter(({ confidence }) => confidence === one).length;
	return { sure: count('sure'), think: count('think'), guess: count('guess') };
}

const mostFailures = 3;

/** The reasons why runs of unedited code gave no answer, each sentence once. */
function failuresIn(runs: Room['runs']): Tally['failures'] {
	const failed = new Map(
		runs.flatMap(({ run, result }) =>
			result?.failure && !result.edited ? [[run, result.failure] as const] : []
		)
	);
	return [...Map.groupBy(failed.values(), ({ title }) => title).values()]
		.flatMap((alike) => (alike[0] ? [{ ...alike[0], runs: alike.length }] : []))
		.sort((a, b) => b.runs - a.runs)
		.slice(0, mostFailures);
}

/** The host's decision about a run; undefined if the run did not meet the challenge, and there is nothing to decide. */
export function checkedOf({ result, accepted }: Room['runs'][number]): Checked | undefined {
	if (result?.verdict !== 'passed') return undefined;
	return accepted === null ? 'unchecked' : accepted ? 'accepted' : 'rejected';
}

const weight: Record<Checked, number> = { accepted: 0, unchecked: 1, rejected: 2 };
type Solution = Pick<Solver, 'run' | 'at' | 'runner' | 'checked'>;

/** By seat, the run that counts for the challenge of an exercise. */
export function solutionsOf(runs: Room['runs'], exercise: string): Map<number, Solution> {
	const found = new Map<number, Solution>();
	for (const one of runs) {
		const checked = checkedOf(one);
		if (!one.result || !checked || one.exercise !== exercise || one.seat === 0) continue;
		const { at, runner } = one.result;
		const next = { run: one.run, at, runner, checked };
		const before = found.get(one.seat);
		if (!before || precedes(next, before)) found.set(one.seat, next);
	}
	return found;
}

/** Of two runs of one person: an accepted run, else an unchecked run; the first of these, or the last rejected run. */
function precedes(one: Solution, other: Solution): boolean {
	if (one.checked !== other.checked) return weight[one.checked] < weight[other.checked];
	return one.checked === 'rejected' ? one.at > other.at : one.at < other.at;
}
