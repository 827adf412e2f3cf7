/** Compares runs of a kernel with its known time. Pure. */
import type { Point } from '@cyclelab/contract/schema/measurement';
import { halfWidth } from '@cyclelab/contract/measure/statistics';
import type { ExpectedCosts } from './catalogue.ts';

/** Largest relative difference of a right measurement from the known time. */
export const within = 0.01;

/** One measurement. `doubt`: the runner's own reason against it. */
export type Run = {
	cycles?: number;
	interval?: readonly [low: number, high: number];
	doubt?: 'failed' | 'too noisy' | 'modes' | 'shared' | 'wide';
	verdict?: string;
	sentence?: string;
};

export function toRun({
	measured,
	comparison,
	failure
}: Pick<Point, 'measured' | 'comparison' | 'failure'>): Run {
	const verdict = comparison
		? { verdict: comparison.verdict, sentence: comparison.sentence }
		: failure
			? { sentence: failure.title }
			: {};
	if (!measured)
		return { doubt: failure?.kind === 'too-noisy' ? 'too noisy' : 'failed', ...verdict };
	const { cyclesPerIteration, modes, slowed } = measured;
	const doubt = slowed
		? 'shared'
		: modes.length > 1
			? 'modes'
			: comparison?.verdict === 'too-noisy'
				? 'too noisy'
				: halfWidth(cyclesPerIteration) > within
					? 'wide'
					: undefined;
	return {
		cycles: cyclesPerIteration.median,
		interval: [cyclesPerIteration.low, cyclesPerIteration.high],
		...(doubt ? { doubt } : {}),
		...verdict
	};
}

/** Whether a time equals the known time, up to 1 %. */
export function isRight(cycles: number, { cycles: answer }: ExpectedCosts): boolean {
	const [least, most] = typeof answer === 'number' ? [answer, answer] : answer;
	return cycles >= least * (1 - within) && cycles <= most * (1 + within);
}

/** `right`: within 1 % of the answer. `doubted`: by the engine, right or not. `wrong`: neither right nor doubted. */
export function score(runs: readonly Run[], answer: ExpectedCosts) {
	const right = (run: Run) => run.cycles !== undefined && isRight(run.cycles, answer);
	return {
		right: runs.filter(right).length,
		doubted: runs.filter(({ doubt }) => doubt !== undefined).length,
		wrong: runs.filter((run) => !right(run) && run.doubt === undefined).length
	};
}
