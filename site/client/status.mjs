/** The exit status of the client for the result of a run. Pure. */

/** Stable: scripts and CI jobs decide by them (docs/review.md). */
export const status = {
	/** Every claim that was asked about was reproduced; where none was, the run came to its end. */
	good: 0,
	/** A claim is not so here, or is contradicted; a challenge is not met. */
	notSo: 1,
	/** The command line is wrong, or the site refused the request. */
	usage: 2,
	/** The code does not compile, or failed while it ran. */
	failed: 3,
	/** Too noisy for a verdict, or not measured. */
	noVerdict: 4,
	/** The site cannot be reached, or the run was lost, cancelled, or took too long. */
	site: 5
};

const verdicts = {
	reproduced: status.good,
	passed: status.good,
	'not-here': status.notSo,
	contradicted: status.notSo,
	'not-yet': status.notSo,
	'too-noisy': status.noVerdict,
	'not-measured': status.noVerdict
};

/** @typedef {{ failure?: { kind?: string }, measured?: { cyclesPerIteration: { low: number, high: number } } }} Point */

/**
 * A limit is kept if the whole interval is below it, everywhere.
 * @param {readonly ({ low: number, high: number } | undefined)[]} intervals undefined where nothing was measured
 * @param {number} most
 */
export function limitStatus(intervals, most) {
	if (intervals.some((interval) => interval && interval.low > most)) return status.notSo;
	return intervals.length > 0 && intervals.every((interval) => interval && interval.high <= most)
		? status.good
		: status.noVerdict;
}

/**
 * Of what failed: a machine that was too busy says nothing about the code.
 * @param {readonly { kind?: string }[]} failures at least one
 */
export const failureStatus = (failures) =>
	failures.every(({ kind }) => kind === 'too-noisy') ? status.noVerdict : status.failed;

/**
 * @param {{ failure?: { kind?: string }, variants: { id: string, failure?: { kind?: string }, points: Point[] }[],
 *   claims: { id: string, verdict: keyof typeof verdicts }[], challenge?: { verdict: keyof typeof verdicts } }} report
 * @param {{ claims: string[], challenge: boolean, atMost: { variant: string, cycles: number }[] }} asked
 *   `all` stands for every claim; `atMost` are limits of cycles per iteration
 * @returns {{ status: number, message?: string }}
 */
export function statusOf(report, { claims, challenge, atMost }) {
	const known = report.claims.map(({ id }) => id);
	const unknown = claims.find((id) => id !== 'all' && !known.includes(id));
	if (unknown !== undefined)
		return {
			status: status.usage,
			message: `There is no claim "${unknown}" in this run; it has ${known.join(', ') || 'none'}.`
		};
	const limits = atMost.map(({ variant, cycles }) => {
		const points = report.variants.find(({ id }) => id === variant)?.points;
		return { variant, points, cycles };
	});
	const absent = limits.find(({ points }) => points === undefined);
	if (absent)
		return {
			status: status.usage,
			message: `There is no variant "${absent.variant}" in this run; it has ${report.variants.map(({ id }) => id).join(', ')}.`
		};
	const failures = [
		report,
		...report.variants,
		...report.variants.flatMap(({ points }) => points)
	].flatMap(({ failure }) => failure ?? []);
	const ofFailures = failures.length > 0 ? [failureStatus(failures)] : [];
	if (ofFailures.includes(status.failed)) return { status: status.failed };
	if (challenge && !report.challenge)
		return {
			status: status.usage,
			message: 'The challenge was not judged: change its variant with --source.'
		};
	const judged = [
		...report.claims.filter(({ id }) => claims.includes('all') || claims.includes(id)),
		...(challenge && report.challenge ? [report.challenge] : [])
	]
		.map(({ verdict }) => verdicts[verdict])
		.concat(
			ofFailures,
			limits.map(({ points = [], cycles }) =>
				limitStatus(
					points.map(({ measured }) => measured?.cyclesPerIteration),
					cycles
				)
			)
		);
	// A refuted claim takes precedence over a claim without a verdict.
	if (judged.includes(status.notSo)) return { status: status.notSo };
	return { status: judged.includes(status.noVerdict) ? status.noVerdict : status.good };
}
