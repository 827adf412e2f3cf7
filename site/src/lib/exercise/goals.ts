/** A challenge's goals in words, and how an attempt stands. Pure. */
import type { Facts, Goal } from '@cyclelab/exercises/schema';
import type { ChallengeResult } from '@cyclelab/contract/schema/verdicts';
import type { Report } from '@cyclelab/contract/schema/report';
import { placeName } from '@cyclelab/contract/measure/place';
import { upTo } from '@cyclelab/contract/measure/sentence-numbers';

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
		return `between ${said(atLeast)} and ${said(atMost)} times`;
	if (atLeast !== undefined) return `at least ${said(atLeast)} times`;
	return `at most ${said(atMost ?? 1)} times`;
}

/** "It takes at most 1.1 times as long as “One word”." */
export function goalText(facts: Facts, goal: Goal): string {
	switch (goal.kind) {
		case 'ratio': {
			const [bounds, place] = [boundsOf(goal), placeName(facts, goal.to)];
			if (goal.measure === 'time') return `It takes ${bounds} as long as ${place}.`;
			if (goal.measure === 'instructions')
				return `It executes ${bounds} as many instructions as ${place}.`;
			const label = facts.meters.find(({ id }) => id === goal.measure)?.label ?? goal.measure;
			return `${label}: ${bounds} the amount of ${place}.`;
		}
		case 'instructions':
			return `It executes at most ${said(goal.atMost)} instructions per iteration, counted exactly.`;
		case 'code':
			return goal.text;
		case 'result':
			return facts.challenge?.setup
				? 'It returns what the original returns, and setup() does no more than given.'
				: 'It returns what the original returns.';
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

export const challengeVerdicts: Record<ChallengeResult['verdict'], string> = {
	passed: 'Passed.',
	'not-yet': 'Not yet.',
	'too-noisy': 'Too noisy to judge. Run it again in a moment.',
	'not-measured': 'Not measured, so there is no verdict.'
};

export const goalVerdicts: Record<ChallengeResult['goals'][number]['met'], string> = {
	yes: 'met',
	no: 'not met',
	'too-noisy': 'too noisy to judge',
	'not-measured': 'not measured'
};
