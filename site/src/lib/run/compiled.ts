/** The inspection of each variant's code, kept while a newer text is being compiled or does not compile. */
import type { VariantReport } from '@cyclelab/contract/schema/report';

export interface Compiled {
	/** The newest report of a compiler: it has machine code, or the reason why there is none. */
	latest: VariantReport;
	/** The newest report that has machine code. */
	code: VariantReport | undefined;
	/** The report of the text that compiled before it. */
	before: VariantReport | undefined;
	/** The newest report in which the models have answered; they do so after the compiler. */
	modelled: VariantReport | undefined;
}

export class LastCompiled {
	#found = new Map<string, Compiled>();

	/**
	 * Takes up the newest report and returns what there is to show.
	 * @param key names the variant and how it is compiled
	 */
	take(key: string, report: VariantReport | undefined): Compiled | undefined {
		const known = this.#found.get(key);
		if (!report || report === known?.latest) return known;
		const hasCode = report.functions.length > 0;
		if (!hasCode && !report.failure) return known;
		const isSameText = known?.code?.source === report.source;
		const next: Compiled = {
			latest: report,
			code: hasCode ? report : known?.code,
			before: hasCode && !isSameText ? known?.code : known?.before,
			modelled: isModelled(report) ? report : known?.modelled
		};
		this.#found.set(key, next);
		return next;
	}
}

const isModelled = ({ predictions, refusals, uncounted }: VariantReport) =>
	predictions.length > 0 || refusals.length > 0 || uncounted !== undefined;

/** A report that stands alone, as on a kept run's page. */
export const compiledAs = (report: VariantReport | undefined): Compiled | undefined =>
	report && { latest: report, code: report, before: undefined, modelled: report };
