/** One run of an exercise with a learner's request, without a site. */
import { planRun } from '../../../site/server/runs/plan.ts';
import { RunRequest } from '../../../site/shared/schema.ts';
import {
	factsIn,
	type Exercise,
	type Facts,
	type Language,
	type Target
} from '../../../exercises/src/schema.ts';
import { judgeChallenge } from '../../../runner/src/measure/challenge.ts';
import type { Job } from '@cyclelab/contract/schema/job';
import type { ChallengeResult } from '@cyclelab/contract/schema/verdicts';
import type { Report } from '@cyclelab/contract/schema/report';

/** @throws the site's error if the site would refuse the request */
export function jobOf(exercise: Exercise, wish: object, run: string): Job {
	const planned = planRun(
		run,
		RunRequest.parse({ exercise: exercise.slug, ...wish }),
		exercise,
		[]
	);
	if ('issues' in planned) throw new Error(planned.issues.map(({ message }) => message).join(' '));
	return planned.job;
}

/** The smallest request that judges a challenge's solution; undefined without a challenge in this language. */
export function solved(
	exercise: Exercise,
	language: Language,
	target: Target = 'x86-64'
): { sources: Record<string, string>; variants: string[]; values?: number[] } | undefined {
	const { challenge, sweep } = factsIn(exercise.facts, language, target);
	const solution = exercise.solutions[language];
	if (!challenge || solution === undefined) return undefined;
	const places = [
		challenge.start,
		...challenge.goals.flatMap((goal) => (goal.kind === 'ratio' ? [goal.to] : []))
	];
	const values = places.flatMap(({ parameters }) => Object.values(parameters));
	return {
		sources: { [challenge.start.variant]: solution },
		variants: [...new Set(places.map(({ variant }) => variant))],
		...(sweep ? { values: [...new Set(values)] } : {})
	};
}

/** A challenge's verdict on its unchanged start. */
export function judgeStart(facts: Facts, report: Report): ChallengeResult | undefined {
	const start = facts.challenge?.start.variant;
	const variants = report.variants.map((variant) => ({ ...variant, edited: variant.id === start }));
	return judgeChallenge(facts, { ...report, variants });
}
