/** Whether a learner's attempt meets the goals of a challenge, and by how much. Browser-safe. */
import { needsMeasurement, type Facts } from '@cyclelab/exercises/schema';
import type { ChallengeResult } from '@cyclelab/contract/schema/verdicts';
import { allInstructions } from '@cyclelab/contract/measure/instructions';
import type { VariantReport } from '@cyclelab/contract/schema/report';
import { look } from './code-pattern.ts';
import { hasOwnRuntime } from './others.ts';
import {
	amountText,
	comparisonWords,
	costAt,
	countedIn,
	precisionOf,
	type Missing
} from '@cyclelab/contract/measure/cost';
import { placeName } from '@cyclelab/contract/measure/place';
import { ratioOfAmounts, settled } from '@cyclelab/contract/measure/ratio';
import {
	between,
	number,
	percent,
	times,
	whole
} from '@cyclelab/contract/measure/sentence-numbers';
import {
	boundsText,
	lies,
	type Bounds,
	type JudgedReport
} from '@cyclelab/contract/measure/verdict';

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
			return judgeRatio(facts, challenge, goal, attempt, report);
		case 'instructions':
			return judgeInstructions(facts, goal, attempt, report);
		case 'code':
			return judgeCode(goal, attempt, report);
		case 'result':
			return judgeResult(
				goal,
				attempt,
				!needsMeasurement(challenge) || isMeasured(report),
				challenge.setup,
				report
			);
	}
}

const isMeasured = ({ variants }: JudgedReport): boolean =>
	variants.some(({ points }) => points.length > 0);

/** For a goal, too, a ratio this near to 1 is 1, as for claims by default. Part of 1. */
const smallestEffect = 0.02;

function judgeRatio(
	facts: Facts,
	{ start, byClock }: Challenge,
	goal: Goal<'ratio'>,
	attempt: VariantReport,
	report: JudgedReport
): GoalResult {
	const { measure } = goal;
	const opponent = report.variants.find(({ id }) => id === goal.to.variant);
	if (opponent?.edited && opponent.id !== start.variant)
		return {
			met: 'not-measured',
			sentence: `${placeName(facts, goal.to)} was edited, too, so your code was not compared with it. Restore the exercise’s own code there.`
		};
	// What its time is of is not known. A clock's work is never counted, nor is code of languages that are not.
	if (attempt.uncounted !== undefined && opponent && opponent.uncounted === undefined && !byClock)
		return {
			met: 'not-measured',
			sentence: `Your code was not counted, so its work is not known and its time meets no goal${because(attempt)}`
		};
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
	isCompared: boolean,
	setup: Challenge['setup'],
	{ language }: JudgedReport
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
	const judged = judgeOther(attempt, language);
	const moved = judged.met === 'yes' ? movedToSetup(attempt.otherResult?.setup) : undefined;
	if (moved === undefined) return judged;
	return setup === 'as given'
		? {
				met: 'no',
				sentence: `${moved} This challenge is about the work of a call: leave setup() as it is.`
			}
		: { ...judged, sentence: `${judged.sentence} ${moved}` };
}

/** Part of the original's work in a call that setup may do beyond the original's without a word. */
const setupBeyond = 0.1;
/** A library that starts has some hundreds in the program's own code. */
const setupAtLeast = 1000;

/** The sentence of an attempt that does more before the first call, where no time is taken, than the original does. */
function movedToSetup(setup: NonNullable<VariantReport['otherResult']>['setup']) {
	if (!setup) return undefined;
	const { attempt, original, call } = setup;
	if (attempt - original <= Math.max(setupAtLeast, setupBeyond * call)) return undefined;
	return `Before its first call your code executed ${whole(attempt)} instructions, the original ${whole(original)}, and a call of the original ${whole(call)}: that part of the work is in no time.`;
}

/** A program can return the goal's checksum without any work, but no checksum for data that it does not know beforehand. */
function judgeOther(
	{ otherResult: other, ...attempt }: VariantReport,
	language: JudgedReport['language']
): GoalResult {
	const met: GoalResult = { met: 'yes', sentence: 'Your code returns what the original returns.' };
	if (!other) return met;
	const { seed, original, checksum, timed, later, instructions } = other;
	if (checksum === undefined)
		return {
			met: 'not-measured',
			sentence: `Your code returns what the original returns for the usual data; for other data (seed ${seed}) it ended without a result.`
		};
	const no = (sentence: string): GoalResult => ({ met: 'no', sentence });
	if (!sameChecksum(checksum, original))
		return no(
			`Your code returns what the original returns for the usual data only. For other data (seed ${seed}) the original returns ${original}, your code ${checksum}.`
		);
	if (timed !== undefined && !sameChecksum(timed, original))
		return no(
			`When your code was timed, it returned ${timed} for the same data (seed ${seed}), the original ${original}.`
		);
	if (later !== undefined && !sameChecksum(later, original))
		return no(
			`The first call of your code returns what the original returns. Times are of later calls, and a later call with the same data (seed ${seed}) returned ${later}, the original ${original}.`
		);
	// A runtime's own work was left out of what was counted with other data (`compare-results.ts`).
	const ofReport = hasOwnRuntime(language)
		? attempt.instructionsPerIteration
		: allInstructions(attempt);
	const { usual = ofReport } = other;
	if (instructions !== undefined && usual !== undefined && areApart(instructions, usual))
		return no(
			`Your code executes ${number(usual)} instructions an iteration for the usual data, and ${number(instructions)} for other data (seed ${seed}): it does not do the same work.`
		);
	return met;
}

/** Data that the same generator made with another seed does not halve or double the work of an iteration. */
const timesApart = 2;
/** Fewer instructions than these come and go with a remainder. */
const fewInstructions = 1;

const areApart = (one: number, other: number): boolean =>
	Math.abs(one - other) > fewInstructions &&
	Math.max(one, other) > timesApart * Math.min(one, other);

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
