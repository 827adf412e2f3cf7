/** A report with what changed copies of its loops showed in another run (`explain` in `POST /api/runs`). Pure. */
import type { Report, VariantReport } from '@cyclelab/runner/schema/report';
import { SiteError } from '../base/errors.ts';

/**
 * The report, each of whose variants has the finding of `explained` about the same source.
 * @param explained the report of the run that measured the copies
 * @throws a `SiteError` if `explained` has no finding, or none about code that the report shows as the same runner built it
 */
export function withFinding(report: Report, explained: Report): Report {
	if (!explained.variants.some(({ why }) => why)) throw refused('has no finding about a loop');
	if (explained.exercise !== report.exercise) throw refused('is of another exercise');
	if (explained.runner.id !== report.runner.id) throw refused('was measured by another runner');
	const variants = report.variants.map((variant) => {
		const one = explained.variants.find(
			({ id, source }) => id === variant.id && source === variant.source
		);
		const isSame =
			explained.target === report.target &&
			builtBy(explained, one) === builtBy(report, variant) &&
			codeOf(one) === codeOf(variant);
		return one?.why && isSame ? { ...variant, why: one.why } : variant;
	});
	if (variants.every((one, index) => one === report.variants[index]))
		throw refused('is about other code');
	return { ...report, variants };
}

const builtBy = ({ toolchain }: Report, variant: VariantReport | undefined) =>
	JSON.stringify(variant?.toolchain ?? toolchain);

/** The machine code: the same source may be built with another flag of the exercise. */
const codeOf = (variant: VariantReport | undefined) =>
	JSON.stringify(
		variant?.functions.map(({ symbol, instructions }) => [
			symbol,
			instructions.map(({ address, text }) => [address, text])
		])
	);

const refused = (reason: string) =>
	new SiteError(
		409,
		'OTHER_CODE',
		`The run that "explained" names ${reason}. Keep the run without it, or measure the copies of its loop again.`
	);
