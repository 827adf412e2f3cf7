/** A report as text, for an author at a terminal. Pure. */
import type { Interval } from '@cyclelab/contract/schema/measurement';
import type { Report } from '@cyclelab/contract/schema/report';

export function describe(report: Report, withCode: boolean): string {
	const lines = report.variants.flatMap((variant) => {
		const { hotLoop, refusals, predictions, failure, checksum, instructionsPerIteration } = variant;
		// Without a processor of the code's architecture no model is the host's.
		const isTold = ({ host }: (typeof predictions)[number]) =>
			host || report.target !== report.runner.arch;
		const predicted = predictions
			.filter(isTold)
			.map(
				(one) => `${one.mcpu}${one.noalias ? '' : ' (alias)'} ${one.cyclesPerIteration.toFixed(2)}`
			);
		const code = withCode
			? (
					hotLoop?.instructions ?? variant.functions.flatMap(({ instructions }) => instructions)
				).map(({ text, count }) => `      ${text}   ${count ?? ''}`)
			: [];
		return [
			`${variant.id}: checksum ${checksum}; loop of ${hotLoop?.instructions.length ?? 'none'} instructions for ${hotLoop?.sourceIterations ?? '?'} iterations, ${instructionsPerIteration ?? '?'} executed an iteration; predicted ${predicted.join(', ')} ${refusals.map(({ reason }) => reason)[0] ?? ''}`,
			...(failure ? [`   FAILED ${failure.title} ${variant.compilerText}`] : []),
			...code,
			...variant.points.map(({ parameters, measured, comparison, failure: wrong }) => {
				const at = Object.values(parameters).join(' ');
				if (!measured) return `   ${at} ${wrong?.title ?? 'not measured'}`;
				const meters = Object.entries(measured.meters ?? {}).map(
					([id, one]) => `${id} ${text(one)}`
				);
				return `   ${at} ${text(measured.cyclesPerIteration)} cycles, ${text(measured.nsPerIteration)} ns ${meters.join(' ')}; ${measured.samples} of ${measured.samples + measured.rejected} samples, ${measured.processes} processes${measured.modes.length > 1 ? `, ${measured.modes.length} modes` : ''}; ${comparison?.verdict}`;
			})
		];
	});
	const claims = report.claims.map((claim) => `[${claim.verdict}] ${claim.id}: ${claim.sentence}`);
	const goals = report.challenge
		? [
				`challenge: ${report.challenge.verdict}`,
				...report.challenge.goals.map(({ met, sentence }) => `   ${met}: ${sentence}`)
			]
		: [];
	return [...lines, ...claims, ...goals, report.summary ?? ''].join('\n');
}

const text = ({ median, low, high }: Interval) =>
	`${median.toPrecision(4)} (${low.toPrecision(4)}..${high.toPrecision(4)})`;
