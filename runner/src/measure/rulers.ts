/**
 * What the harnesses measure with, by the counter they read (`images/base/libcal/arch.h`, `images/go/cyclelab`): known,
 * so that a program cannot claim another length.
 */
import type { Hello } from './rows.ts';

type Ruler = {
	/** Core cycles of the chain before and after each sample, and of the loop of branches. */
	chainCycles: number;
	loopCycles: number;
	/** For people: what turns ticks into core cycles. */
	statement: string;
};

export const rulers: Record<Hello['clock'], Ruler> = {
	tsc: {
		chainCycles: 30_000,
		loopCycles: 10_000,
		statement: 'a chain of 10,000 dependent multiplications, 3 core cycles each'
	},
	cntvct: {
		chainCycles: 300_000,
		loopCycles: 100_000,
		statement: 'a chain of 300,000 dependent additions, 1 core cycle each'
	}
};
