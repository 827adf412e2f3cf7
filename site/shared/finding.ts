/** Which findings of a run that measured changed copies of a loop (`explain` in `POST /api/runs`) are about another run's code. Pure. */
import type { LoopWhy } from '@cyclelab/contract/schema/loop-why';
import type { Report, VariantReport } from '@cyclelab/contract/schema/report';

/**
 * The variant of `explained` with the same source, built in the same way for the same runner; its machine code is not compared.
 * @param variant one of the report's
 */
export function explainedVariant(
	report: Report,
	variant: VariantReport,
	explained: Report
): VariantReport | undefined {
	const isAlike =
		explained.exercise === report.exercise &&
		explained.runner.id === report.runner.id &&
		explained.target === report.target;
	return isAlike
		? explained.variants.find(
				(candidate) =>
					candidate.id === variant.id &&
					candidate.source === variant.source &&
					builtBy(explained, candidate) === builtBy(report, variant)
			)
		: undefined;
}

/** The findings of `explained`, by variant, about machine code that `report` shows; none if it has none, or only about other code. */
export function findingsFor(report: Report, explained: Report): ReadonlyMap<string, LoopWhy> {
	return new Map(
		report.variants.flatMap((variant): [string, LoopWhy][] => {
			const found = explainedVariant(report, variant, explained);
			return found?.why && codeOf(found) === codeOf(variant) ? [[variant.id, found.why]] : [];
		})
	);
}

const builtBy = ({ toolchain }: Report, variant: VariantReport) =>
	JSON.stringify(variant.toolchain ?? toolchain);

/** Without the counts, which belong to a run. */
const codeOf = ({ functions }: VariantReport) =>
	JSON.stringify(
		functions.map(({ symbol, instructions }) => [
			symbol,
			instructions.map(({ address, text }) => [address, text])
		])
	);
