/** A room's measured results, one distribution for each runner, and what a workshop's pages say about votes and solutions. Pure. */
import type { Checked, RoomResult } from '../../../shared/workshop-results.ts';
import { rounded } from '../../../shared/prediction.ts';
import { medianOf } from './histogram.ts';

interface OfRunner {
	runner: string;
	processor: string;
	microarchitecture: string;
	toolchains: string[];
	results: RoomResult[];
	/** Median of the runs' medians; lowest and highest end of their intervals. */
	middle: number;
	low: number;
	high: number;
	/** How many asked for these runs. */
	people: number;
}

export function byRunner(all: readonly RoomResult[]): OfRunner[] {
	const names = [...new Set(all.map(({ runner }) => runner))];
	return names.flatMap((runner) => {
		const results = all.filter((result) => result.runner === runner);
		const [first] = results;
		const middle = medianOf(results.map(({ answer }) => answer.median));
		if (!first || middle === undefined) return [];
		const { processor, microarchitecture } = first;
		return {
			runner,
			processor,
			microarchitecture,
			toolchains: [...new Set(results.map(({ toolchain }) => toolchain))],
			results,
			middle,
			low: Math.min(...results.map(({ answer }) => answer.low)),
			high: Math.max(...results.map(({ answer }) => answer.high)),
			people: results.reduce((sum, { people }) => sum + people, 0)
		};
	});
}

export const roomGone =
	'It was deleted, or this browser has no place in it. Ask for its code and join it again.';

/** To a participant whose code met the challenge. */
export const solutionTexts: Record<Checked, string> = {
	unchecked: 'Your code met the challenge. The host has not checked it yet.',
	accepted: 'Your code met the challenge, and the host accepted it.',
	rejected: 'The host did not accept your code. Change it and run it again.'
};

export const challengeChecks: Record<Checked, string> = {
	unchecked: 'challenge: to check',
	accepted: 'challenge: accepted',
	rejected: 'challenge: not accepted'
};

/** To a participant, while the round is open. */
export function voteText(ratio: number | undefined, round: number): string {
	if (ratio !== undefined)
		return `Your vote: ${rounded(ratio)}×. It can be changed until the host reveals.`;
	return round === 2
		? 'Second vote: commit to your prediction again, after the discussion.'
		: 'Commit to your prediction: it is your vote.';
}

export const brokenText = (people: number) =>
	people === 1
		? 'One person’s code does not compile.'
		: `The code of ${people} people does not compile.`;

export const floorNote = ({ length }: { length: number }) =>
	length > 0
		? 'Shown without names; the host’s export has them.'
		: 'Nobody has asked anything yet.';
