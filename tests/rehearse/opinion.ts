/** What a synthetic participant predicts, writes and asks. Pure, but for the given random numbers. */
import type { Confidence } from '@cyclelab/site/shared/workshop-people.ts';
import { reasonCharacters } from '@cyclelab/site/shared/workshop-inputs.ts';
import type { WorkshopExercise } from '@cyclelab/site/shared/workshop-schema.ts';

/** A number from 0 to below 1. */
export type Random = () => number;

export type Opinion = { ratio: number; confidence: Confidence; why?: string };

/** Part of the participants who predict from a misconception of the exercise, where it has some. */
const misled = 0.6;
/** Part who write why. */
const talkative = 0.5;

const guesses = [
	'It felt right.',
	'The compiler will do something about it.',
	'I measured something like this once.',
	'Half of what I thought at first.'
];

export const questions = [
	'Does this hold on the processor of my laptop?',
	'Would another compiler do the same?',
	'Is the difference still there at -O3?',
	'What happens if the data does not fit into L2?',
	'How often does one see this in real programs?',
	'Why is the measured value not a whole number?'
];

export const pick = <T>(all: readonly T[], random: Random): T | undefined =>
	all[Math.floor(random() * all.length)];

export function opinionOf(
	{ low, high, misconceptions }: WorkshopExercise['question'],
	random: Random
): Opinion {
	const confidence = pick(['sure', 'think', 'think', 'guess'] as const, random) ?? 'guess';
	const idea = random() < misled ? pick(misconceptions, random) : undefined;
	const range = idea ? { low: idea.from, high: idea.to } : { low, high };
	const ratio = range.low * (range.high / range.low) ** random();
	const why = idea ? `I think ${idea.idea}` : pick(guesses, random);
	return {
		ratio: Number(ratio.toPrecision(2)),
		confidence,
		...(why !== undefined && random() < talkative
			? { why: [...why].slice(0, reasonCharacters).join('') }
			: {})
	};
}

/** The opinion after the discussion: half of the people stay with theirs. */
export const reconsidered = (
	before: Opinion | undefined,
	question: WorkshopExercise['question'],
	random: Random
): Opinion =>
	before && random() < 0.5
		? { ...before, confidence: 'sure' }
		: { ...opinionOf(question, random), confidence: 'think' };
