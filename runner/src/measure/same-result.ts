/**
 * Did the work that was timed have the result of the work that was counted? Every process begins with one call whose result is a
 * row, so a process of the same data and length returns the same, whether it is counted or timed. Pure.
 */
import type { Language } from '@cyclelab/exercises/schema';
import type { VariantReport } from '@cyclelab/contract/schema/report';
import { sameChecksum } from './challenge.ts';
import type { Doubt } from '@cyclelab/contract/measure/bounds';
import { whole } from '@cyclelab/contract/measure/sentence-numbers';

/** What a process was given, and what its first call returned: hexadecimal, absent if it ended without a result. */
export type FirstResult = { seed: number; iterations: number; result?: string | undefined };

/** What is known of one piece of data: the results of a timed and a counted process, and of a second one of each. */
export type Results = {
	timed: FirstResult;
	counted?: string | undefined;
	timedAgain?: string | undefined;
	countedAgain?: string | undefined;
};

/** `note`: what was compared, or why nothing was; a sentence. */
export type SameResult = Doubt | { note: string };

const unknown = (why: string) => ({
	note: `Results of timed and counted calls were not compared: ${why}.`
});

export const isSame = ({ timed: { result }, counted }: Results): boolean =>
	result !== undefined && counted !== undefined && sameChecksum(result, counted);

/**
 * Results that differ are a doubt only where each side has the same result twice, and nothing explains the difference: chance, other
 * threads, or instructions that the emulator executes more exactly than a processor.
 */
export function sameResult(
	results: readonly Results[],
	report: Pick<VariantReport, 'functions' | 'countedThreads'>
): SameResult {
	const other = results.find((result) => !isSame(result));
	if (!other) return { note: comparedIn(results.map(({ timed }) => timed.seed)) };
	const { timed, counted, timedAgain, countedAgain } = other;
	if (counted === undefined) return unknown('so many iterations cannot be counted');
	if (timed.result === undefined || timedAgain === undefined || countedAgain === undefined)
		return unknown('a run that should repeat one ended without a result');
	if (!sameChecksum(timed.result, timedAgain) || !sameChecksum(counted, countedAgain))
		return unknown('two runs with the same data return different results');
	if (report.countedThreads !== undefined) return unknown('it works in several threads');
	const instruction = processorsOwn(report);
	if (instruction !== undefined)
		return unknown(
			`it executes “${instruction}”, whose result depends on the processor or the time`
		);
	return {
		bound: 'timedResult',
		reason: `Called with ${whole(timed.iterations)} iterations of the same data (seed ${timed.seed}), it returned ${timed.result} when it was timed, and ${counted} when its instructions were counted.`
	};
}

function comparedIn(seeds: readonly number[]): string {
	const distinct = [...new Set(seeds)];
	const data = distinct.length === 1 ? 'seed' : 'seeds';
	return `The first call of timed and counted processes returned the same for the same data (${data} ${distinct.join(' and ')}).`;
}

/** Time, chance and system calls; approximations, and x87 functions whose last digits are the processor's own. */
const ofProcessor =
	/^(?:lock |rep )*(?:rdtscp?|rdpmc|rdpid|rdrand|rdseed|syscall|v?rcp\w*|v?rsqrt\w*|f(?:sin|cos|sincos|ptan|patan|2xm1|yl2x|yl2xp1))\b/;

function processorsOwn({ functions }: Pick<VariantReport, 'functions'>): string | undefined {
	return functions
		.flatMap(({ instructions }) => instructions)
		.filter(({ count = 0 }) => count > 0)
		.map(({ text }) => ofProcessor.exec(text)?.[0])
		.find((name) => name !== undefined);
}

/** Languages whose programs take a second or more to count, so that only data that was counted already are compared. */
export const isSlowToCount = (language: Language): boolean => language === 'cs';
