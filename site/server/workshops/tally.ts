/** Votes, measurements and solved challenges of a workshop for one exercise. Pure. */
import type { Room, VoteRow } from './room.ts';
import type { Confidence, Confidences } from '../../shared/workshop-people.ts';
import type { Solver } from '../../shared/workshop-host.ts';
import type {
	Checked,
	RoomResult,
	RunResult,
	Tally,
	Believed
} from '../../shared/workshop-results.ts';
import { isWithin, refutes } from '../../shared/prediction.ts';
import type { WorkshopExercise } from '../../shared/workshop-schema.ts';

/** Votes and measurements of a workshop for one exercise. */
export function tallyOf({ votes, runs, exercises }: Room, exercise: string): Tally {
	const inRound = (round: number) =>
		votes.filter((vote) => vote.exercise === exercise && vote.round === round);
	const [first, second] = [inRound(1), inRound(2)];
	const ratios = (of: VoteRow[]) => of.map(({ ratio }) => ratio);
	const answered = runs.filter((run) => run.exercise === exercise && run.result);
	const runsOf = (are: (result: RunResult) => boolean) =>
		new Set(answered.filter(({ result }) => result && are(result)).map(({ run }) => run)).size;
	const checks = [...solutionsOf(runs, exercise).values()].map(({ checked }) => checked);
	const checkedAs = (as: Checked) => checks.filter((check) => check === as).length;
	const results = new Map<string, RoomResult>();
	for (const { run, result } of answered) {
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
		failures: failuresIn(answered),
		solved: checkedAs('accepted'),
		unchecked: checkedAs('unchecked')
	};
}

function confidencesOf(votes: VoteRow[]): Confidences {
	const count = (level: Confidence) =>
		votes.filter(({ confidence }) => confidence === level).length;
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
	for (const run of runs) {
		const checked = checkedOf(run);
		if (!run.result || !checked || run.exercise !== exercise || run.seat === 0) continue;
		const { at, runner } = run.result;
		const next = { run: run.run, at, runner, checked };
		const before = found.get(run.seat);
		if (!before || precedes(next, before)) found.set(run.seat, next);
	}
	return found;
}

/** Of two runs of one person: an accepted run, else an unchecked run; the first of these, or the last rejected run. */
function precedes(solution: Solution, other: Solution): boolean {
	if (solution.checked !== other.checked) return weight[solution.checked] < weight[other.checked];
	return solution.checked === 'rejected' ? solution.at > other.at : solution.at < other.at;
}

// Number of votes for each misconception of a question.

/**
 * The misconceptions with votes, in the question's order. Empty before a result, because on some processors the idea
 * holds.
 * @param exercise undefined if the site no longer has it
 */
function believedIn(
	exercise: WorkshopExercise | undefined,
	{ first, second, results }: Pick<Tally, 'first' | 'second' | 'results'>
): Believed[] {
	if (!exercise || results.length === 0) return [];
	return exercise.question.misconceptions
		.filter((misconception) => results.every(({ answer }) => refutes(misconception, answer)))
		.map((misconception) => {
			const count = (votes: readonly number[]) =>
				votes.filter((ratio) => isWithin(misconception, ratio)).length;
			return { ...misconception, first: count(first), second: count(second) };
		})
		.filter((idea) => idea.first + idea.second > 0);
}
