/** One point of a chart in words. Pure. */
import type { Facts } from '@cyclelab/exercises/schema';
import { number, parameter, plusMinus, shortName } from '../ui/format.ts';
import type { Row } from './rows.ts';
import { compareWords } from './compare-words.ts';

/**
 * "Chase at 256 KiB: measured 14.0 ± 0.1, predicted 5.00, documented (Skylake) 2.10 ns".
 * @param unit as it stands beside a number
 */
export function pointText(facts: Facts, row: Row, unit: string): string {
	const where =
		row.at === undefined
			? row.label
			: `${row.label}, ${parameter(row.at, facts.sweep?.unit ?? 'count')}`;
	const parts = [
		row.measured
			? `${compareWords.measured} ${number(row.measured.median)} ${plusMinus(row.measured)}`
			: compareWords.notMeasured,
		row.predicted === undefined ? undefined : `${compareWords.predicted} ${number(row.predicted)}`,
		...row.documented.map(({ machine, runtime, value }) =>
			value === undefined
				? undefined
				: `${compareWords.documented} (${[shortName(machine), runtime].filter(Boolean).join(', ')}) ${number(value)}`
		)
	].filter((part) => part !== undefined);
	return `${where}: ${parts.join(', ')}${unit ? ` ${unit}` : ''}.`;
}
