/** One point of a chart in words. Pure. */
import type { Facts } from '@cyclelab/exercises/schema';
import { number, parameter, plusMinus, unitShort } from './format.ts';
import { shortName, type Row } from './rows.ts';
import { compareWords } from './words/compare.ts';

/** "Chase at 256 KiB: measured 14.0 ± 0.1, predicted 5.00, documented (Skylake) 2.10 ns". */
export function pointText(facts: Facts, row: Row): string {
	const where =
		row.at === undefined
			? row.label
			: `${row.label}, ${parameter(row.at, facts.sweep?.unit ?? 'count')}`;
	const parts = [
		row.measured
			? `${compareWords.measured} ${number(row.measured.median)} ${plusMinus(row.measured)}`
			: compareWords.notMeasured,
		row.predicted === undefined ? undefined : `${compareWords.predicted} ${number(row.predicted)}`,
		...row.documented.map((one) =>
			one.value === undefined
				? undefined
				: `${compareWords.documented} (${shortName(one.machine)}) ${number(one.value)}`
		)
	].filter((part) => part !== undefined);
	return `${where}: ${parts.join(', ')} ${unitShort(facts.unit)}.`;
}
