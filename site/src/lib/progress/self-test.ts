/** A learner's answers to the self-test, as the browser keeps them, and how many are right. Pure. */
import type { SelfTestLoop } from '@cyclelab/exercises/self-test';

/** Key of `ui/storage.ts` for the first answer to a loop's question: the number of the choice, from 0. */
export const answerKey = (loop: string) => `answer:${loop}`;

type Asked = Pick<SelfTestLoop, 'id' | 'choices'>;

/** The choice that was answered first; undefined without an answer, or if the question has no such choice any more. */
export function answerIn(
	{ id, choices }: Asked,
	load: (key: string) => string | undefined
): number | undefined {
	const kept = load(answerKey(id));
	const choice = Number(kept);
	return kept !== undefined && choice in choices ? choice : undefined;
}

export interface Score {
	all: number;
	answered: number;
	/** Answered rightly at first. */
	right: number;
}

export function scoreOf(loops: readonly Asked[], load: (key: string) => string | undefined): Score {
	const answers = loops.flatMap((loop) => loop.choices[answerIn(loop, load) ?? -1] ?? []);
	return {
		all: loops.length,
		answered: answers.length,
		right: answers.filter(({ right }) => right).length
	};
}

type Measured = Pick<SelfTestLoop['measured'][number], 'median' | 'low' | 'high'>;

/** Median, low and high, all with the decimals that the most exact of the three was written with: 4.0 is not 4. */
export function measuredDigits({ median, low, high }: Measured): [string, string, string] {
	const written = [median, low, high].map((cycles) => String(cycles).split('.')[1]?.length ?? 0);
	const decimals = Math.max(...written, median < 100 ? 1 : 0);
	return [median.toFixed(decimals), low.toFixed(decimals), high.toFixed(decimals)];
}

/** The address at which free play opens a loop, for the architecture of the question. */
export const benchOf = ({ id, target }: Pick<SelfTestLoop, 'id' | 'target'>) =>
	`/exercises/free-play?loop=${id}&language=c&compiler=clang&target=${target}`;

export const scoreText = ({ all, answered, right }: Score) =>
	answered === 0
		? `None of ${all} answered yet.`
		: `${answered} of ${all} answered, ${right} right at the first try.`;

export const kernelNames = { a: 'Kernel A', b: 'Kernel B' } as const;
