/** From an interval and a claim's bounds to a verdict, and how its sentence ends. Browser-safe. */
import { defined } from '../defined.ts';
import type { Place } from '@cyclelab/exercises/schema';
import { compilersOf } from '../schema/compiler.ts';
import type { ClaimResult } from '../schema/verdicts.ts';
import type { Interval } from '../schema/measurement.ts';
import type { Report } from '../schema/report.ts';

/** The parts of a report by which a statement is judged. */
export type JudgedReport = Pick<
	Report,
	'variants' | 'runner' | 'target' | 'language' | 'toolchain'
>;
export type Verdict = ClaimResult['verdict'];
export type Bounds = { atLeast?: number | undefined; atMost?: number | undefined };

/** Where an interval lies: surely within bounds, surely outside, or across one of them. */
export function lies(
	{ low, high }: Pick<Interval, 'low' | 'high'>,
	{ atLeast = 0, atMost = Infinity }: Bounds
): 'within' | 'outside' | 'across' {
	if (low >= atLeast && high <= atMost) return 'within';
	return high >= atLeast && low <= atMost ? 'across' : 'outside';
}

/** "at least 4", "at most 1.1", "2.7 to 3.3". */
export function boundsText({ atLeast, atMost }: Bounds, say: (bound: number) => string = String) {
	if (atLeast === undefined) return `at most ${say(atMost ?? Infinity)}`;
	return atMost === undefined ? `at least ${say(atLeast)}` : `${say(atLeast)} to ${say(atMost)}`;
}

/** The bounds there are. */
export function expectedOf({ atLeast, atMost }: Bounds): ClaimResult['expected'] {
	return defined({ atLeast, atMost });
}

/** Whether a learner changed one of the two places. */
export function isChanged(
	{ of, to }: { of: Place; to: Place },
	{ variants }: Pick<JudgedReport, 'variants'>
): boolean {
	return variants.some(({ id, edited }) => edited && (id === of.variant || id === to.variant));
}

/** The verdict on a claim whose bounds are kept, and how its sentence ends. `expected` in words. */
export function onHold(
	claim: { of: Place; to: Place },
	seen: Pick<JudgedReport, 'variants'>,
	expected: string
): [Verdict, string] {
	const changed = isChanged(claim, seen) ? ', with your change' : '';
	return ['reproduced', `${changed}; the claim expects ${expected}`];
}

type OtherCompilers = { of: Place; to: Place; seenOn: string[]; absentOn: string[] };

/** Whether a run used another compiler than the language's first, with which claims were seen to hold. */
export function isOfOtherCompiler({
	variants,
	language,
	toolchain
}: Pick<JudgedReport, 'variants' | 'language' | 'toolchain'>): boolean {
	const several = variants.some((variant) => variant.toolchain !== undefined);
	return !several && toolchain.compiler !== compilersOf[language][0];
}

/** The verdict on a claim whose bounds are missed, and how its sentence ends. `expected` in words. */
export function onMiss(
	{ seenOn, absentOn, ...places }: OtherCompilers,
	{ variants, runner, target, language, toolchain }: JudgedReport,
	expected: string
): [Verdict, string] {
	if (isChanged(places, { variants }))
		return ['not-here', `, with your change; the claim expects ${expected}`];
	const unseen = (where: string): [Verdict, string] => [
		'not-here',
		`; the claim expects ${expected}, which has not been seen ${where}`
	];
	// The list of processors on which a claim held does not apply to code for another target.
	if (target !== runner.host.arch) return unseen(`on ${target}`);
	// It was seen with the language's first compiler, or with each of a run's own.
	if (isOfOtherCompiler({ variants, language, toolchain })) return unseen('with this compiler');
	if (seenOn.includes(runner.microarchitecture))
		return [
			'contradicted',
			`; the claim expects ${expected}, and it has been seen to hold on this kind of processor`
		];
	const { processor } = runner.host;
	return absentOn.includes(runner.microarchitecture)
		? [
				'not-here',
				`; the claim expects ${expected}, which did not hold on this kind of processor before (${processor})`
			]
		: unseen(`on this processor (${processor})`);
}
