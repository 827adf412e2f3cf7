/** Whether a learner's attempt meets the goals of a challenge, and by how much. Browser-safe. */
import type { Facts } from '@cyclelab/exercises/schema';
import type { ChallengeResult } from '../schema/verdicts.ts';
import type { VariantReport } from '../schema/report.ts';
import { look } from './code-pattern.ts';
import {
	amountText,
	comparisonWords,
	costAt,
	countedIn,
	precisionOf,
	type Missing
} from './cost.ts';
import { placeName } from './place.ts';
import { ratioOfAmounts, settled } from './ratio.ts';
import { between, percent, times } from './sentence-numbers.ts';
import { boundsText, lies, type Bounds, type JudgedReport } from './verdict.ts';

type Challenge = NonNullable<Facts['challenge']>;
type Goal<Kind extends string = string> = Extract<Challenge['goals'][number], { kind: Kind }>;
type GoalResult = ChallengeResult['goals'][number];

/** What thresholds of instructions and patterns of code are written for. */
const target = 'x86-64';

/** Undefined: there is no challenge, or nobody has tried yet. `facts` for the report's language. */
export function judgeChallenge(facts: Facts, report: JudgedReport): ChallengeResult | undefined {
	const { challenge } = facts;
	const attempt = report.variants.find(({ id }) => id === challenge?.start.variant);
	if (!challenge || !attempt?.edited) return undefined;
	const { failure } = attempt;
	const goals = challenge.goals.map((goal): GoalResult =>
		failure
			? { met: 'no', sentence: failure.title }
			: judgeGoal(facts, challenge, goal, attempt, report)
	);
	const some = (met: GoalResult['met']) => goals.some((goal) => goal.met === met);
	const open = some('too-noisy') ? 'too-noisy' : some('not-measured') ? 'not-measured' : 'passed';
	return { verdict: some('no') ? 'not-yet' : open, goals };
}

function judgeGoal(
	facts: Facts,
	challenge: Challenge,
	goal: Challenge['goals'][number],
	attempt: VariantReport,
	report: JudgedReport
): GoalResult {
	switch (goal.kind) {
		case 'ratio':
			return judgeRatio(facts, challenge, goal, report);
		case 'instructions':
			return judgeInstructions(facts, goal, attempt, report);
		case 'code':
			return judgeCode(goal, attempt, report);
		case 'result':
			return judgeResult(goal, attempt, !needsMeasurement(challenge) || isMeasured(report));
	}
}

/** Whether a goal is about time or a meter: a run that only inspects cannot pass the challenge. */
export const needsMeasurement = ({ goals }: Challenge): boolean =>
	goals.some((goal) => goal.kind === 'ratio' && goal.measure !== 'instructions');

const isMeasured = ({ variants }: JudgedReport): boolean =>
	variants.some(({ points }) => points.length > 0);

/** For a goal, too, a ratio this near to 1 is 1, as for claims by default. Part of 1. */
const smallestEffect = 0.02;

function judgeRatio(
	facts: Facts,
	{ start }: Challenge,
	goal: Goal<'ratio'>,
	report: JudgedReport
): GoalResult {
	const { measure } = goal;
	const of = costAt(facts, report, start, measure, true);
	if ('verdict' in of) return openFor(of);
	const to = costAt(facts, report, goal.to, measure, true);
	if ('verdict' in to) return openFor(to);
	const ratio = ratioOfAmounts(of, to);
	const { verb, as, by } = comparisonWords(facts, measure);
	const other = placeName(facts, goal.to);
	const aim = `the goal is ${boundsText(goal)}`;
	if (!ratio || !isFinite(ratio.high)) {
		const [ours, theirs] = [of, to].map(({ median }) => amountText(facts, measure, median));
		const seen = `Your code ${verb} ${ours}, ${other} ${theirs}${by}`;
		const met = ratio && lies(ratio, goal);
		return {
			met: met === 'within' ? 'yes' : met === 'outside' ? 'no' : 'too-noisy',
			sentence: `${seen}; ${aim} times as much.`
		};
	}
	const seen = `Your code ${verb} ${times(ratio.median)} ${as} ${other}${by}${between(ratio)}`;
	const judged = settled(ratio, precisionOf(facts, report, measure, smallestEffect));
	switch (lies(judged, goal)) {
		case 'within':
			return { met: 'yes', sentence: `${seen}; ${aim}.`, observed: ratio };
		case 'outside':
			return {
				met: 'no',
				sentence: `${seen}; ${aim}${missedBy(ratio.median, goal)}.`,
				observed: ratio
			};
		case 'across':
			return {
				met: 'too-noisy',
				sentence: `${seen}: too near to the goal to say whether it is ${boundsText(goal)}. Run it again, or do a little more.`,
				observed: ratio
			};
	}
}

function judgeInstructions(
	facts: Facts,
	goal: Goal<'instructions'>,
	attempt: VariantReport,
	report: JudgedReport
): GoalResult {
	if (report.target !== target) return writtenForOther(report);
	const counted = countedIn(attempt, 'Your code', true);
	if ('verdict' in counted) return openFor(counted);
	const { median } = counted;
	const met = median <= goal.atMost;
	return {
		met: met ? 'yes' : 'no',
		sentence: `Your code executes ${amountText(facts, 'instructions', median)} an iteration; the goal is at most ${goal.atMost}${met ? '' : missedBy(median, goal)}.`,
		observed: counted
	};
}

function judgeCode(goal: Goal<'code'>, attempt: VariantReport, report: JudgedReport): GoalResult {
	if (report.target !== target) return writtenForOther(report);
	const looked = look(attempt, 'your code', goal.code);
	if (looked) return { met: looked.met ? 'yes' : 'no', sentence: looked.sentence };
	return { met: 'not-measured', sentence: `No loop was found in your code${because(attempt)}` };
}

/** @param isCompared the job compares results for other data as well; if it only inspects, a measurement will */
function judgeResult(
	{ checksum }: Goal<'result'>,
	attempt: VariantReport,
	isCompared: boolean
): GoalResult {
	const counted = attempt.checksum;
	if (counted === undefined)
		return {
			met: 'not-measured',
			sentence: `What your code returns is not known${because(attempt)}`
		};
	if (!sameChecksum(counted, checksum))
		return {
			met: 'no',
			sentence: `Your code returns another checksum (${counted}) than the original for the same iterations.`
		};
	if (!isCompared && !attempt.otherResult)
		return {
			met: 'yes',
			sentence:
				'Your code returns what the original returns for the usual data; a measurement compares both for other data.'
		};
	return judgeOther(attempt.otherResult);
}

/** A program can return the goal's checksum without any work, but no checksum for data chosen after it was built. */
function judgeOther(other: VariantReport['otherResult']): GoalResult {
	if (other && other.checksum === undefined)
		return {
			met: 'not-measured',
			sentence: `Your code returns what the original returns for the usual data; for other data (seed ${other.seed}) it ended without a result.`
		};
	if (other?.checksum !== undefined && !sameChecksum(other.checksum, other.original))
		return {
			met: 'no',
			sentence: `Your code returns what the original returns for the usual data only. For other data (seed ${other.seed}) the original returns ${other.original}, your code ${other.checksum}.`
		};
	return { met: 'yes', sentence: 'Your code returns what the original returns.' };
}

/** Whether two texts are the same hexadecimal number. */
export const sameChecksum = (one: string, other: string): boolean =>
	BigInt(`0x${one}`) === BigInt(`0x${other}`);

/** The end of a sentence about what was not counted. */
const because = ({ uncounted }: VariantReport) =>
	uncounted === undefined ? '.' : `: ${uncounted}`;

const openFor = ({ verdict, sentence }: Missing): GoalResult => ({ met: verdict, sentence });

const writtenForOther = (report: JudgedReport): GoalResult => ({
	met: 'not-measured',
	sentence: `This goal is about code for ${target}; this run is for ${report.target}.`
});

/** ": still 5.7 times too much". */
function missedBy(value: number, { atLeast, atMost }: Bounds): string {
	const isAbove = atMost !== undefined && value > atMost;
	const apart = isAbove ? value / atMost : (atLeast ?? value) / value;
	// Only the interval's far end may lie outside of the bounds, and nothing times anything is nothing.
	if (!isFinite(apart) || apart <= 1) return '';
	const much = apart < 2 ? percent(apart - 1) : times(apart);
	return `: still ${much} too ${isAbove ? 'much' : 'little'}`;
}
