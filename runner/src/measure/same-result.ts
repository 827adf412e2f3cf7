/**
 * Did the work that was timed have the result of the work that was counted? Every process begins with one call whose result is a
 * row, so a process of the same data and length returns the same, whether it is counted or timed. So do the calls that are timed,
 * where calls of one length return the same each time: else a program could have other data in them. Pure.
 */
import type { VariantReport } from '@cyclelab/contract/schema/report';
import { sameChecksum } from './challenge.ts';
import type { Rows } from './rows.ts';
import type { Doubt } from '@cyclelab/contract/measure/bounds';
import { whole } from '@cyclelab/contract/measure/sentence-numbers';

/** What a process was given, and what a call returned: hexadecimal, absent if it ended without a result. */
export type FirstResult = { seed: number; iterations: number; result?: string | undefined };

/** What is known of one piece of data: the results of a timed and a counted process, and of a second one of each. */
export type Results = {
	timed: FirstResult;
	counted?: string | undefined;
	timedAgain?: string | undefined;
	countedAgain?: string | undefined;
	/** Of calls that were timed, after the first. */
	isLater?: true;
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
	if (!other) return { note: comparedIn(results) };
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

function comparedIn(results: readonly Results[]): string {
	const distinct = [...new Set(results.map(({ timed }) => timed.seed))];
	const data = distinct.length === 1 ? 'seed' : 'seeds';
	const later = results.find(({ isLater }) => isLater);
	const andLater = later
		? `, and so did calls of ${whole(later.timed.iterations)} iterations that were timed`
		: '';
	return `The first call of timed and counted processes returned the same for the same data (${data} ${distinct.join(' and ')})${andLater}.`;
}

/**
 * What the calls of one length returned that were timed. Undefined if they differ, there is only one, or the harness reports no
 * results.
 * @param at which call's length: from 0 to 1, without 1
 */
export function laterResult(
	{ samples }: Pick<Rows, 'samples'>,
	at: number
): { iterations: number; result: string } | undefined {
	const calls = samples.flatMap(({ n, n2 = 2 * n, r1, r2 }) => [
		{ iterations: n, result: r1 },
		{ iterations: n2, result: r2 }
	]);
	const one = calls[Math.floor(at * calls.length)];
	const alike = calls.filter(({ iterations }) => iterations === one?.iterations);
	if (one?.result === undefined || alike.length < 2) return undefined;
	const { iterations, result } = one;
	return alike.every((call) => call.result === result) ? { iterations, result } : undefined;
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
