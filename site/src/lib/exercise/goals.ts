/** A challenge's goals in words, and how an attempt stands. Pure. */
import type { Facts, Goal } from '@cyclelab/exercises/schema';
import type { ChallengeResult } from '@cyclelab/runner/schema/verdicts';
import type { Report } from '@cyclelab/runner/schema/report';
import { placeName } from '@cyclelab/runner/place';
import { upTo } from '@cyclelab/runner/sentence-numbers';
import { challengeWords } from './challenge-words.ts';

/** Bounds of goals are written by people, with as many digits as they mean. */
const said = (bound: number) => upTo(4, bound);

function boundsOf({
	atLeast,
	atMost
}: {
	atLeast?: number | undefined;
	atMost?: number | undefined;
}) {
	if (atLeast !== undefined && atMost !== undefined)
		return challengeWords.between(said(atLeast), said(atMost));
	if (atLeast !== undefined) return challengeWords.atLeast(said(atLeast));
	return challengeWords.atMost(said(atMost ?? 1));
}

/** "It takes at most 1.1 times as long as “One word”." */
export function goalText(facts: Facts, goal: Goal): string {
	switch (goal.kind) {
		case 'ratio': {
			const [bounds, place] = [boundsOf(goal), placeName(facts, goal.to)];
			if (goal.measure === 'time') return challengeWords.takes(bounds, place);
			if (goal.measure === 'instructions') return challengeWords.executes(bounds, place);
			const label = facts.meters.find(({ id }) => id === goal.measure)?.label ?? goal.measure;
			return challengeWords.meters(label, bounds, place);
		}
		case 'instructions':
			return challengeWords.instructions(said(goal.atMost));
		case 'code':
			return goal.text;
		case 'result':
			return challengeWords.result;
	}
}

export interface GoalLine {
	text: string;
	/** Absent before a verdict. */
	result: ChallengeResult['goals'][number] | undefined;
}

/** The goals of these facts, each with the run's result. */
export function goalLines(facts: Facts, result: ChallengeResult | undefined): GoalLine[] {
	return (facts.challenge?.goals ?? []).map((goal, i) => ({
		text: goalText(facts, goal),
		result: result?.goals[i]
	}));
}

/** The verdict of a run on what is being attempted now; one of another language is about something else. */
export function verdictFor(
	report: Report | undefined,
	{ language, target }: Pick<Report, 'language' | 'target'>
): ChallengeResult | undefined {
	return report?.language === language && report.target === target ? report.challenge : undefined;
}
